import { eraseCells, readChunks } from '#domain/imports/csv-uploads/queries.ts'
import { JobWaitsError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import type { ErasureRules } from './erase-texts.ts'
import { redacted } from '#store/table/erase.ts'
import { type Identifiers, mapTexts } from '#domain/sources/contacts/identifiers.ts'
import {
  cancelUpload,
  clearHeadersOfProblems,
  clearProblems,
  findUploadStatus,
  findUploadTexts,
  listStoredUploads,
  lockFeedbackOfMessages,
  lockFeedbackOfThread,
  lockThreadMessages,
  updateContent,
  updateThreadMessage,
  updateUploadTexts,
} from './queries-files.ts'

/** A value that is cut by the end of a chunk is found with this much of the chunk before. */
const overlap = 1000

/** Bytes as text of one character each, which finds values in UTF-8, Latin-1 and UTF-16 alike. */
const searchable = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\0', '').toLowerCase()

/** Uploads whose file contains one of the values. */
export async function listUploadsWith(db: Db, org: string, values: readonly string[]): Promise<string[]> {
  const encodings = ['utf8', 'latin1'] as const
  const wanted = [...new Set(values.flatMap((value) => encodings.map((one) => searchable(Buffer.from(value, one)))))]
  const found: string[] = []
  if (wanted.length === 0) return found
  for (const upload of await listStoredUploads(db, org)) {
    let tail = ''
    for await (const chunk of readChunks(db, org, upload)) {
      const text = tail + searchable(chunk)
      if (wanted.some((value) => text.includes(value))) {
        found.push(upload)
        break
      }
      tail = text.slice(-overlap)
    }
  }
  return found
}

/** Deletes the file of an upload and what was copied from its cells; one that was not imported yet is cancelled. */
export async function eraseUpload(db: Db, org: string, upload: string, identifiers: Identifiers) {
  const row = await findUploadStatus(db, org, upload)
  if (!row) return
  if (row.status === 'importing')
    throw new JobWaitsError('A file that names the person is being imported; the erasure goes on afterwards.')
  await eraseCells(db, org, upload)
  await clearProblems(db, org, upload)
  await eraseUploadTexts(db, org, upload, identifiers)
  await cancelUpload(db, org, upload)
}

/** A file without a header has its first row for one: then all that repeats the names of columns goes. */
async function eraseUploadTexts(db: Db, org: string, upload: string, { maskOwn }: Identifiers) {
  const { file_name, ...texts } = (await findUploadTexts(db, org, upload))!
  const masked = mapTexts(texts, maskOwn) as typeof texts
  const isFirstRow = texts.headers.some((header, n) => header !== masked.headers[n])
  const without = {
    headers: texts.headers.map((_, n) => `column ${n + 1}`),
    column_profiles: [],
    suggestion: { columns: [], questions: [] },
    warnings: [],
    mapping: null,
    options: masked.options,
  }
  await updateUploadTexts(db, org, upload, { file_name: maskOwn(file_name), ...(isFirstRow ? without : masked) })
  if (isFirstRow) await clearHeadersOfProblems(db, org, upload)
}

const erased = (body: string, { mode, identifiers }: ErasureRules) =>
  mode === 'removed' ? redacted : identifiers.mask(body)

/** Messages of the person in chat threads, and in the feedback that was built from them. */
export async function eraseThreadMessages(db: Db, org: string, authors: readonly string[], rules: ErasureRules) {
  for (const message of await lockThreadMessages(db, org, authors)) {
    const body = erased(message.body, rules)
    for (const { id, content } of await lockFeedbackOfThread(db, org, message))
      if (content.includes(message.body)) await updateContent(db, org, id, content.replaceAll(message.body, body))
    await updateThreadMessage(db, org, { ...message, body })
  }
}

/** The same for messages in tickets of others. */
export async function eraseInTicketFeedback(db: Db, org: string, messages: readonly string[], rules: ErasureRules) {
  for (const { id, content, body } of await lockFeedbackOfMessages(db, org, messages))
    if (body !== '' && content.includes(body))
      await updateContent(db, org, id, content.replaceAll(body, erased(body, rules)))
}
