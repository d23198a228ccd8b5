import { throwApiError } from '#domain/errors.ts'
import type { StreamSlot } from '#mcp/notification-stream.ts'

/** Per process; each stream reads the event feed every few seconds. */
const maxStreams = 100
const maxStreamsPerKey = 10

/** The open streams of a process, so that they are bounded and can be ended. */
export class StreamSlots {
  readonly #open = new Map<AbortController, string>()
  #isEnding = false

  open(caller: string): StreamSlot {
    if (this.#isEnding) throwApiError('SERVICE_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 1 })
    const own = [...this.#open.values()].filter((one) => one === caller).length
    if (own >= maxStreamsPerKey || this.#open.size >= maxStreams)
      throwApiError('RATE_LIMITED', 'Too many streams are open; close one, or try again later.', {
        retryAfterSeconds: 60,
      })
    const ending = new AbortController()
    this.#open.set(ending, caller)
    return { signal: ending.signal, release: () => void this.#open.delete(ending) }
  }

  endAll() {
    this.#isEnding = true
    for (const ending of this.#open.keys()) ending.abort()
  }
}
