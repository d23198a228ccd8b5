import type { JobRun } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { deleteProblems, insertProblems } from '#domain/imports/csv-uploads/queries-problems.ts'
import { findUpload, lockUpload, readChunks, updateUpload } from '#domain/imports/csv-uploads/queries.ts'
import { validateRows } from '#domain/imports/csv-uploads/rows/validate-rows.ts'
import type { Db } from '#store/open.ts'

/** Validates a table that is too long to be validated within a request. */
export async function validateCsv(run: JobRun, { upload_id }: { upload_id: string }) {
  const upload = (await findUpload(run.db, run.org, upload_id)) ?? throwApiError('NOT_FOUND', 'The upload is gone.')
  const { counts, problems } = await validateRows(readChunks(run.db, run.org, upload_id), upload, run)
  return async (db: Db) => {
    const current = await lockUpload(db, run.org, upload_id)
    // Mapped again, started or cancelled in the meantime: the result is outdated.
    if (current?.status !== 'mapped' || current.job_id !== run.id) return
    await deleteProblems(db, run.org, upload_id)
    await insertProblems(db, run.org, upload_id, problems)
    await updateUpload(db, run.org, upload_id, { ...counts, status: 'validated' })
    return { type: 'csv_upload', id: upload_id }
  }
}
