/** Runs CPU-heavy work in parallel on an idle machine, one at a time while requests are being served. */
export type Throttle = <T>(work: () => Promise<T>) => Promise<T>

export function yieldToRequests(hasActiveRequests: () => Promise<boolean>): Throttle {
  let queue: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (!(await hasActiveRequests())) return work()
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }
}
