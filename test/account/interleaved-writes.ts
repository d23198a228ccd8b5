import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store, Tx } from '#store/open.ts'

type Writing = { writers: number; transactionsPerWriter: number }

/**
 * Many writers at once, so that transactions commit in another order than they began; one in seven is rolled back.
 * `write` returns what it wrote; the answer is what was committed by each writer, in order.
 */
export const writeInterleaved = (
  store: Store,
  { writers, transactionsPerWriter }: Writing,
  write: (db: Tx, writer: number, n: number) => Promise<string[]>,
): Promise<string[][]> => {
  const run = async (writer: number) => {
    const committed: string[] = []
    for (let n = 0; n < transactionsPerWriter; n++) {
      const isRolledBack = n % 7 === 6
      await store
        .transaction(async (db) => {
          const written = await write(db, writer, n)
          await sleep(Math.random() * 15)
          if (isRolledBack) throw new Error('rolled back')
          return written
        })
        .then(
          (written) => committed.push(...written),
          (error: Error) => assert.equal(error.message, 'rolled back'),
        )
    }
    return committed
  }
  return Promise.all(Array.from({ length: writers }, (_, writer) => run(writer)))
}
