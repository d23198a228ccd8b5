import type { ErrorDetail } from '#contract/core/errors.ts'
import { BadRow } from '#contract/core/batch-rows.ts'

type Done = { id: string; result: 'created' | 'updated' | 'unchanged' }
type Problem = { path: string; message: string }

/** What became of each row, and the sum of it. */
export function results(received: number, of: (n: number) => { done: Done | undefined; problem: Problem | null }) {
  const summary = { received, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const rows = Array.from({ length: received }, (_, index) => {
    const { done, problem } = of(index)
    const status = problem || !done ? ('failed' as const) : done.result
    summary[status]++
    const error = problem && { code: 'VALIDATION_ERROR', message: `${problem.path} ${problem.message}` }
    return { index, status, id: problem ? null : (done?.id ?? null), error }
  })
  return { summary, results: rows }
}

type Check<Row> = (rows: readonly Row[], at: (n: number) => string) => Promise<readonly (ErrorDetail | null)[]>

/** What is wrong with each row: its schema's word first, then what `check` says of those that are sound. */
export async function rowProblems<Row>(items: readonly Row[], check: Check<Row>): Promise<(ErrorDetail | null)[]> {
  const problems = items.map((row): ErrorDetail | null => (row instanceof BadRow ? row.details[0]! : null))
  const sound = items.flatMap((row, n) => (problems[n] ? [] : [{ n, row }]))
  for (const [i, problem] of (
    await check(
      sound.map(({ row }) => row),
      (i) => `body.items.${sound[i]!.n}`,
    )
  ).entries())
    problems[sound[i]!.n] = problem
  return problems
}
