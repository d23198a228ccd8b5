import type { FastifyInstance } from 'fastify'
import { type NewRequestRow, insertRequests, type RequestRow } from '#domain/events/requests/queries.ts'
import type { Log } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'

const flushIntervalMs = 1000
/** Per organization and flush; of more than that only the latest are kept, so that a burst has a bounded cost. */
export const maxEntriesPerFlush = 250

const codeOf = (payload: unknown): string | null =>
  typeof payload === 'string' ? (/^\{"error":\{"code":"([A-Z_]+)"/.exec(payload)?.[1] ?? null) : null

/** What is recorded of a request; collected on the hot path, so only what is already known. */
type RequestEntry = Omit<RequestRow, 'id' | 'created_at' | 'path'> & { org: string; route: string; at: number }

/** The latest entries of one organization; the newest overwrites the oldest. */
type RingBuffer = { notes: RequestEntry[]; count: number }

const inOrder = ({ notes, count }: RingBuffer) =>
  count <= maxEntriesPerFlush
    ? notes
    : [...notes.slice(count % maxEntriesPerFlush), ...notes.slice(0, count % maxEntriesPerFlush)]

/** The id is assigned on write, so that pages of the log stay in order. */
const rowOf = ({ route, at, ...note }: RequestEntry): NewRequestRow => ({
  ...note,
  id: newId(),
  path: route.replace(/:(\w+)/g, '{$1}'),
  created_at: new Date(at).toISOString(),
})

/** Buffers API requests and writes them about once a second. A killed process loses its buffer. */
export function createRequestAudit(store: Store, log: Log) {
  let waiting = new Map<string, RingBuffer>()
  let writing: Promise<void> | null = null

  async function write() {
    const batch = [...waiting.values()].flatMap((latest) => inOrder(latest).map(rowOf))
    waiting = new Map()
    await insertRequests(store, batch).catch((error: Error) =>
      log.warn({ error: error.message, lines: batch.length }, 'request log write failed'),
    )
    writing = null
  }
  const flush = (): Promise<void> => writing ?? (waiting.size === 0 ? Promise.resolve() : (writing = write()))
  const timer = setInterval(flush, flushIntervalMs).unref()

  return {
    note(entry: RequestEntry) {
      let latest = waiting.get(entry.org)
      if (!latest) waiting.set(entry.org, (latest = { notes: [], count: 0 }))
      latest.notes[latest.count++ % maxEntriesPerFlush] = entry
    },
    async stop() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** Records API requests by route, not by URL, which may contain user input. */
export const auditRequests = (note: (entry: RequestEntry) => void) => (app: FastifyInstance) => {
  const codes = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const code = reply.statusCode >= 400 ? codeOf(payload) : null
    if (code) codes.set(request, code)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { org, user, keyId } = request.auth?.caller ?? {}
    if (org && user && keyId) {
      const { statusCode: status } = reply
      note({
        org,
        at: Date.now(),
        method: request.method,
        route: request.routeOptions.url ?? '',
        status,
        code: status >= 400 ? (codes.get(request) ?? null) : null,
        duration_ms: Math.round(reply.elapsedTime),
        request_id: request.id,
        key_id: keyId,
        user_id: user,
      })
    }
    done()
  })
}
