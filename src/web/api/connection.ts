import { externalValue } from '#web/external-value.ts'

/* Whether the server answers. While it does not, it is asked regularly, and everything reloads once it does. */

const firstPollMs = 1000
const maxPollMs = 10_000

const isLost = externalValue(false)
let timer: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

function setLost(lost: boolean) {
  if (isLost.get() === lost) return
  isLost.set(lost)
  if (lost) return poll(firstPollMs)
  clearTimeout(timer)
  for (const resume of waiting) resume()
  waiting.clear()
}

function poll(afterMs: number) {
  timer = setTimeout(async () => {
    if (await isReachable()) setLost(false)
    else if (isLost.get()) poll(Math.min(maxPollMs, afterMs * 1.5))
  }, afterMs)
}

const isReachable = () =>
  globalThis.fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** A reverse proxy answers for a server that is gone. */
const isGatewayError = ({ status }: Response) => status === 502 || status === 504

/** `fetch` that notices a lost and a restored connection. */
export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  try {
    const response = await globalThis.fetch(input, init)
    setLost(isGatewayError(response))
    return response
  } catch (error) {
    if (!init?.signal?.aborted) setLost(true)
    throw error
  }
}

/** Resolves when the server answers. */
export async function whenReachable(): Promise<void> {
  if (await isReachable()) return setLost(false)
  setLost(true)
  await new Promise<void>((resume) => waiting.add(resume))
}

/** Runs each time the server answers again. */
export function onReconnect(run: () => void) {
  isLost.onChange(() => !isLost.get() && run())
}

export const useIsConnectionLost = isLost.use
