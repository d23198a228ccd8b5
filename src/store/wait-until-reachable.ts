import { setTimeout as sleep } from 'node:timers/promises'

const retryDelayMs = 500
/** A database that starts beside us on a slow machine may need this long. */
export const startTimeoutMs = 60_000

const notYet =
  /^(57P03|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT)$|timeout|Connection terminated/i

/** Repeats the first use of a database until it takes connections; a wrong password or name fails at once. */
export async function waitUntilReachable<T>(
  use: () => Promise<T>,
  onWait: (error: Error) => void,
  timeoutMs = startTimeoutMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await use()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!notYet.test(code ?? message) || Date.now() > deadline) throw error
      if (attempt === 1) onWait(error as Error)
      await sleep(retryDelayMs)
    }
  }
}
