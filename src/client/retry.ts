import { EarshotError } from './errors.ts'

export type Retry = { attempt: number; waitMs: number; error: EarshotError }
type Wait = (ms: number, signal?: AbortSignal) => Promise<void>
export type RetryOptions = {
  /** Maximum number of retries; default 3. */
  retries?: number
  /** Maximum total wait between attempts; default 20 seconds. */
  maxWaitMs?: number
  onRetry?: (retry: Retry) => void
  wait?: Wait
  random?: () => number
}

const firstWaitMs = 250
const maxBackoffMs = 8000

/** Retries temporary failures; only for idempotent calls. */
export async function retryRequest<T>(
  options: RetryOptions,
  attempt: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { retries = 3, maxWaitMs = 20_000, onRetry, wait = sleep, random = Math.random } = options
  let remainingMs = maxWaitMs
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof EarshotError) || attempts > retries || !isTransient(error, attempts)) throw error
      const waitMs =
        error.retryAfterSeconds === undefined ? backoffMs(attempts, random) : error.retryAfterSeconds * 1000
      if (waitMs > remainingMs) throw error
      remainingMs -= waitMs
      onRetry?.({ attempt: attempts, waitMs, error })
      await wait(waitMs, signal)
    }
  }
}

/** What a proxy answers while a server restarts, and errors of the server: it has stored nothing of such a call. */
const temporaryStatuses = new Set([429, 500, 502, 503, 504])

function isTransient({ status, code }: EarshotError, attempts: number): boolean {
  if (temporaryStatuses.has(status) || code === 'NETWORK_ERROR') return true
  // On a retry with the same key a conflict means that our first attempt is still running.
  return code === 'IDEMPOTENCY_CONFLICT' && attempts > 1
}

/** Exponential backoff with full jitter. */
const backoffMs = (attempts: number, random: () => number) =>
  Math.round(random() * Math.min(maxBackoffMs, firstWaitMs * 2 ** (attempts - 1)))

const sleep: Wait = (ms, signal) =>
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
