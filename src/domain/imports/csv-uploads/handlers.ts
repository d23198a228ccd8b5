import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { answer, FileAnswer, type Handlers, type Input, prepared } from '#contract/core/route.ts'
import { cancelJob } from '#domain/account/jobs/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageOf } from '#store/page.ts'
import { createUpload, type Looked, lookThrough } from './create.ts'
import { requireFit } from './mapping.ts'
import { detailOf, shown } from './present.ts'
import { clearProblems, insertProblems, problemsAfter } from './problems.ts'
import {
  changeUpload,
  chunksIn,
  hasFile,
  holdUpload,
  pageOfUploads,
  rollbackEnd,
  type Status,
  uploadById,
  type UploadRow,
} from './queries.ts'
import { rejectedRows } from './rejected.ts'
import { firstRows, noCounts, scan } from './scan.ts'
import { templateOf } from './templates.ts'

/** Longer tables are checked in the background. */
const maxAtOnce = 5000

const found = (upload: UploadRow | undefined): UploadRow => upload ?? notFound('upload')
const show = async ({ db, org }: Ctx, id: string) => detailOf(found(await uploadById(db, org, id)))

async function requireFile({ db, org }: Ctx, upload: string) {
  if (!(await hasFile(db, org, upload)))
    throwApiError(
      'INVALID_STATE',
      'The file is not kept any more; only for 30 days after the last thing that happened to it.',
    )
}

async function holdIn({ db, org }: Ctx, id: string, states: readonly Status[], why: string): Promise<UploadRow> {
  const upload = found(await holdUpload(db, org, id))
  if (!states.includes(upload.status)) throwApiError('INVALID_STATE', `${why} (it is ${upload.status}).`)
  return upload
}

export const handlers: Handlers<typeof csvUploads, Ctx> = {
  async getCsvTemplate({ wants }, { type }) {
    const template = templateOf(type)
    return wants === 'text/csv' ? new FileAnswer('text/csv', template.file_name, template.content) : template
  },

  createCsvUpload: prepared(lookThrough, async (ctx: Ctx, given: Input<(typeof csvUploads)['createCsvUpload']>) => {
    const looked = ctx.prepared as Looked
    return { ...(await show(ctx, await createUpload(ctx, given, looked))), preview: looked.preview }
  }),

  async listCsvUploads({ db, org, cursors }, { cursor, ...wanted }) {
    const rows = await pageOfUploads(
      db,
      org,
      wanted,
      cursor === undefined ? undefined : (cursors.read(cursor)[0] as string),
    )
    const { data, pagination } = pageOf(rows, wanted.limit, (last) => cursors.write([last.id]))
    return { data: data.map(shown), pagination }
  },

  getCsvUpload: (ctx, { uploadId }) => show(ctx, uploadId),

  async previewCsvUpload(ctx, { uploadId, limit }) {
    const upload = found(await uploadById(ctx.db, ctx.org, uploadId))
    await requireFile(ctx, uploadId)
    return { data: await firstRows(chunksIn(ctx.db, ctx.org, uploadId), upload, limit) }
  },

  async updateCsvMapping(ctx, { uploadId, columns, questions = [], unmapped, options = {} }) {
    const upload = await holdIn(
      ctx,
      uploadId,
      ['uploaded', 'mapped', 'validated'],
      'This upload cannot be mapped any more',
    )
    requireFit(upload, { columns, questions, unmapped })
    await clearProblems(ctx.db, ctx.org, uploadId)
    const change = {
      mapping: JSON.stringify({ columns, questions, unmapped }),
      options: JSON.stringify(options),
      status: 'mapped',
      job_id: null,
    } as const
    await changeUpload(ctx.db, ctx.org, uploadId, { ...change, ...noCounts() })
    return show(ctx, uploadId)
  },

  async validateCsvUpload(ctx, { uploadId }) {
    const { db, org } = ctx
    const upload = await holdIn(ctx, uploadId, ['mapped', 'validated'], 'Only a mapped upload can be checked')
    if (upload.row_count > maxAtOnce) {
      const job_id = await ctx.jobs.enqueue(
        'csv_validation',
        { upload_id: uploadId },
        { resource: { type: 'csv_upload', id: uploadId }, total: upload.row_count },
      )
      await changeUpload(db, org, uploadId, { status: 'mapped', job_id })
      return show(ctx, uploadId)
    }
    const { counts, problems } = await scan(db, org, upload)
    await clearProblems(db, org, uploadId)
    await insertProblems(db, org, uploadId, problems)
    await changeUpload(db, org, uploadId, { ...counts, status: 'validated', job_id: null })
    return answer(200, await show(ctx, uploadId))
  },

  async startCsvUpload(ctx, { uploadId }) {
    const upload = await holdIn(
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
    await clearProblems(ctx.db, ctx.org, uploadId)
    await changeUpload(ctx.db, ctx.org, uploadId, {
      ...noCounts(),
      status: 'importing',
      job_id,
      batch_id: newId(),
      started_at: ctx.now,
    })
    return show(ctx, uploadId)
  },

  async cancelCsvUpload(ctx, { uploadId }) {
    const { db, org } = ctx
    const { job_id } = found(await uploadById(db, org, uploadId))
    // The job first, as its own batches take the two.
    if (job_id) await cancelJob(db, org, job_id)
    const upload = await holdIn(
      ctx,
      uploadId,
      ['uploaded', 'mapped', 'validated', 'importing', 'cancelled'],
      'There is nothing to cancel',
    )
    const begun = upload.started_at !== null
    const until = begun ? { completed_at: ctx.now, rollback_until: rollbackEnd(ctx.now) } : {}
    if (upload.completed_at === null) await changeUpload(db, org, uploadId, { status: 'cancelled', ...until })
    return show(ctx, uploadId)
  },

  async rollbackCsvUpload(ctx, { uploadId }) {
    const upload = await holdIn(
      ctx,
      uploadId,
      ['completed', 'completed_with_errors', 'cancelled', 'failed'],
      'Only an import that has ended can be taken back',
    )
    if (upload.started_at === null) throwApiError('INVALID_STATE', 'Nothing of this upload was imported.')
    if (upload.rollback_until !== null && upload.rollback_until < ctx.now.toISOString())
      throwApiError('INVALID_STATE', 'An import can be taken back within 30 days only.')
    const job_id = await ctx.jobs.enqueue(
      'csv_rollback',
      { upload_id: uploadId },
      { resource: { type: 'csv_upload', id: uploadId } },
    )
    await changeUpload(ctx.db, ctx.org, uploadId, { status: 'rolling_back', job_id })
    return show(ctx, uploadId)
  },

  async listCsvErrors(ctx, { uploadId, limit, cursor, format }) {
    const { db, org, cursors, wants } = ctx
    const upload = found(await uploadById(db, org, uploadId))
    const after = cursor === undefined ? ([0, 0] as const) : (cursors.read(cursor) as readonly [number, number])
    if (format === 'csv' || wants === 'text/csv') {
      await requireFile(ctx, uploadId)
      return new FileAnswer(
        'text/csv',
        `rejected-${upload.file_name.replace(/\.\w+$/, '')}.csv`,
        rejectedRows(db, org, upload),
      )
    }
    const { data, pagination } = pageOf(await problemsAfter(db, org, uploadId, limit + 1, after), limit, (last) =>
      cursors.write([last.row_number, last.n]),
    )
    return { data: data.map(({ row_number: row, n: _, ...rest }) => ({ row, ...rest })), pagination }
  },
}
