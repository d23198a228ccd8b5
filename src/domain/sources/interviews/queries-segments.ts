import type { SpokenSegment } from '#engine/transcript/segment.ts'
import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import { textlessAssignments } from '#store/table/erase.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { interviewTable, type NewTranscriptSegment, transcriptSegmentTable } from './table.ts'

export type IndexedSegment = SelectedOf<typeof transcriptSegmentTable> & { index: number }
const columns = sql`s.position as index, ${selectList(transcriptSegmentTable, 's')}`
const writes = recordWrites(transcriptSegmentTable)

export const listSegments = (db: Db, org: string, interview: string) =>
  db.rows<IndexedSegment>(sql`
    select ${columns} from interview_segment s
    where s.org_id = ${org} and s.interview_id = ${interview} order by s.position`)

export const listSegmentsAfter = (
  db: Db,
  org: string,
  interview: string,
  { after, limit }: { after: number; limit: number },
) =>
  db.rows<IndexedSegment>(sql`
    select ${columns} from interview_segment s
    where s.org_id = ${org} and s.interview_id = ${interview} and s.position > ${after}
    order by s.position limit ${limit + 1}`)

export const findInterviewSegment = (db: Db, org: string, interview: string, index: number) =>
  db.first<IndexedSegment>(sql`
    select ${columns} from interview_segment s
    where s.org_id = ${org} and s.interview_id = ${interview} and s.position = ${index}`)

export const insertSegments = (db: Db, org: string, interview: string, segments: readonly SpokenSegment[]) => {
  const rows = segments.map((segment, position): NewTranscriptSegment => ({ position, ...segment }))
  return db.run(sql`
    insert into interview_segment (org_id, interview_id, ${writes.names})
    select ${org}, ${interview}, ${writes.inserted}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}`)
}

export const deleteSegments = (db: Db, org: string, interview: string) =>
  db.run(sql`delete from interview_segment where org_id = ${org} and interview_id = ${interview}`)

type SegmentChange = { index: number; speaker?: string | null | undefined; text?: string | undefined }

export const updateInterviewSegment = (db: Db, org: string, interview: string, { index, ...change }: SegmentChange) =>
  db.run(sql`
    update interview_segment set ${assignments(change)}
    where org_id = ${org} and interview_id = ${interview} and position = ${index}`)

/** In one statement, so that two speakers can swap names. */
export const renameSpeakers = (db: Db, org: string, interview: string, names: ReadonlyMap<string, string>) =>
  db.run(sql`
    update interview_segment s set speaker = x.name
    from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as x (speaker, name)
    where s.org_id = ${org} and s.interview_id = ${interview} and s.speaker = x.speaker`)

const textless = textlessAssignments(interviewTable)

/** Of deleted interviews, which stay for delta exports; an interview has the id of its feedback. */
export async function eraseInterviewTexts(db: Db, org: string, feedback: readonly string[]) {
  await db.run(sql`delete from interview_segment where org_id = ${org} and interview_id = any(${feedback}::uuid[])`)
  await db.run(sql`
    update interview set ${textless} where org_id = ${org} and id = any(${feedback}::uuid[])`)
}
