import type { Sql } from './sql.ts'
import type { Store } from './open.ts'

/** The store for work in short transactions that a stop may end: after the signal, no further statement begins. */
export const untilAborted = (store: Store, signal: AbortSignal): Store => ({
  ...store,
  async rows<Row>(query: Sql) {
    signal.throwIfAborted()
    return store.rows<Row>(query)
  },
  async first<Row>(query: Sql) {
    signal.throwIfAborted()
    return store.first<Row>(query)
  },
  async run(query) {
    signal.throwIfAborted()
    return store.run(query)
  },
  async transaction(...work) {
    signal.throwIfAborted()
    return store.transaction(...work)
  },
})
