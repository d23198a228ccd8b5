import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WaitOutsideError } from '#store/transaction.ts'

/** A transaction that waits keeps a connection from everyone, also from other organizations. */
const maxWaitInsideMs = 100
/** What no transaction has come back for after this time is forgotten. */
const maxKeptMs = 60_000

type Work = { done: Promise<unknown>; waiting: number }

/** What transactions wait for without their connections, by a hash of the input. */
const works = new Map<string, Work>()

/**
 * The result of work on other threads, for use in a transaction. When it takes long, the transaction is rolled back and
 * its connection released; it runs again when the work is done, and then finds the result here.
 */
export async function waitOutside<T>(input: unknown, start: () => Promise<T>): Promise<T> {
  const known = works.size > 0 ? works.get(keyOf(input)) : undefined
  const work: Work = known ?? { done: start(), waiting: 0 }
  if (await endsWithin(work.done, maxWaitInsideMs)) {
    if (known && --known.waiting <= 0) works.delete(keyOf(input))
    return work.done as Promise<T>
  }
  work.waiting++
  if (!known) keep(keyOf(input), work)
  throw new WaitOutsideError(work.done)
}

const keyOf = (input: unknown) => hash('sha256', JSON.stringify(input), 'base64')

async function endsWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const isEnded = Promise.allSettled([done]).then(() => true)
  const isLate = delay(ms, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([isEnded, isLate])
  } finally {
    timer.abort()
  }
}

function keep(key: string, work: Work) {
  works.set(key, work)
  void Promise.allSettled([work.done])
    .then(() => delay(maxKeptMs, undefined, { ref: false }))
    .then(() => works.get(key) === work && works.delete(key))
}
