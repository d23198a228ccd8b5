import type { Calls } from '#client/connect.ts'
import { type ResourceChanges, followEvents } from './follow-events.ts'

/* Server-sent events for clients over HTTP. The server keeps no sessions: every stream has all changes. */

export type StreamSlot = {
  /** Ends the stream, such as when the server stops. */
  signal: AbortSignal
  /** Is called once, when the stream has ended. */
  release(): void
}

/** Proxies and the server close silent connections after a minute. */
const heartbeatMs = 20_000
/** A client that does not read is disconnected; with its last event id it can continue. */
const maxUnreadChunks = 1000

const notification = (method: string, params?: object) => ({ jsonrpc: '2.0', method, ...(params && { params }) })

const notificationsOf = ({ uris, isListChanged }: Pick<ResourceChanges, 'uris' | 'isListChanged'>) => [
  ...uris.map((uri) => notification('notifications/resources/updated', { uri })),
  ...(isListChanged ? [notification('notifications/resources/list_changed')] : []),
]

type StreamOptions = StreamSlot & { after?: string | undefined; pollMs?: number | undefined }

export function notificationStream(calls: Calls, { signal, release, ...options }: StreamOptions): Response {
  const cancelled = new AbortController()
  const encoder = new TextEncoder()
  async function writeTo(controller: ReadableStreamDefaultController<Uint8Array>) {
    const write = (text: string) => controller.enqueue(encoder.encode(text))
    const ends = AbortSignal.any([signal, cancelled.signal])
    const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs)
    ends.addEventListener('abort', () => clearInterval(heartbeat), { once: true })
    write(':\n\n')
    for await (const changes of followEvents(calls, { ...options, signal: ends })) {
      for (const message of ends.aborted ? [] : notificationsOf(changes))
        write(`id: ${changes.lastEventId}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`)
      if (controller.desiredSize !== null && controller.desiredSize < -maxUnreadChunks) break
    }
    clearInterval(heartbeat)
    if (!cancelled.signal.aborted) controller.close()
  }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void writeTo(controller).finally(release),
    cancel: () => cancelled.abort(),
  })
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Kept alive after the stream, it would keep a stopping server waiting.
    connection: 'close',
    // Otherwise nginx collects messages before it sends them on.
    'x-accel-buffering': 'no',
  }
  return new Response(body, { headers })
}
