import { insertEvents, recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import type { JobRun, Jobs } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { withDefaultOptions } from '#domain/imports/csv-uploads/mapping/mapping.ts'
import { toUploadDetail } from '#domain/imports/csv-uploads/present.ts'
import { deleteProblems, insertProblems } from '#domain/imports/csv-uploads/queries-problems.ts'
import {
  addCounts,
  eraseCells,
  findUpload,
  lockUpload,
  readChunks,
  rollbackEnd,
  updateUpload,
  type UploadRow,
} from '#domain/imports/csv-uploads/queries.ts'
import { importers } from '#domain/imports/csv-uploads/rows/importers.ts'
import type { StoredRows } from '#domain/imports/csv-uploads/rows/row-importer.ts'
import {
  addToCounts,
  emptyCounts,
  problemsOf,
  validatedRows,
  type ValidatedRow,
  validateRows,
} from '#domain/imports/csv-uploads/rows/validate-rows.ts'
import { notify } from '#domain/notifications/notify.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { MaskingError } from '#domain/sources/masking/errors.ts'
import { getMaskingSettings } from '#domain/sources/masking/queries.ts'
import type { Db } from '#store/open.ts'
import { changeLogFor } from './change-log.ts'
import { withoutPartialNames } from './keep-names.ts'

/** Rows per transaction; the position is stored with them, so that a later attempt continues there. */
const batchSize = 500

export async function importUpload(run: JobRun, { upload_id }: { upload_id: string }) {
  const upload = (await findUpload(run.db, run.org, upload_id)) ?? throwApiError('NOT_FOUND', 'The upload is gone.')
  if (withDefaultOptions(upload.options).on_error === 'stop' && upload.position === 0) {
    const { counts, problems } = await validateRows(readChunks(run.db, run.org, upload.id), upload, run)
    if (counts.failed > 0)
      return async (db: Db) => {
        await deleteProblems(db, run.org, upload_id)
        await insertProblems(db, run.org, upload_id, problems)
        await updateUpload(db, run.org, upload_id, { ...counts, status: 'failed', completed_at: new Date() })
        await eraseIfMasked(db, run.org, upload_id)
        return recordEnd(db, run, upload_id, 'csv_upload.failed')
      }
  }
  await importRows(run, upload)
  return (db: Db) => finishImport(db, run, upload_id)
}

async function importRows(run: JobRun, upload: UploadRow) {
  let rows: ValidatedRow[] = []
  const flush = async () => {
    if (rows.length === 0) return
    run.signal.throwIfAborted()
    await importWithMasking(run, upload, rows)
    await run.progress({ stage: 'importing', done: rows.at(-1)!.number })
    rows = []
  }
  for await (const row of validatedRows(readChunks(run.db, run.org, upload.id), upload)) {
    if (row.number <= upload.position) continue
    if (rows.push(row) === batchSize) await flush()
  }
  await flush()
}

/** A row with a text that cannot be masked is rejected, and the others of its batch are imported. */
async function importWithMasking(run: JobRun, upload: UploadRow, rows: readonly ValidatedRow[]): Promise<void> {
  try {
    await run.write((db) => importBatch(db, run, upload, rows))
  } catch (error) {
    if (!(error instanceof MaskingError)) throw error
    const middle = Math.ceil(rows.length / 2)
    if (rows.length === 1) return importWithMasking(run, upload, [{ ...rows[0]!, ...notMasked }])
    await importWithMasking(run, upload, rows.slice(0, middle))
    await importWithMasking(run, upload, rows.slice(middle))
  }
}

const notMasked: Pick<ValidatedRow, 'input' | 'severity' | 'issues'> = {
  input: undefined,
  severity: 'error',
  issues: [
    {
      header: null,
      code: 'INVALID_VALUE',
      message: 'cannot be masked: the masking patterns need too much work for this text',
      value: null,
    },
  ],
}

/** Imports a batch in one transaction; the fence of the job excludes other attempts. */
async function importBatch(db: Db, run: JobRun, { id, type }: UploadRow, rows: readonly ValidatedRow[]) {
  const { org } = run
  const upload = await lockUpload(db, org, id)
  if (upload?.status !== 'importing' || upload.position !== rows[0]!.number - 1)
    throw new Error('the position of the import is not the start of this batch')
  const counts = emptyCounts()
  for (const row of rows) addToCounts(counts, row)
  const { outcomes, queued } = await storeRows(db, run, upload, rows)
  const jobs: Jobs = { enqueue: (kind, payload) => run.enqueue(db, kind, payload) }
  await enqueueAnalysis({ jobs }, queued)
  for (const { result } of outcomes) counts[result]++
  const events = outcomes.flatMap(({ id: resource, result }) => {
    const event = result === 'unchanged' ? null : importers[type].events[result]
    return event ? [{ type: event, resource, object: JSON.stringify({ id: resource }) }] : []
  })
  const actor = { type: 'system' as const, id: run.id }
  if (events.length)
    await db.run(insertEvents(org, { operation: 'csv_import', actor, user: run.user, requestId: null }, events))
  await insertProblems(db, org, id, rows.flatMap(problemsOf))
  await addCounts(db, org, id, { ...counts, position: rows.at(-1)!.number })
}

async function storeRows(db: Db, run: JobRun, upload: UploadRow, rows: readonly ValidatedRow[]): Promise<StoredRows> {
  const valid = rows.flatMap(({ input }) => (input ? [input] : []))
  if (valid.length === 0) return { outcomes: [], queued: [] }
  const inputs = await withoutPartialNames(db, run.org, valid)
  const changeLog = changeLogFor(db, run.org, upload.id)
  const stored = await importers[upload.type].store(db, inputs, {
    org: run.org,
    user: run.user,
    upload,
    options: withDefaultOptions(upload.options),
    changeLog,
    jobs: { enqueue: (kind, payload) => run.enqueue(db, kind, payload) },
  })
  await changeLog.close()
  return stored
}

async function finishImport(db: Db, run: JobRun, id: string) {
  const { org } = run
  const upload = (await lockUpload(db, org, id))!
  const now = new Date()
  await updateUpload(db, org, id, {
    status: upload.failed > 0 ? 'completed_with_errors' : 'completed',
    completed_at: now,
    rollback_until: rollbackEnd(now),
  })
  await eraseIfMasked(db, org, id)
  // Analyzes everything that is queued, whatever the type of the table.
  await run.enqueue(db, 'feedback_analysis', { feedback_ids: [] })
  return recordEnd(db, run, id, 'csv_upload.completed')
}

/** Where texts are masked, the file must not keep them. */
async function eraseIfMasked(db: Db, org: string, upload: string) {
  const { kinds = [], patterns = [], sources = [] } = await getMaskingSettings(db, org)
  if (kinds.length + patterns.length + sources.length > 0) await eraseCells(db, org, upload)
}

async function recordEnd(
  db: Db,
  { org, id: job, user }: JobRun,
  id: string,
  event: 'csv_upload.completed' | 'csv_upload.failed',
) {
  const { suggested_mapping: _, warnings: __, ...upload } = toUploadDetail((await findUpload(db, org, id))!)
  await recordJobEvent(db, org, { id: job, type: 'csv_import', user }, { type: event, object: upload })
  if (user)
    await notify(db, org, {
      object: { type: 'csv_upload', id },
      actor: null,
      audience: [{ user, kind: 'import' }],
    })
  return { type: 'csv_upload', id }
}
