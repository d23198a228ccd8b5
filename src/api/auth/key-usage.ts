import { updateLastUsed } from '#domain/access/last-use/queries.ts'
import type { Store } from '#store/open.ts'

const flushIntervalMs = 15_000

/** Records when keys were used and writes it in batches, so that a read causes no write. */
export function keyUsageRecorder(store: Store) {
  const used = new Map<string, { org: string; id: string; at: number }>()
  const flush = async () => {
    if (used.size === 0) return
    const batch = [...used.values()].map((key) => ({ ...key, at: new Date(key.at).toISOString() }))
    used.clear()
    await updateLastUsed(store, batch).catch(() => {})
  }
  const timer = setInterval(flush, flushIntervalMs).unref()
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
