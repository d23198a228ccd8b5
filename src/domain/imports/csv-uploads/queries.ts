import type { csvStatuses } from '#contract/resources/csv-upload-shapes.ts'
import type { CsvType } from '#contract/resources/csv-columns.ts'
import type { Encoding } from '#engine/csv/detect-encoding.ts'
import type { Platform } from '#engine/csv/parse-header.ts'
import type { ColumnProfile } from '#domain/imports/csv-uploads/file/column-facts.ts'
import type { Suggestion } from '#engine/csv/suggest-mapping.ts'
import type { Db } from '#store/open.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'
import type { FileFormat, Warning } from './file/detect-format.ts'
import type { UploadMapping, UploadOptions } from './mapping/mapping.ts'
import type { SuggestedQuestion } from '#engine/csv/suggest-questions.ts'

export type UploadStatus = (typeof csvStatuses)[number]
export type UploadCounts = {
  valid: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  failed: number
  error_count: number
  warning_count: number
}
export type UploadRow = UploadCounts & {
  id: string
  type: CsvType
  file_name: string
  size_bytes: number
  sha256: string
  status: UploadStatus
  encoding: Encoding
  delimiter: ',' | ';' | '\t' | '|'
  platform: Platform
  header_rows: number
  skipped_records: number
  headers: string[]
  facts: ColumnProfile[]
  suggestion: { columns: Suggestion[]; questions: SuggestedQuestion[] }
  warnings: Warning[]
  row_count: number
  mapping: UploadMapping | null
  options: UploadOptions | null
  position: number
  job_id: string | null
  batch_id: string | null
  survey_id: string | null
  created_by: string | null
  started_at: string | null
  completed_at: string | null
  rollback_until: string | null
  created_at: string
  updated_at: string
}

export type UploadListRow = Omit<UploadRow, 'skipped_records' | 'facts' | 'suggestion' | 'warnings' | 'position'>

/** An upload whose job ended without updating it was cancelled or failed, as its job says. */
const status =
  raw(`case when u.status not in ('importing', 'rolling_back') or j.status in ('queued', 'running', 'ready')
  then u.status
  when j.status = 'cancelled' then 'cancelled' else 'failed' end`)
const listColumns = `u.id, u.type, u.file_name, u.size_bytes, encode(u.sha256, 'hex') as sha256, u.encoding,
  u.delimiter, u.platform, u.header_rows, u.headers, u.row_count, u.mapping, u.options, u.valid, u.created, u.updated,
  u.unchanged, u.skipped, u.failed, u.error_count, u.warning_count, u.job_id, u.batch_id, u.survey_id,
  u.created_by, u.started_at, u.completed_at, u.rollback_until, u.created_at, u.updated_at`
const columns = raw(
  `${listColumns}, u.skipped_records, u.column_profiles as facts, u.suggestion, u.warnings, u.position`,
)
const uploadsWithJob = (org: string): Sql =>
  sql`csv_upload u left join job j on j.org_id = u.org_id and j.org_id = ${org} and j.id = u.job_id`

export const findUpload = (db: Db, org: string, id: string) =>
  db.first<UploadRow>(
    sql`select ${columns}, ${status} as status from ${uploadsWithJob(org)} where u.org_id = ${org} and u.id = ${id}`,
  )

/** Locks in a statement of its own: one that waited for a lock still sees the job as it was before the wait. */
export const lockUpload = async (db: Db, org: string, id: string) => {
  await db.run(sql`select 1 from csv_upload where org_id = ${org} and id = ${id} for no key update`)
  return findUpload(db, org, id)
}

type UploadListQuery = {
  limit: number
  status?: UploadStatus[]
  type?: CsvType[]
  created_after?: string
  created_before?: string
}

export const listUploads = (db: Db, org: string, query: UploadListQuery, after: string | undefined) =>
  db.rows<UploadListRow>(sql`
    select ${raw(listColumns)}, ${status} as status from ${uploadsWithJob(org)} where ${allOf([
      sql`u.org_id = ${org}`,
      query.type && sql`u.type = any(${query.type})`,
      query.status && sql`${status} = any(${query.status})`,
      query.created_after !== undefined && sql`u.created_at >= ${new Date(query.created_after).toISOString()}`,
      query.created_before !== undefined && sql`u.created_at < ${new Date(query.created_before).toISOString()}`,
      after !== undefined && sql`u.id < ${after}::uuid`,
    ])} order by u.id desc limit ${query.limit + 1}`)

