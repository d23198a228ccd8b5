import type { Db } from '#store/open.ts'
import { join, raw, sql } from '#store/sql.ts'

/* Uploaded files and the log of imports, and messages of chat threads. */

/** Uploads that brought one of the records. */
export const listUploadsOf = async (db: Db, org: string, records: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
      select upload_id as id from csv_import_change where org_id = ${org} and object_id = any(${records}::uuid[])
      union select csv_upload_id from feedback
        where org_id = ${org} and id = any(${records}::uuid[]) and csv_upload_id is not null
      union select csv_upload_id from support_ticket
        where org_id = ${org} and id = any(${records}::uuid[]) and csv_upload_id is not null`)
  ).map(({ id }) => id)

export const listStoredUploads = async (db: Db, org: string) =>
  (
    await db.rows<{ id: string }>(sql`select distinct upload_id as id from csv_chunk where org_id = ${org} order by 1`)
  ).map(({ id }) => id)

export const findUploadStatus = (db: Db, org: string, id: string) =>
  db.first<{ status: string }>(
    sql`select status from csv_upload where org_id = ${org} and id = ${id} for no key update`,
  )

export const cancelUpload = (db: Db, org: string, id: string) =>
  db.run(sql`
    update csv_upload set status = 'cancelled', updated_at = now()
    where org_id = ${org} and id = ${id} and status in ('uploaded', 'mapped', 'validated')`)

export const clearProblems = (db: Db, org: string, upload: string) =>
  db.run(sql`
    update csv_problem set message = code, value = null where org_id = ${org} and upload_id = ${upload}`)

/** What an upload says of its file besides the cells. */
type UploadTexts = {
  file_name: string
  headers: string[]
  column_profiles: unknown
  suggestion: unknown
  warnings: unknown
  mapping: unknown
  options: unknown
}

export const findUploadTexts = (db: Db, org: string, id: string) =>
  db.first<UploadTexts>(sql`
    select file_name, headers, column_profiles, suggestion, warnings, mapping, options from csv_upload
    where org_id = ${org} and id = ${id}`)

export async function updateUploadTexts(db: Db, org: string, id: string, { file_name, ...texts }: UploadTexts) {
  const json = Object.entries(texts).map(
    ([column, value]) => sql`${raw(column)} = ${value === null ? null : JSON.stringify(value)}::jsonb`,
  )
  await db.run(sql`
    update csv_upload set file_name = ${file_name}, ${join(json, ', ')} where org_id = ${org} and id = ${id}`)
}

/** The names of columns are then cells of a first row. */
export const clearHeadersOfProblems = (db: Db, org: string, upload: string) =>
  db.run(sql`update csv_problem set header = null where org_id = ${org} and upload_id = ${upload}`)

/** Without an entry a rollback leaves the record as it is. */
export const deleteLoggedChanges = (db: Db, org: string, records: readonly string[]) =>
  db.run(sql`
    delete from csv_import_change
    where org_id = ${org} and object_id = any(${records}::uuid[]) and (before is not null or after is not null)`)

type ThreadText = { integration_id: string; thread: string; message_id: string; body: string }

/** Messages that the person wrote in chat threads. */
export const lockThreadMessages = (db: Db, org: string, authors: readonly string[]) =>
  db.rows<ThreadText>(sql`
    select integration_id, thread, message_id, body from thread_message
    where org_id = ${org} and author = any(${authors}::text[])
    order by integration_id, thread, message_id for no key update`)

export const updateThreadMessage = (db: Db, org: string, { integration_id, thread, message_id, body }: ThreadText) =>
  db.run(sql`
    update thread_message set body = ${body}, author = null
    where org_id = ${org} and integration_id = ${integration_id} and thread = ${thread} and message_id = ${message_id}`)

/** Feedback of others that contains a message of the person: of a chat thread or of a ticket. */
export const lockFeedbackOfThread = (db: Db, org: string, { integration_id, thread }: ThreadText) =>
  db.rows<{ id: string; content: string }>(sql`
    select id, content from feedback
    where org_id = ${org} and integration_id = ${integration_id} and external_id like ${`%-${thread}`}
    order by id for no key update`)

export const lockFeedbackOfMessages = (db: Db, org: string, messages: readonly string[]) =>
  db.rows<{ id: string; content: string; body: string }>(sql`
    select f.id, f.content, m.body from support_message m
    join support_ticket t on t.org_id = m.org_id and t.org_id = ${org} and t.id = m.ticket_id
    join feedback f on f.org_id = t.org_id and f.org_id = ${org} and f.id = t.feedback_id
    where m.org_id = ${org} and m.id = any(${messages}::uuid[]) order by f.id for no key update of f`)

export const updateContent = (db: Db, org: string, id: string, content: string) =>
  db.run(sql`update feedback set content = ${content} where org_id = ${org} and id = ${id}`)
