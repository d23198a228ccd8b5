import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/*
 * Worker threads that handle one message at a time each. A thread that dies fails its message and is replaced for the
 * next one.
 */

export type WorkerPool = { send<Answer>(message: unknown): Promise<Answer>; close(): Promise<void> }

type Slot = { worker: Worker | undefined }
type Reply<Answer> = { answer?: Answer; error?: string }

const startTimeoutMs = 60_000

/**
 * A thread of `file` posts any message when it is ready, and then answers each message with `{ answer }` or `{ error
 * }`.
 */
export async function openWorkerPool(file: string, size: number): Promise<WorkerPool> {
  const slots: Slot[] = await Promise.all(
    Array.from({ length: size }, async () => withWorker({ worker: undefined }, file)),
  )
  const free = [...slots]
  const waiting: (() => void)[] = []
  const acquireSlot = async (): Promise<Slot> => {
    while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return free.pop()!
  }
  return {
    async send(message) {
      const slot = await acquireSlot()
      try {
        return await request((await withWorker(slot, file)).worker!, message)
      } finally {
        free.push(slot)
        waiting.shift()?.()
      }
    },
    close: async () => void (await Promise.all(slots.map(({ worker }) => worker?.terminate()))),
  }
}

async function withWorker(slot: Slot, file: string): Promise<Slot> {
  if (slot.worker) return slot
  const worker = await startWorker(file)
  const clear = () => (slot.worker = undefined)
  worker.once('error', clear)
  worker.once('exit', clear)
  slot.worker = worker
  return slot
}

async function startWorker(file: string): Promise<Worker> {
  const worker = new Worker(file)
  worker.unref()
  await nextMessage(worker, startTimeoutMs)
  return worker
}

/** Keeps the process alive only while an answer is awaited. */
async function request<Answer>(worker: Worker, message: unknown): Promise<Answer> {
  worker.ref()
  try {
    const reply = nextMessage<Reply<Answer>>(worker)
    worker.postMessage(message)
    const { answer, error } = await reply
    if (error !== undefined) throw new Error(error)
    return answer!
  } finally {
    worker.unref()
  }
}

/** Rejects when the thread ends first. */
async function nextMessage<Message>(worker: Worker, timeoutMs?: number): Promise<Message> {
  const done = new AbortController()
  const signal = timeoutMs === undefined ? done.signal : AbortSignal.any([done.signal, AbortSignal.timeout(timeoutMs)])
  const exited = async (): Promise<never> => {
    await once(worker, 'exit', { signal })
    throw new Error('the worker thread exited before it answered')
  }
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), exited()])
    return message as Message
  } finally {
    done.abort()
  }
}
