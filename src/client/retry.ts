import { EarshotError } from './errors.ts'

export type Retry = { attempt: number; waitMs: number; error: EarshotError }
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>
export type RetryOptions = {
  /** How often a call is sent again; 3 unless told. */
  retries?: number
  /** How long a call waits in all between its attempts; 20 seconds unless told. */
  maxWaitMs?: number
  onRetry?: (retry: Retry) => void
  wait?: Wait
  random?: () => number
}

const firstWaitMs = 250
const maxWaitMs = 8000

/** Sends again what failed for now; only for what acts once however often it is sent. */
export async function withRetries<T>(
  options: RetryOptions,
  attempt: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { retries = 3, maxWaitMs: maxWaitMs = 20_000, onRetry, wait = waitFor, random = Math.random } = options
  let leftMs = maxWaitMs
  for (let sent = 1; ; sent++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof EarshotError) || sent > retries || !isPassing(error, sent)) throw error
      const waitMs = error.retryAfterSeconds === undefined ? backoffMs(sent, random) : error.retryAfterSeconds * 1000
      if (waitMs > leftMs) throw error
      leftMs -= waitMs
      onRetry?.({ attempt: sent, waitMs, error })
      await wait(waitMs, signal)
    }
  }
}

function isPassing({ status, code }: EarshotError, sent: number): boolean {
  if (status === 429 || status === 503 || code === 'NETWORK_ERROR') return true
  // Sent again under the same key, a conflict says that our own first attempt is still running.
  return code === 'IDEMPOTENCY_CONFLICT' && sent > 1
}

/** Full jitter: callers who failed together do not come back together. */
const backoffMs = (sent: number, random: () => number) =>
  Math.round(random() * Math.min(maxWaitMs, firstWaitMs * 2 ** (sent - 1)))

const waitFor: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
