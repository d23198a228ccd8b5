import { touchKeys } from '#domain/account/keys/queries.ts'
import type { Store } from '#store/open.ts'

const flushEveryMs = 15_000

/** Remembers which keys were used and writes it down now and then, so that reading costs no write. */
export function keyUsage(store: Store) {
  const used = new Map<string, { org: string; id: string; at: number }>()
  const flush = async () => {
    if (used.size === 0) return
    const batch = [...used.values()].map((key) => ({ ...key, at: new Date(key.at).toISOString() }))
    used.clear()
    await touchKeys(store, batch).catch(() => {})
  }
  const timer = setInterval(flush, flushEveryMs).unref()
  return {
    note(org: string, id: string) {
      const seen = used.get(id)
      if (seen) seen.at = Date.now()
      else used.set(id, { org, id, at: Date.now() })
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
