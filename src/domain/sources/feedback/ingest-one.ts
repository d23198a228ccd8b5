import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import type { Prepared } from '#domain/operation-handlers.ts'
import { fieldsProblem, findFieldRules, withStoredFields } from '#domain/custom-fields/values.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { createMasker, type Masker } from '#domain/sources/masking/mask-intake.ts'
import { getMaskingSettings } from '#domain/sources/masking/queries.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import { type FeedbackFields, isDedupedByContent, toFeedbackRow } from './batch-rows.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { applyIngestFilters } from './filters.ts'
import { ingestFeedback, validateReferences } from './ingest.ts'
import { findFeedback, type FeedbackView } from './queries.ts'
import { findContentDuplicates, findExistingFeedback, insertFeedback } from './queries-batch.ts'
import { type IngestFilterRules, getIngestFilters } from './queries-filters.ts'
import type { NewFeedback } from './table.ts'

type IngestedItem = { item: FeedbackView; result: 'created' | 'updated' | 'unchanged' }

type CheckedItem = {
  /** The item with the values of its custom fields as they are stored. */
  input: FeedbackFields
  row: NewFeedback
  problem: ErrorDetail | null
  filters: IngestFilterRules
  masker: Masker
  /** How many stored items it refers to or repeats; unknown for a contact that is described. */
  stored: number | undefined
}

/** Everything that has to be known before one item is written, in one round trip. */
export async function checkItem({ db, org }: Ctx, given: FeedbackFields): Promise<CheckedItem> {
  const [rules, problems, filters, settings, stored] = await pipelined(db, [
    findFieldRules(db, org, 'feedback', [given.custom_fields]),
    validateReferences(db, org, [given], () => 'body'),
    getIngestFilters(db, org),
    getMaskingSettings(db, org),
    // A contact that is described has to be resolved before the item is looked up.
    given.contact ? undefined : countStored(db, org, given, toFeedbackRow(given, given.contact_id ?? null, {})),
  ])
  const problem = problems[0] ?? fieldsProblem(rules, given.custom_fields, 'body')
  const input = problem ? given : withStoredFields(rules, given)
  const unmasked = toFeedbackRow(input, input.contact_id ?? null, {})
  const masker = createMasker(org, settings)
  const masked = (await masker.mask('feedback', input.source, [input]))[0]!
  const row = masked === input ? unmasked : toFeedbackRow(masked, input.contact_id ?? null, {})
  // Looked up by its text, which has changed.
  const isOther = stored === 0 && isDedupedByContent(masked, row) && row.content !== unmasked.content
  return {
    input,
    row,
    problem,
    filters,
    masker,
    stored: isOther ? await countStored(db, org, masked, row) : stored,
  }
}

/** One checked item. A new one is written in one round trip. */
export async function ingestItem(ctx: Prepared<CheckedItem>): Promise<IngestedItem> {
  const { db, org } = ctx
  const { input, row, problem, filters, masker, stored } = ctx.prepared
  if (problem) invalidField(problem.path, problem.message)
  if (stored !== 0) return ingestOther(ctx, input)
  const [next] = await applyIngestFilters(db, org, [row], filters)
  const [inserted, , , item] = await pipelined(db, [
    insertFeedback(db, org, [next!]),
    evaluateContacts(db, org, [row.contact_id], 'feedback'),
    next!.status === 'queued' ? enqueueAnalysis(ctx, [row.id]) : null,
    findFeedback(db, org, row.id),
    masker.save(db, org),
  ])
  // A concurrent request inserted it first.
  if (inserted.size === 0) throw new RetryTransactionError()
  return { item: item!, result: 'created' }
}

async function countStored(db: Db, org: string, input: FeedbackFields, row: NewFeedback): Promise<number> {
  if (row.external_id !== null) return (await findExistingFeedback(db, org, [row])).length
  return isDedupedByContent(input, row) ? (await findContentDuplicates(db, org, [row])).length : 0
}

/** An item that is stored already, or whose contact is described. */
async function ingestOther(ctx: Ctx, input: FeedbackFields): Promise<IngestedItem> {
  const { id, result, queued } = (await ingestFeedback(ctx.db, ctx.org, [input]))[0]!
  if (queued) await enqueueAnalysis(ctx, [id])
  return { item: (await findFeedback(ctx.db, ctx.org, id))!, result }
}