type NewUpload = FileFormat & {
  id: string
  type: CsvType
  file_name: string
  size_bytes: number
  sha256: Buffer
  created_by: string
}

export const insertUpload = (db: Db, org: string, upload: NewUpload) =>
  db.run(sql`
    insert into csv_upload (org_id, id, type, file_name, size_bytes, sha256, encoding, delimiter, platform, header_rows,
      skipped_records, headers, column_profiles, suggestion, warnings, row_count, created_by)
    values (${org}, ${upload.id}, ${upload.type}, ${upload.file_name}, ${upload.size_bytes}, ${upload.sha256},
      ${upload.encoding}, ${upload.delimiter}, ${upload.platform}, ${upload.header_rows}, ${upload.skipped_records},
      ${JSON.stringify(upload.headers)}::jsonb, ${JSON.stringify(upload.facts)}::jsonb,
      ${JSON.stringify(upload.suggestion)}::jsonb, ${JSON.stringify(upload.warnings)}::jsonb, ${upload.row_count},
      ${upload.created_by})`)

export const fileWasUploaded = async (db: Db, org: string, sha256: Buffer) =>
  (await db.first(sql`select 1 from csv_upload where org_id = ${org} and sha256 = ${sha256} limit 1`)) !== undefined

export const insertChunk = (db: Db, org: string, upload: string, { n, bytes }: { n: number; bytes: Buffer }) =>
  db.run(sql`insert into csv_chunk (org_id, upload_id, n, bytes) values (${org}, ${upload}, ${n}, ${bytes})`)

/** The file from its beginning, chunk by chunk. */
export async function* readChunks(db: Db, org: string, upload: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const chunk = await db.first<{ bytes: Buffer }>(
      sql`select bytes from csv_chunk where org_id = ${org} and upload_id = ${upload} and n = ${n}`,
    )
    if (!chunk) return
    yield chunk.bytes
  }
}

export const hasChunks = async (db: Db, org: string, upload: string) =>
  (await db.first(sql`select 1 from csv_chunk where org_id = ${org} and upload_id = ${upload} limit 1`)) !== undefined

/** Deletes the file and what was copied from its cells. */
export async function eraseCells(db: Db, org: string, upload: string) {
  await db.run(sql`delete from csv_chunk where org_id = ${org} and upload_id = ${upload}`)
  await db.run(sql`update csv_problem set value = null where org_id = ${org} and upload_id = ${upload}`)
  const row = await db.first<{ column_profiles: ColumnProfile[] }>(
    sql`select column_profiles from csv_upload where org_id = ${org} and id = ${upload} for no key update`,
  )
  const profiles = row?.column_profiles.map((profile) => ({ ...profile, samples: [], choices: [] }))
  if (profiles)
    await db.run(sql`
      update csv_upload set column_profiles = ${JSON.stringify(profiles)}::jsonb
      where org_id = ${org} and id = ${upload}`)
}

type UploadChanges = Partial<UploadCounts> &
  Partial<Pick<UploadRow, 'type' | 'status' | 'job_id' | 'batch_id' | 'survey_id' | 'position'>> & {
    suggestion?: string
    mapping?: string
    options?: string
    started_at?: Sql | Date | null
    completed_at?: Date | null
    rollback_until?: Date | null
  }

export const updateUpload = (db: Db, org: string, id: string, changes: UploadChanges) =>
  db.run(sql`
    update csv_upload set ${assignments({ ...changes, updated_at: raw('now()') })}
    where org_id = ${org} and id = ${id}`)

/** Adds the counts of a batch and moves the position behind it. */
export const addCounts = (
  db: Db,
  org: string,
  id: string,
  { position, ...counts }: UploadCounts & { position: number },
) =>
  db.run(sql`
    update csv_upload set position = ${position}, valid = valid + ${counts.valid},
      created = created + ${counts.created}, updated = updated + ${counts.updated},
      unchanged = unchanged + ${counts.unchanged}, skipped = skipped + ${counts.skipped},
      failed = failed + ${counts.failed},
      error_count = error_count + ${counts.error_count}, warning_count = warning_count + ${counts.warning_count},
      updated_at = now()
    where org_id = ${org} and id = ${id}`)

const rollbackDays = 30
export const rollbackEnd = (from: Date) => new Date(from.getTime() + rollbackDays * 24 * 60 * 60 * 1000)
