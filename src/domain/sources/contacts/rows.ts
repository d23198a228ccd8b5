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
