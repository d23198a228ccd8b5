import type { interviews } from '#contract/resources/interviews.ts'
import { withStatus } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { ReadCtx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { requeueFeedback } from '#domain/sources/feedback/queries-status.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { durationOf, countWords } from '#engine/transcript/parse-transcript.ts'
import { assignRoles } from '#engine/transcript/assign-roles.ts'
import { rolesOfHeader } from '#engine/transcript/header.ts'
import { toText, toVtt } from '#engine/transcript/format-transcript.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { pageOf, readCursor } from '#store/page.ts'
import { updateInterview, replaceTranscript, recomposeInterview } from './update.ts'
import { rolesBySpeaker } from './compose.ts'
import { findInterview, type InterviewView, type LockedInterview, lockInterview } from './queries.ts'
import { hasTranscript, interviewList } from './queries-list.ts'
import { createInterview } from './create.ts'
import { parseTranscriptText, readTranscriptInput } from './transcript-input.ts'
import {
  findInterviewSegment,
  type IndexedSegment,
  listSegments,
  listSegmentsAfter,
  updateInterviewSegment,
} from './queries-segments.ts'

type Subset = Omit<typeof interviews, 'deleteInterview' | 'listInterviewInsights'>

const maxPreviewSegments = 50

export async function getInterview({ db, org }: ReadCtx, id: string): Promise<InterviewView> {
  return (await findInterview(db, org, id)) ?? notFound('interview')
}

const getLockedInterview = async ({ db, org }: ReadCtx, id: string): Promise<LockedInterview> =>
  (await lockInterview(db, org, id)) ?? notFound('interview')

type Roles = ReturnType<typeof rolesBySpeaker>
const toSegmentView = ({ index, speaker, start_ms, end_ms, text }: IndexedSegment, roles: Roles) => ({
  index,
  speaker,
  role: roles.get(speaker) ?? 'other',
  start_ms,
  end_ms,
  text,
})

export const handlers: Handlers<Subset> = {
  listInterviews: (ctx, query) => rowPage(ctx, interviewList, query, { condition: hasTranscript(ctx.org) }),

  getInterview: (ctx, { interviewId }) => getInterview(ctx, interviewId),

  async createInterview(ctx, input) {
    const { id, job_id, queued } = await createInterview(ctx, input)
    const body = { ...(await getInterview(ctx, id)), job_id }
    if (!queued) ctx.emit('interview.ready')
    return queued ? body : withStatus(201, body)
  },

  async parseTranscript(_, input) {
    const { format, segments, header } = parseTranscriptText(input, 'body.text')
    const { roles, guessed } = assignRoles(segments, rolesOfHeader(header, segments))
    const speakers = [...new Set(segments.map(({ speaker }) => speaker))].map((speaker) => {
      const own = segments.filter((segment) => segment.speaker === speaker)
      return {
        speaker,
        role: roles.get(speaker)!,
        segment_count: own.length,
        word_count: own.reduce((sum, { text }) => sum + countWords(text), 0),
      }
    })
    return {
      format,
      title: header.title,
      interview_date: header.date,
      segment_count: segments.length,
      word_count: speakers.reduce((sum, { word_count }) => sum + word_count, 0),
      duration_seconds: durationOf(segments),
      role_guessed: guessed,
      speakers,
      segments: segments
        .slice(0, maxPreviewSegments)
        .map((segment, index) => toSegmentView({ index, ...segment }, roles)),
    }
  },

  async updateInterview(ctx, { interviewId, ...fields }) {
    await updateInterview(ctx, await getLockedInterview(ctx, interviewId), fields)
    return getInterview(ctx, interviewId)
  },

  async getTranscript(ctx, { interviewId, format, limit, cursor }) {
    const { db, org, cursors } = ctx
    const { participants } = await getInterview(ctx, interviewId)
    const after = Number(readCursor(cursors, cursor)?.[0] ?? -1)
    if (format !== 'json') {
      const segments = await listSegments(db, org, interviewId)
      return {
        format,
        data: [],
        pagination: { next_cursor: null, has_more: false },
        content: format === 'vtt' ? toVtt(segments) : toText(segments),
      }
    }
    const roles = rolesBySpeaker(participants)
    const rows = await listSegmentsAfter(db, org, interviewId, { after, limit })
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.index]))
    return { format, data: data.map((segment) => toSegmentView(segment, roles)), pagination, content: null }
  },

  async replaceTranscript(ctx, { interviewId, ...input }) {
    const before = await getLockedInterview(ctx, interviewId)
    const job_id = await replaceTranscript(ctx, before, readTranscriptInput(input))
    return { ...(await getInterview(ctx, interviewId)), job_id }
  },

  async updateTranscriptSegment(ctx, { interviewId, index, ...fields }) {
    const { db, org } = ctx
    const before = await getLockedInterview(ctx, interviewId)
    const change = await maskRecord(db, org, 'segment', { source: before.source, fields })
    const text = change.text?.trim()
    if (text === '') invalidField('body.text', 'is empty')
    const updated = await updateInterviewSegment(db, org, interviewId, { ...change, text, index: Number(index) })
    if (updated === 0) return notFound('segment')
    await recomposeInterview(ctx, before)
    const { participants } = await getInterview(ctx, interviewId)
    return toSegmentView(
      (await findInterviewSegment(db, org, interviewId, Number(index)))!,
      rolesBySpeaker(participants),
    )
  },

  async analyzeInterview(ctx, { interviewId }) {
    const before = await getLockedInterview(ctx, interviewId)
    if (before.content === '') return { interview_id: interviewId, job_id: null, status: 'ready' }
    await requeueFeedback(ctx.db, ctx.org, [interviewId])
    return { interview_id: interviewId, job_id: await enqueueAnalysis(ctx, [interviewId]), status: 'processing' }
  },
}
