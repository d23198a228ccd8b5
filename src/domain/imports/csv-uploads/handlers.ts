import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { withStatus, FileResponse } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { cancelJob } from '#domain/jobs/queries.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageById, pageOf, readCursor } from '#store/page.ts'
import { suggest } from './file/detect-format.ts'
import { createUpload, receiveFile } from './create/create-upload.ts'
import { withFieldRules } from './mapping/custom-field-columns.ts'
import { requireValidMapping } from './mapping/validate-mapping.ts'
import { toProblem, toRowsCheck, toUploadDetail, toUpload } from './present.ts'
import { deleteProblems, insertProblems, listProblems } from './queries-problems.ts'
import {
  updateUpload,
  readChunks,
  hasChunks,
  lockUpload,
  listUploads,
  rollbackEnd,
  type UploadStatus,
  findUpload,
  type UploadRow,
} from './queries.ts'
import { rejectedRows } from './rows/rejected-rows.ts'
import { emptyCounts, validateRows } from './rows/validate-rows.ts'
import { previewRows } from './rows/preview.ts'
import { templateOf } from './file/templates.ts'

/** Longer tables are validated by a job. */
const maxInlineRows = 5000

const requireUpload = (upload: UploadRow | undefined): UploadRow => upload ?? notFound('upload')
const getUploadDetail = async ({ db, org }: ReadCtx, id: string) =>
  toUploadDetail(requireUpload(await findUpload(db, org, id)))

async function requireFile({ db, org }: ReadCtx, upload: string) {
  if (!(await hasChunks(db, org, upload)))
    throwApiError(
      'INVALID_STATE',
      'The file was deleted; files are kept for 30 days after the last change of the upload.',
    )
}

async function lockUploadIn(
  { db, org }: Ctx,
  id: string,
  statuses: readonly UploadStatus[],
  message: string,
): Promise<UploadRow> {
  const upload = requireUpload(await lockUpload(db, org, id))
  if (!statuses.includes(upload.status)) throwApiError('INVALID_STATE', `${message} (it is ${upload.status}).`)
  return upload
}

/** An import that was taken back begins anew. */
const notStarted = {
  job_id: null,
  batch_id: null,
  survey_id: null,
  position: 0,
  started_at: null,
  completed_at: null,
  rollback_until: null,
} as const

/** The upload as if its rows were of this type, with what is then suggested. */
const ofType = (upload: UploadRow, type: UploadRow['type'] = upload.type): UploadRow =>
  type === upload.type ? upload : { ...upload, type, suggestion: suggest({ ...upload, type }) }

