import type { FastifyInstance } from 'fastify'
import { type Noted, noteRequests, type RequestRow } from '#domain/account/requests/queries.ts'
import type { Log } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'

const everyMs = 1000
/** Of each organization in each batch; of more than that the latest are kept, so that a flood costs no more than a stream. */
export const maxAtOnce = 250

const codeOf = (payload: unknown): string | null =>
  typeof payload === 'string' ? (/^\{"error":\{"code":"([A-Z_]+)"/.exec(payload)?.[1] ?? null) : null

/** A request as it is noted: only what is at hand, for this is done while others wait. */
export type Note = Omit<RequestRow, 'id' | 'created_at' | 'path'> & { org: string; route: string; at: number }

/** The latest of one organization; the newest takes the place of the oldest. */
type Latest = { notes: Note[]; count: number }

const inOrder = ({ notes, count }: Latest) =>
  count <= maxAtOnce ? notes : [...notes.slice(count % maxAtOnce), ...notes.slice(0, count % maxAtOnce)]

/** Numbered when it is written, so that whoever pages through the log never meets a line before the one they came from. */
const lineOf = ({ route, at, ...note }: Note): Noted => ({
  ...note,
  id: newId(),
  path: route.replace(/:(\w+)/g, '{$1}'),
  created_at: new Date(at).toISOString(),
})

/** Gathers what programs asked for and writes it down about once a second, so that no request waits for it. What was not written when a process is killed is lost. */
export function requestNotes(store: Store, log: Log) {
  let waiting = new Map<string, Latest>()
  let writing: Promise<void> | null = null

  async function write() {
    const batch = [...waiting.values()].flatMap((latest) => inOrder(latest).map(lineOf))
    waiting = new Map()
    await noteRequests(store, batch).catch((error: Error) =>
      log.warn({ error: error.message, lines: batch.length }, 'the request log lost some lines'),
    )
    writing = null
  }
  const flush = (): Promise<void> => writing ?? (waiting.size === 0 ? Promise.resolve() : (writing = write()))
  const timer = setInterval(flush, everyMs).unref()

  return {
    note(one: Note) {
      let latest = waiting.get(one.org)
      if (!latest) waiting.set(one.org, (latest = { notes: [], count: 0 }))
      latest.notes[latest.count++ % maxAtOnce] = one
    },
    async stop() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** What programs asked for, by route and not by address, which may hold what somebody typed. */
export const rememberRequests = (note: (one: Note) => void) => (app: FastifyInstance) => {
  const codes = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const code = reply.statusCode >= 400 ? codeOf(payload) : null
    if (code) codes.set(request, code)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { org, user, keyId } = request.admission?.principal ?? {}
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
