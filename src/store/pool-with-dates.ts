import pg from 'pg'
import type { Store } from './open.ts'
import { pipelined } from './pipelined.ts'
import { beginStatement } from './transaction.ts'

/**
 * A view of the pool for a library that compares instants as Dates, while the store reads them as text. Its statements
 * outside a transaction get one where the session settings must be set in it.
 */
export const poolWithDates = ({ pool, begin }: Pick<Store, 'pool' | 'begin'>) => ({
  async connect() {
    const client = await pool.connect()
    let isInTransaction = false
    const send = (text: string, values?: unknown[]) =>
      client.query({ text, ...(values && { values }), types: pg.types })
    return {
      async query(text: string, values: unknown[]) {
        if (/^begin\b/i.test(text)) {
          isInTransaction = true
          return client.query(begin)
        }
        if (isInTransaction || begin === beginStatement) return send(text, values)
        const [, result] = await pipelined(client, [client.query(begin), send(text, values), client.query('commit')])
        return result
      },
      release: () => client.release(),
    }
  },
  end: async () => {},
})