export const handlers: Handlers<typeof csvUploads, 'createCsvUpload'> = {
  async getCsvTemplate({ accept }, { type }) {
    const template = templateOf(type)
    return accept === 'text/csv' ? new FileResponse('text/csv', template.file_name, template.content) : template
  },

  createCsvUpload: staged({
    before: receiveFile,
    async handle(ctx, input) {
      const { preview, checked } = ctx.prepared
      const upload = await getUploadDetail(ctx, await createUpload(ctx, input, ctx.prepared))
      return { ...upload, preview, check: toRowsCheck(checked) }
    },
  }),

  async listCsvUploads({ db, org, cursors }, query) {
    const { data, pagination } = await pageById(cursors, query, (after) => listUploads(db, org, query, after))
    return { data: data.map(toUpload), pagination }
  },

  async getCsvUpload({ db, org }, { uploadId, type }) {
    return toUploadDetail(ofType(requireUpload(await findUpload(db, org, uploadId)), type))
  },

  async previewCsvUpload(ctx, { uploadId, limit }) {
    const upload = requireUpload(await findUpload(ctx.db, ctx.org, uploadId))
    await requireFile(ctx, uploadId)
    return { data: await previewRows(readChunks(ctx.db, ctx.org, uploadId), upload, limit) }
  },

  async updateCsvMapping(ctx, { uploadId, type, columns: given, questions = [], unmapped, options = {} }) {
    const statuses = ['uploaded', 'mapped', 'validated', 'rolled_back'] as const
    const locked = await lockUploadIn(ctx, uploadId, statuses, 'This upload can no longer be mapped')
    const upload = ofType(locked, type)
    if (upload.status === 'rolled_back') await requireFile(ctx, uploadId)
    const columns = await withFieldRules(ctx, upload.type, given)
    requireValidMapping(upload, { columns, questions, unmapped }, options)
    await deleteProblems(ctx.db, ctx.org, uploadId)
    const change = {
      mapping: JSON.stringify({ columns, questions, unmapped }),
      options: JSON.stringify(options),
      status: 'mapped',
      ...notStarted,
      ...(type !== undefined && { type, suggestion: JSON.stringify(upload.suggestion) }),
    } as const
    await updateUpload(ctx.db, ctx.org, uploadId, { ...change, ...emptyCounts() })
    return getUploadDetail(ctx, uploadId)
  },

  async validateCsvUpload(ctx, { uploadId }) {
    const { db, org } = ctx
    const upload = await lockUploadIn(ctx, uploadId, ['mapped', 'validated'], 'Only a mapped upload can be validated')
    if (upload.row_count > maxInlineRows) {
      const job_id = await ctx.jobs.enqueue(
        'csv_validation',
        { upload_id: uploadId },
        { resource: { type: 'csv_upload', id: uploadId }, total: upload.row_count },
      )
      await updateUpload(db, org, uploadId, { status: 'mapped', job_id })
      return getUploadDetail(ctx, uploadId)
    }
    const { counts, problems } = await validateRows(readChunks(db, org, uploadId), upload)
    await deleteProblems(db, org, uploadId)
    await insertProblems(db, org, uploadId, problems)
    await updateUpload(db, org, uploadId, { ...counts, status: 'validated', job_id: null })
    return withStatus(200, await getUploadDetail(ctx, uploadId))
  },

  async startCsvUpload(ctx, { uploadId }) {
    const upload = await lockUploadIn(
      ctx,
      uploadId,
      ['mapped', 'validated'],
      'Only a mapped upload that was not started can be imported',
    )
    const job_id = await ctx.jobs.enqueue(
      'csv_import',
      { upload_id: uploadId },
      { resource: { type: 'csv_upload', id: uploadId }, total: upload.row_count },
    )
    await deleteProblems(ctx.db, ctx.org, uploadId)
    await updateUpload(ctx.db, ctx.org, uploadId, {
      ...emptyCounts(),
      status: 'importing',
      job_id,
      batch_id: newId(),
      started_at: ctx.now,
    })
    return getUploadDetail(ctx, uploadId)
  },

  async cancelCsvUpload(ctx, { uploadId }) {
    const { db, org } = ctx
    const { job_id } = requireUpload(await findUpload(db, org, uploadId))
    // Locks the job before the upload, like the batches of the job.
    if (job_id) await cancelJob(db, org, job_id)
    const upload = await lockUploadIn(
      ctx,
      uploadId,
      ['uploaded', 'mapped', 'validated', 'importing', 'cancelled'],
      'There is nothing to cancel',
    )
    const wasStarted = upload.started_at !== null
    const until = wasStarted ? { completed_at: ctx.now, rollback_until: rollbackEnd(ctx.now) } : {}
    if (upload.completed_at === null) await updateUpload(db, org, uploadId, { status: 'cancelled', ...until })
    return getUploadDetail(ctx, uploadId)
  },

  async rollbackCsvUpload(ctx, { uploadId }) {
    const upload = await lockUploadIn(
      ctx,
      uploadId,
      ['completed', 'completed_with_errors', 'cancelled', 'failed'],
      'Only an import that has ended can be rolled back',
    )
    if (upload.started_at === null) throwApiError('INVALID_STATE', 'Nothing of this upload was imported.')
    if (upload.rollback_until !== null && upload.rollback_until < ctx.now.toISOString())
      throwApiError('INVALID_STATE', 'An import can only be rolled back within 30 days.')
    const job_id = await ctx.jobs.enqueue(
      'csv_rollback',
      { upload_id: uploadId },
      { resource: { type: 'csv_upload', id: uploadId } },
    )
    await updateUpload(ctx.db, ctx.org, uploadId, { status: 'rolling_back', job_id })
    return getUploadDetail(ctx, uploadId)
  },

  async listCsvErrors(ctx, { uploadId, limit, cursor, format }) {
    const { db, org, cursors, accept: wants } = ctx
    const upload = requireUpload(await findUpload(db, org, uploadId))
    const after = (readCursor(cursors, cursor) ?? [0, 0]) as readonly [number, number]
    if (format === 'csv' || wants === 'text/csv') {
      await requireFile(ctx, uploadId)
      return new FileResponse(
        'text/csv',
        `rejected-${upload.file_name.replace(/\.\w+$/, '')}.csv`,
        rejectedRows(db, org, upload),
      )
    }
    const rows = await listProblems(db, org, uploadId, { limit: limit + 1, after })
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.row_number, last.n]))
    return { data: data.map(toProblem), pagination }
  },
}
