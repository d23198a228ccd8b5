export type PollingLoop = {
  /** Polls again without waiting for the interval. */
  wake(): void
  /** Stops polling; resolves when the current poll has ended. */
  stop(): Promise<void>
}

type Options = {
  intervalMs: number
  /** Resolves to true when more work is waiting, to poll again at once. */
  poll(): Promise<boolean>
  onError(error: Error): void
}

/** Calls `poll` until stopped, one call at a time. */
export function startPolling({ intervalMs, poll, onError }: Options): PollingLoop {
  let stopping = false
  let wakePending = false
  let wake: () => void = () => (wakePending = true)

  const waitForWork = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, wakePending ? 0 : intervalMs)
      function done() {
        clearTimeout(timer)
        wakePending = false
        wake = () => (wakePending = true)
        resolve()
      }
      wake = done
    })

  async function run() {
    while (!stopping) {
      const more = await poll().catch((error: Error) => {
        onError(error)
        return false
      })
      if (!more && !stopping) await waitForWork()
    }
  }
  const running = run()

  return {
    wake: () => wake(),
    async stop() {
      stopping = true
      wake()
      await running
    },
  }
}
