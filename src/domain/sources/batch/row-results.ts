import { InvalidRow } from '#contract/core/batch-rows.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { UpsertOutcome } from './upsert-batch.ts'

/** Validates rows beyond their schema; `pathOf` gives the path of a row in the request. */
type Validate<Row> = (
  rows: readonly Row[],
  pathOf: (index: number) => string,
) => Promise<readonly (ErrorDetail | null)[]>

/** A batch after validation: the problem of each row, and the valid rows with their indexes. */
type ValidatedBatch<Row> = { problems: (ErrorDetail | null)[]; valid: { index: number; row: Row }[] }

/** Schema problems come first; only rows that fit their schema are passed to `validate`. */
export async function validateBatch<Row>(items: readonly Row[], validate: Validate<Row>): Promise<ValidatedBatch<Row>> {
  const problems = items.map((row): ErrorDetail | null => (row instanceof InvalidRow ? row.details[0]! : null))
  const parsed = items.flatMap((row, index) => (problems[index] ? [] : [{ index, row }]))
  const found = await validate(
    parsed.map(({ row }) => row),
    (n) => `body.items.${parsed[n]!.index}`,
  )
  for (const [n, problem] of found.entries()) problems[parsed[n]!.index] = problem
  return { problems, valid: parsed.filter(({ index }) => !problems[index]) }
}

/** The status of each row and the totals; `outcomes` are those of the valid rows, in their order. */
export function batchResults({ problems, valid }: ValidatedBatch<unknown>, outcomes: readonly UpsertOutcome[]) {
  const summary = { received: problems.length, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const outcomeAt = new Map(outcomes.map((outcome, n) => [valid[n]!.index, outcome]))
  const results = problems.map((problem, index) => {
    const outcome = problem ? undefined : outcomeAt.get(index)
    const status = outcome?.result ?? ('failed' as const)
    summary[status]++
    const error = problem && { code: 'VALIDATION_ERROR', message: `${problem.path} ${problem.message}` }
    return { index, status, id: outcome?.id ?? null, error }
  })
  return { summary, results }
}

/** As batchResults, with the external id of each valid row. */
export function batchResultsWithReferences<Row extends { external_id?: string | undefined }>(
  batch: ValidatedBatch<Row>,
  outcomes: readonly UpsertOutcome[],
) {
  const references = new Map(batch.valid.map(({ index, row }) => [index, row.external_id ?? null]))
  const { summary, results } = batchResults(batch, outcomes)
  return { summary, results: results.map((row) => ({ ...row, external_id: references.get(row.index) ?? null })) }
}
