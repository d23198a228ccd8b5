import type { Segment } from '#engine/transcript/segment.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import { wordsHash } from '#domain/sources/feedback/rules.ts'
import { changeItem } from '#domain/sources/feedback/standing.ts'
import type { Composed, Person } from './compose.ts'

export type NewInterview = Omit<Composed, 'content'> & {
  id: string
  interview_date: string
  interviewer_ids: readonly string[]
  transcript_format: string | null
}

export const insertInterview = (db: Db, org: string, { participants, ...row }: NewInterview) =>
  db.run(sql`
    insert into interview (org_id, id, interview_date, participants, role_guessed, interviewer_ids, transcript_format, duration_seconds, word_count, segment_count)
    values (${org}, ${row.id}, ${row.interview_date}, ${JSON.stringify(participants)}::jsonb, ${row.role_guessed}, ${row.interviewer_ids}, ${row.transcript_format},
      ${row.duration_seconds}, ${row.word_count}, ${row.segment_count})`)

const recordset = raw('as x (place integer, speaker text, start_ms bigint, end_ms bigint, text text)')

export const insertSegments = (db: Db, org: string, interview: string, segments: readonly Segment[]) =>
  db.run(sql`
    insert into interview_segment (org_id, interview_id, place, speaker, start_ms, end_ms, text)
    select ${org}, ${interview}, place, speaker, start_ms, end_ms, text
    from jsonb_to_recordset(${JSON.stringify(segments.map((segment, place) => ({ place, ...segment })))}::jsonb) ${recordset}`)

export const removeSegments = (db: Db, org: string, interview: string) =>
  db.run(sql`delete from interview_segment where org_id = ${org} and interview_id = ${interview}`)

export const changeSegment = (
  db: Db,
  org: string,
  interview: string,
  place: number,
  change: { speaker?: string | null; text?: string },
) =>
  db.run(
    sql`update interview_segment set ${assignments(change)} where org_id = ${org} and interview_id = ${interview} and place = ${place}`,
  )

/** All at once, so that two speakers can trade names. */
export const renameSpeakers = (db: Db, org: string, interview: string, names: ReadonlyMap<string, string>) =>
  db.run(sql`
    update interview_segment s set speaker = x.name
    from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as x (speaker, name)
    where s.org_id = ${org} and s.interview_id = ${interview} and s.speaker = x.speaker`)

type Columns = { interview_date?: string; interviewer_ids?: readonly string[]; transcript_format?: string | null }

export const changeInterview = (db: Db, org: string, id: string, columns: Columns) =>
  db.run(sql`update interview set ${assignments(columns)} where org_id = ${org} and id = ${id}`)

export const changeParticipants = (db: Db, org: string, id: string, participants: readonly Person[]) =>
  db.run(
    sql`update interview set participants = ${JSON.stringify(participants)}::jsonb where org_id = ${org} and id = ${id}`,
  )

export const changeComposed = (db: Db, org: string, id: string, { participants, content: _, ...columns }: Composed) =>
  db.run(
    sql`update interview set participants = ${JSON.stringify(participants)}::jsonb, ${assignments(columns)} where org_id = ${org} and id = ${id}`,
  )

/** A customer who says nothing leaves nothing to analyze. */
export const lineOf = (content: string, analyze: boolean) =>
  content === ''
    ? ({ status: 'skipped', skip_reason: 'no_customer_speech' } as const)
    : analyze
      ? ({ status: 'queued', skip_reason: null } as const)
      : ({ status: 'skipped', skip_reason: 'not_requested' } as const)

type FeedbackColumns = {
  title?: string
  contact_id?: string | null
  tags?: string[]
  url?: string | null
  language?: string | null
  occurred_at?: string
}

/** The feedback that the interview is; other words of the customer go into the analysis. */
export function changeFeedbackOf(
  db: Db,
  org: string,
  id: string,
  now: Date,
  { language, ...columns }: FeedbackColumns,
  content?: string,
) {
  const words = content === undefined ? {} : { content, content_hash: Buffer.from(wordsHash(content), 'hex') }
  return changeItem(
    db,
    org,
    id,
    { ...columns, ...words },
    { language, ...(content !== undefined && lineOf(content, true)), updated_at: now },
  )
}
