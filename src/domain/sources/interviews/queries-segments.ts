import type { SpokenSegment } from '#engine/transcript/segment.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'

export type IndexedSegment = SpokenSegment & { index: number }
const columns = raw('position as index, speaker, start_ms, end_ms, text')

export const listSegments = (db: Db, org: string, interview: string) =>
  db.rows<IndexedSegment>(sql`
    select ${columns} from interview_segment
    where org_id = ${org} and interview_id = ${interview} order by position`)

export const listSegmentsAfter = (
  db: Db,
  org: string,
  interview: string,
  { after, limit }: { after: number; limit: number },
) =>
  db.rows<IndexedSegment>(sql`
    select ${columns} from interview_segment
    where org_id = ${org} and interview_id = ${interview} and position > ${after}
    order by position limit ${limit + 1}`)

export const findSegment = (db: Db, org: string, interview: string, index: number) =>
  db.first<IndexedSegment>(sql`
    select ${columns} from interview_segment
    where org_id = ${org} and interview_id = ${interview} and position = ${index}`)

const recordset = raw('as x (position integer, speaker text, start_ms bigint, end_ms bigint, text text)')

export const insertSegments = (db: Db, org: string, interview: string, segments: readonly SpokenSegment[]) => {
  const rows = segments.map((segment, position) => ({ position, ...segment }))
  return db.run(sql`
    insert into interview_segment (org_id, interview_id, position, speaker, start_ms, end_ms, text)
    select ${org}, ${interview}, position, speaker, start_ms, end_ms, text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}`)
}

export const deleteSegments = (db: Db, org: string, interview: string) =>
  db.run(sql`delete from interview_segment where org_id = ${org} and interview_id = ${interview}`)

type SegmentChange = { index: number; speaker?: string | null | undefined; text?: string | undefined }

export const updateSegment = (db: Db, org: string, interview: string, { index, ...change }: SegmentChange) =>
  db.run(sql`
    update interview_segment set ${assignments(change)}
    where org_id = ${org} and interview_id = ${interview} and position = ${index}`)

/** In one statement, so that two speakers can swap names. */
export const renameSpeakers = (db: Db, org: string, interview: string, names: ReadonlyMap<string, string>) =>
  db.run(sql`
    update interview_segment s set speaker = x.name
    from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as x (speaker, name)
    where s.org_id = ${org} and s.interview_id = ${interview} and s.speaker = x.speaker`)
