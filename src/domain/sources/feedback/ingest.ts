import type { ErrorDetail } from '#contract/core/errors.ts'
import { ratingProblem } from '#contract/core/read-rating.ts'
import type { ChangeLog } from '#domain/context.ts'
import { type FieldRules, fieldsProblem } from '#domain/custom-fields/values.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { insertLogged, updateChanged, upsertBatch, type UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import { findReferencedContacts, referenceProblem, resolveContacts } from '#domain/sources/contacts/resolve.ts'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import { maskRecords } from '#domain/sources/masking/mask-intake.ts'
import type { Db } from '#store/open.ts'
import {
  type FeedbackFields,
  type IngestOrigin,
  isDedupedByContent,
  isSameRow,
  mergeDuplicateFeedback,
  toFeedbackRow,
} from './batch-rows.ts'
import { applyIngestFilters } from './filters.ts'
import { findContentDuplicates, findExistingFeedback, insertFeedback, updateExistingFeedback } from './queries-batch.ts'
import type { NewFeedback } from './table.ts'

type FeedbackOutcome = UpsertOutcome & { queued: boolean }

type PathOf = (index: number) => string

/** Checks of ratings and contacts; `pathOf` gives the path of an item in the request. */
export async function validateReferences(
  db: Db,
  org: string,
  items: readonly FeedbackFields[],
  pathOf: PathOf,
): Promise<(ErrorDetail | null)[]> {
  const existing = await findReferencedContacts(db, org, items)
  return items.map((item, n) => {
    const message = item.rating && ratingProblem(item.rating)
    return message ? { path: `${pathOf(n)}.rating`, message } : referenceProblem(item, existing, pathOf(n))
  })
}

/** All checks beyond the schema. */
export async function validateFeedback(
  db: Db,
  org: string,
  { items, rules }: { items: readonly FeedbackFields[]; rules: FieldRules },
  pathOf: PathOf,
): Promise<(ErrorDetail | null)[]> {
  const problems = await validateReferences(db, org, items, pathOf)
  return items.map((item, n) => problems[n] ?? fieldsProblem(rules, item.custom_fields, pathOf(n)))
}

/** Smaller batches are not worth the statistics check. */
const minRowsToAnalyze = 20

/** Upserts validated items in a fixed number of statements. */
export async function ingestFeedback(
  db: Db,
  org: string,
  inputs: readonly FeedbackFields[],
  origin: IngestOrigin = {},
): Promise<FeedbackOutcome[]> {
  if (inputs.length === 0) return []
  const items = await maskRecords({ db, org }, 'feedback', inputs, ({ source }) => source)
  const contacts = await resolveContacts(db, org, items, origin.changeLog)
  const rows = await applyIngestFilters(
    db,
    org,
    items.map((item, n) => toFeedbackRow(item, contacts[n]!, origin)),
  )
  const groups = mergeDuplicateFeedback(items, rows)
  const [deduped, others] = [new Array<NewFeedback>(), new Array<NewFeedback>()]
  for (const { row, members } of groups) (isDedupedByContent(items[members[0]!]!, row) ? deduped : others).push(row)
  const stored = await storeRows(db, org, { deduped, others }, origin.changeLog)
  if (rows.length >= minRowsToAnalyze) await analyzeGrownTables(db, ['feedback', 'feedback_state'])
  if ([...stored.values()].some(({ result }) => result !== 'unchanged'))
    await evaluateContacts(
      db,
      org,
      rows.map((row) => row.contact_id),
      'feedback',
    )
  const outcomes: FeedbackOutcome[] = []
  for (const { row, members } of groups) {
    const first = stored.get(row.id)!
    for (const [i, n] of members.entries()) {
      const repeated = i > 0 && isSameRow(rows[n]!, rows[members[i - 1]!]!)
      outcomes[n] = i === 0 ? first : { id: first.id, result: repeated ? 'unchanged' : 'updated', queued: false }
    }
  }
  return outcomes
}

type RowsToStore = { deduped: readonly NewFeedback[]; others: readonly NewFeedback[] }

/** What became of each row, by the id of the row. */
async function storeRows(
  db: Db,
  org: string,
  { deduped, others }: RowsToStore,
  changeLog: ChangeLog | undefined,
): Promise<Map<string, FeedbackOutcome>> {
  const outcomes = new Map<string, FeedbackOutcome>()
  if (deduped.length)
    for (const { input_id, id } of await findContentDuplicates(db, org, deduped))
      outcomes.set(input_id, { id, result: 'unchanged', queued: false })
  const rows = [...others, ...deduped.filter((row) => !outcomes.has(row.id))]
  const kind = 'feedback'
  const upserted = await upsertBatch(rows, {
    findExisting: (some) => findExistingFeedback(db, org, some),
    updateExisting: (matches) =>
      updateChanged(matches, async (changed) => {
        await changeLog?.changing(
          kind,
          changed.map((row) => row.id),
        )
        await updateExistingFeedback(db, org, changed)
      }),
    insertNew: (some) => insertLogged(some, (missing) => insertFeedback(db, org, missing), { kind, changeLog }),
  })
  for (const row of rows) {
    const { id, result, existing } = upserted.get(row.id)!
    const needsAnalysis = existing ? result === 'updated' && existing.needs_analysis : true
    outcomes.set(row.id, { id, result, queued: needsAnalysis && row.status === 'queued' })
  }
  return outcomes
}
