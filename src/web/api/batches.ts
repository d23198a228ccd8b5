import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'
import { errorMessage } from './error-messages.ts'

/** What was done before the first error. */
export type Outcome<T> = { done: T[]; error?: unknown }

/** As many ids as one request takes. */
const batchSize = 100

/** Sends items in as many requests as they need, one after another. */
export async function forBatches<T>(items: readonly T[], send: (batch: T[]) => Promise<unknown>): Promise<Outcome<T>> {
  const done: T[] = []
  for (let at = 0; at < items.length; at += batchSize) {
    const batch = items.slice(at, at + batchSize)
    try {
      await send(batch)
    } catch (error) {
      return { done, error }
    }
    done.push(...batch)
  }
  return { done }
}

const maxConcurrent = 8

/** One request per item, a few at a time. */
export async function forEachItem<T>(items: readonly T[], send: (item: T) => Promise<unknown>): Promise<Outcome<T>> {
  const done: T[] = []
  const errors: unknown[] = []
  const queue = [...items]
  const work = async () => {
    while (queue.length > 0 && errors.length === 0) {
      const item = queue.shift()!
      try {
        await send(item)
        done.push(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return errors.length > 0 ? { done, error: errors[0] } : { done }
}

/** Says how far it came when not everything could be done. */
export function showBatchError({ done, error }: Outcome<unknown>, total: number) {
  if (error === undefined) return
  toast({
    tone: 'bad',
    title: t('{done} of {total} changed. {reason}', { done: done.length, total, reason: errorMessage(error) }),
  })
}
