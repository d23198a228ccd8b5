import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/* Threads that do one thing at a time each. Whoever finds none free waits for one; a thread that dies fails what it did and is replaced for the next. */

export type Crew = { ask<Answer>(message: unknown): Promise<Answer>; close(): Promise<void> }

type Place = { worker: Worker | undefined }
type Reply<Answer> = { answer?: Answer; error?: string }

const startWithinMs = 60_000

/** A thread of `file` says something when it is ready, and then answers each message with `{ answer }` or `{ error }`. */
export async function openCrew(file: string, size: number): Promise<Crew> {
  const places: Place[] = await Promise.all(
    Array.from({ length: size }, async () => filled({ worker: undefined }, file)),
  )
  const free = [...places]
  const waiting: (() => void)[] = []
  const take = async (): Promise<Place> => {
    while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return free.pop()!
  }
  return {
    async ask(message) {
      const place = await take()
      try {
        return await ask((await filled(place, file)).worker!, message)
      } finally {
        free.push(place)
        waiting.shift()?.()
      }
    },
    close: async () => void (await Promise.all(places.map(({ worker }) => worker?.terminate()))),
  }
}

async function filled(place: Place, file: string): Promise<Place> {
  if (place.worker) return place
  const worker = await startThread(file)
  const empty = () => (place.worker = undefined)
  worker.once('error', empty)
  worker.once('exit', empty)
  place.worker = worker
  return place
}

async function startThread(file: string): Promise<Worker> {
  const worker = new Worker(file)
  worker.unref()
  await nextWord(worker, startWithinMs)
  return worker
}

/** Holds the process only while somebody waits for an answer. */
async function ask<Answer>(worker: Worker, message: unknown): Promise<Answer> {
  worker.ref()
  try {
    const reply = nextWord<Reply<Answer>>(worker)
    worker.postMessage(message)
    const { answer, error } = await reply
    if (error !== undefined) throw new Error(error)
    return answer!
  } finally {
    worker.unref()
  }
}

/** What the thread says next, or the reason why it says nothing any more. */
async function nextWord<Said>(worker: Worker, withinMs?: number): Promise<Said> {
  const over = new AbortController()
  const signal = withinMs === undefined ? over.signal : AbortSignal.any([over.signal, AbortSignal.timeout(withinMs)])
  const ended = async (): Promise<never> => {
    await once(worker, 'exit', { signal })
    throw new Error('the thread ended before it answered')
  }
  try {
    const [said] = await Promise.race([once(worker, 'message', { signal }), ended()])
    return said as Said
  } finally {
    over.abort()
  }
}
