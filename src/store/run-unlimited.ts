import type { Store } from './open.ts'

/** Longer than any index takes to build. */
const maxMs = 12 * 3_600_000

/**
 * Runs a statement that may take hours and cannot be in a transaction, on a connection of its own. Behind a pooler the
 * session has no timeouts, and settings would go to another session.
 */
export async function runUnlimited(store: Store, text: string, settings: Record<string, string> = {}): Promise<void> {
  const client = await store.pool.connect()
  try {
    if (store.keepsSession)
      for (const [name, value] of Object.entries({ statement_timeout: '0', lock_timeout: '0', ...settings }))
        await client.query(`set ${name} = '${value}'`)
    await client.query({ text, query_timeout: maxMs } as { text: string })
  } finally {
    // Its settings must not serve another statement.
    client.release(true)
  }
}
