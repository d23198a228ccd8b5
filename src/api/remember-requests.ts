import type { FastifyInstance } from 'fastify'
import { type Noted, noteRequests } from '#domain/account/requests/queries.ts'
import type { Log } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'

const everyMs = 1000
/** Of each organization in each batch; of more than that the latest are kept, so that a flood costs no more than a stream. */
export const mostAtOnce = 250

const codeOf = (payload: unknown): string | null => (typeof payload === 'string' ? (/^\{"error":\{"code":"([A-Z_]+)"/.exec(payload)?.[1] ?? null) : null)

/** The latest of one organization, in no order: the newest takes the place of the oldest. */
type Latest = { notes: Noted[]; count: number }

/** Gathers what programs asked for and writes it down about once a second, so that no request waits for it. What was not written when a process is killed is lost. */
export function requestNotes(store: Store, log: Log) {
  let waiting = new Map<string, Latest>()
  let writing: Promise<void> | null = null

  async function write() {
    const batch = [...waiting.values()].flatMap(({ notes }) => notes)
    waiting = new Map()
    await noteRequests(store, batch).catch((error: Error) => log.warn({ error: error.message, lines: batch.length }, 'the request log lost some lines'))
    writing = null
  }
  const flush = (): Promise<void> => writing ?? (waiting.size === 0 ? Promise.resolve() : (writing = write()))
  const timer = setInterval(flush, everyMs).unref()

  return {
    note(one: Noted) {
      let latest = waiting.get(one.org)
      if (!latest) waiting.set(one.org, (latest = { notes: [], count: 0 }))
      latest.notes[latest.count++ % mostAtOnce] = one
    },
    async stop() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** What programs asked for, by route and not by address, which may hold what somebody typed. */
export const rememberRequests = (note: (one: Noted) => void) => (app: FastifyInstance) => {
  const codes = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const code = reply.statusCode >= 400 ? codeOf(payload) : null
    if (code) codes.set(request, code)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { org, user, keyId } = request.admission?.principal ?? {}
    if (org && user && keyId) {
      note({
        org, id: newId(), created_at: new Date().toISOString(),
        method: request.method, path: (request.routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}'), status: reply.statusCode, code: codes.get(request) ?? null,
        duration_ms: Math.round(reply.elapsedTime), request_id: request.id, key_id: keyId, user_id: user,
      })
    }
    done()
  })
}
