import { setTimeout as sleep } from 'node:timers/promises'

const retryDelayMs = 500
/** A database that starts beside us on a slow machine may need this long. */
export const startTimeoutMs = 60_000

const notYet =
  /^(57P03|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT)$|timeout|Connection terminated/i

/** A missing certificate file is no missing socket. */
export function isUnreachable(error: unknown): boolean {
  const { code, syscall, message = '' } = error as Partial<NodeJS.ErrnoException>
  return notYet.test(code ?? message) && syscall !== 'open'
}

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
      if (!isUnreachable(error) || Date.now() > deadline) throw error
      if (attempt === 1) onWait(error as Error)
      await sleep(retryDelayMs)
    }
  }
}
