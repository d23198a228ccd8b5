import type { interviews } from '#contract/resources/interviews.ts'
import { answer, type Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { announce, requeue } from '#domain/sources/feedback/pipeline.ts'
import { durationOf, wordsIn } from '#engine/transcript/read.ts'
import { rolesOf } from '#engine/transcript/roles.ts'
import { toText, toVtt } from '#engine/transcript/write.ts'
import { pageOf, sortedPage } from '#store/page.ts'
import { changeInterviewBy, replaceTranscript, settleAnew } from './change.ts'
import { rolesIn } from './compose.ts'
import {
  type Held,
  holdInterview,
  interviewById,
  type InterviewRow,
  type Item,
  itemOf,
  orderOf,
  pageOfInterviews,
  pageOfSegments,
  type PlacedSegment,
  segmentAt,
  segmentsOf,
} from './queries.ts'
import { storeInterview } from './store-interview.ts'
import { heardAs, heardIn } from './transcript-input.ts'
import { changeSegment } from './writes.ts'

type Subset = Omit<typeof interviews, 'deleteInterview' | 'listInterviewInsights'>

const maxPreviewed = 50

export async function showInterview({ db, org }: Ctx, id: string): Promise<Item> {
  return (await interviewById(db, org, id)) ?? notFound('interview')
}

export const interviewToChange = async ({ db, org }: Ctx, id: string): Promise<Held> =>
  (await holdInterview(db, org, id)) ?? notFound('interview')

const listed = (row: InterviewRow): Item =>
  row.deleted_at
    ? ({ id: row.id, deleted: true, deleted_at: row.deleted_at, merged_into_id: null } as unknown as Item)
    : itemOf(row)

type Roles = ReturnType<typeof rolesIn>
const shown = ({ index, speaker, start_ms, end_ms, text }: PlacedSegment, roles: Roles) => ({
  index,
  speaker,
  role: roles.get(speaker) ?? 'other',
  start_ms,
  end_ms,
  text,
})

export const handlers: Handlers<Subset, Ctx> = {
  async listInterviews({ db, org, cursors }, { cursor, ...wanted }) {
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfInterviews(db, org, wanted, keys),
    )
    return { data: data.map(listed), pagination }
  },

  getInterview: (ctx, { interviewId }) => showInterview(ctx, interviewId),

  async createInterview(ctx, given) {
    const { id, job_id, queued } = await storeInterview(ctx, given)
    const body = { ...(await showInterview(ctx, id)), job_id }
    if (!queued) ctx.emit('interview.ready')
    return queued ? body : answer(201, body)
  },

  async parseTranscript(_, given) {
    const { format, segments } = heardAs(given, 'body.text')
    const { roles, guessed } = rolesOf(segments, new Map())
    const speakers = [...new Set(segments.map(({ speaker }) => speaker))].map((speaker) => {
      const own = segments.filter((segment) => segment.speaker === speaker)
      return {
        speaker,
        role: roles.get(speaker)!,
        segment_count: own.length,
        word_count: own.reduce((sum, { text }) => sum + wordsIn(text), 0),
      }
    })
    return {
      format,
      segment_count: segments.length,
      word_count: speakers.reduce((sum, { word_count }) => sum + word_count, 0),
      duration_seconds: durationOf(segments),
      role_guessed: guessed,
      speakers,
      segments: segments.slice(0, maxPreviewed).map((segment, index) => shown({ index, ...segment }, roles)),
    }
  },

  async updateInterview(ctx, { interviewId, ...given }) {
    await changeInterviewBy(ctx, await interviewToChange(ctx, interviewId), given)
    return showInterview(ctx, interviewId)
  },

  async getTranscript(ctx, { interviewId, format, limit, cursor }) {
    const { db, org, cursors } = ctx
    const { participants } = await showInterview(ctx, interviewId)
    const after = cursor === undefined ? -1 : Number(cursors.read(cursor)[0])
    if (format !== 'json') {
      const segments = await segmentsOf(db, org, interviewId)
      return {
        format,
        data: [],
        pagination: { next_cursor: null, has_more: false },
        content: format === 'vtt' ? toVtt(segments) : toText(segments),
      }
    }
    const roles = rolesIn(participants.map((person) => ({ ...person, told: true })))
    const rows = await pageOfSegments(db, org, interviewId, limit, after)
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.index]))
    return { format, data: data.map((segment) => shown(segment, roles)), pagination, content: null }
  },

  async replaceTranscript(ctx, { interviewId, ...given }) {
    const held = await interviewToChange(ctx, interviewId)
    const job_id = await replaceTranscript(ctx, held, heardIn(given))
    return { ...(await showInterview(ctx, interviewId)), job_id }
  },

  async updateTranscriptSegment(ctx, { interviewId, index, ...change }) {
    const { db, org } = ctx
    const held = await interviewToChange(ctx, interviewId)
    const text = change.text?.trim()
    if (text === '') invalidField('body.text', 'says nothing')
    const touched = await changeSegment(db, org, interviewId, Number(index), { ...change, text })
    if (touched === 0) return notFound('segment')
    await settleAnew(ctx, held)
    const { participants } = await showInterview(ctx, interviewId)
    return shown(
      (await segmentAt(db, org, interviewId, Number(index)))!,
      rolesIn(participants.map((person) => ({ ...person, told: true }))),
    )
  },

  async analyzeInterview(ctx, { interviewId }) {
    const held = await interviewToChange(ctx, interviewId)
    if (held.content === '') return { interview_id: interviewId, job_id: null, status: 'ready' }
    await requeue(ctx.db, ctx.org, [interviewId])
    return { interview_id: interviewId, job_id: await announce(ctx, [interviewId]), status: 'processing' }
  },
}
