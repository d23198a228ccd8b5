import { record, tell } from '#domain/account/events/record.ts'
import type { Ctx, JobRun, Jobs } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import type { Db } from '#store/open.ts'
import { importers } from './importers.ts'
import { journalOf } from './journal.ts'
import { filled } from './mapping.ts'
import { detailOf } from './present.ts'
import { clearProblems, insertProblems } from './problems.ts'
import { addCounts, changeUpload, chunksIn, holdUpload, rollbackEnd, uploadById, type UploadRow } from './queries.ts'
import type { Stored } from './row-importer.ts'
import { type CheckedRow, checkedRows, noCounts, problemsOf, scan, tally } from './scan.ts'

/** Rows that go in together; with them the position, so that whoever goes on begins where they end. */
const together = 500

const nothing: Stored = { outcomes: [], queued: [] }
const resource = (id: string) => ({ type: 'csv_upload', id })

export async function importCsv(run: JobRun, { upload_id }: { upload_id: string }) {
  const upload = (await uploadById(run.db, run.org, upload_id)) ?? throwApiError('NOT_FOUND', 'The upload is gone.')
  if (filled(upload.options).on_error === 'stop' && upload.position === 0) {
    const { counts, problems } = await scan(run.db, run.org, upload, run.signal)
    if (counts.failed > 0)
      return async (db: Db) => {
        await clearProblems(db, run.org, upload_id)
        await insertProblems(db, run.org, upload_id, problems)
        await changeUpload(db, run.org, upload_id, { ...counts, status: 'failed', completed_at: new Date() })
        return conclude(db, run, upload_id, 'csv_upload.failed')
      }
  }
  await importRows(run, upload)
  return (db: Db) => finish(db, run, upload_id)
}

async function importRows(run: JobRun, upload: UploadRow) {
  let rows: CheckedRow[] = []
  const flush = async () => {
    if (rows.length === 0) return
    run.signal.throwIfAborted()
    await run.write((db) => importBatch(db, run, upload, rows))
    await run.progress({ stage: 'importing', done: rows.at(-1)!.number })
    rows = []
  }
  for await (const row of checkedRows(chunksIn(run.db, run.org, upload.id), upload)) {
    if (row.number <= upload.position) continue
    if (rows.push(row) === together) await flush()
  }
  await flush()
}

/** All of it or nothing; the fence of the job keeps everybody else out. */
async function importBatch(db: Db, { org, ...run }: JobRun, { id, type }: UploadRow, rows: readonly CheckedRow[]) {
  const importer = importers[type]
  const upload = await holdUpload(db, org, id)
  if (upload?.status !== 'importing' || upload.position !== rows[0]!.number - 1)
    throw new Error('the import is not where this batch begins')
  const counts = noCounts()
  for (const row of rows) tally(counts, row)
  const journal = journalOf(db, org, id)
  const inputs = rows.flatMap(({ input }) => (input ? [input] : []))
  const jobs: Jobs = { enqueue: (kind, payload) => run.enqueue(db, kind, payload) }
  const { outcomes, queued } = inputs.length
    ? await importer.store(db, inputs, { org, user: run.user, upload, options: filled(upload.options), journal, jobs })
    : nothing
  await journal.close()
  if (queued.length) await announce({ jobs } as Ctx, queued)
  for (const { result } of outcomes) counts[result]++
  const changes = outcomes.flatMap(({ id: resource, result }) => {
    const type = result === 'unchanged' ? null : importer.events[result]
    return type ? [{ type, resource, object: JSON.stringify({ id: resource }) }] : []
  })
  if (changes.length)
    await db.run(
      record(
        org,
        { operation: 'csv_import', actor: { type: 'system', id: run.id }, user: run.user, requestId: null },
        changes,
      ),
    )
  await insertProblems(db, org, id, rows.flatMap(problemsOf))
  await addCounts(db, org, id, rows.at(-1)!.number, counts)
}

async function finish(db: Db, run: JobRun, id: string) {
  const { org } = run
  const upload = (await holdUpload(db, org, id))!
  const done = new Date()
  await changeUpload(db, org, id, {
    status: upload.failed > 0 ? 'completed_with_errors' : 'completed',
    completed_at: done,
    rollback_until: rollbackEnd(done),
  })
  // What came in waits for the analysis, whatever kind of table it came from.
  await run.enqueue(db, 'feedback_analysis', { feedback_ids: [] })
  return conclude(db, run, id, 'csv_upload.completed')
}

async function conclude(
  db: Db,
  { org, id: job, user }: JobRun,
  id: string,
  event: 'csv_upload.completed' | 'csv_upload.failed',
) {
  const { suggested_mapping: _, warnings: __, ...upload } = detailOf((await uploadById(db, org, id))!)
  await tell(db, org, { id: job, type: 'csv_import', user }, event, upload)
  return resource(id)
}

/** The full pass of a table that is too long for a request. */
export async function validateCsv(run: JobRun, { upload_id }: { upload_id: string }) {
  const upload = (await uploadById(run.db, run.org, upload_id)) ?? throwApiError('NOT_FOUND', 'The upload is gone.')
  const { counts, problems } = await scan(run.db, run.org, upload, run.signal)
  return async (db: Db) => {
    const now = await holdUpload(db, run.org, upload_id)
    // Somebody mapped it anew, started or cancelled it: what was checked is not what there is.
    if (now?.status !== 'mapped' || now.job_id !== run.id) return
    await clearProblems(db, run.org, upload_id)
    await insertProblems(db, run.org, upload_id, problems)
    await changeUpload(db, run.org, upload_id, { ...counts, status: 'validated' })
    return resource(upload_id)
  }
}
