import { workerData } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'

/*
 * Worker threads that handle one message at a time each. A thread that dies fails its message and is replaced for the
 * next one. No thread is terminated while it handles a message: within the ONNX runtime that aborts the process.
 */

type WorkerPool<Message, Answer> = {
  /** Rejects when the pool is closed before a thread is free. */
  send(message: Message): Promise<Answer>
  /** Waits for the threads to finish their messages, or to notice that they should not. */
  close(): Promise<void>
}

type Shared = { closing: Int32Array }

const throwIf = ({ closing }: Shared) => {
  if (Atomics.load(closing, 0) === 1) throw new Error('the worker threads are being stopped')
}

/** For a thread of a pool, between the parts of its message. */
export const throwIfClosing = () => throwIf(workerData as Shared)

/** A thread of `filename` exports a function by default, which gets a message and returns the answer. */
export async function openWorkerPool<Message, Answer>(
  filename: string,
  { size, warmUp }: { size: number; warmUp: Message },
): Promise<WorkerPool<Message, Answer>> {
  const shared: Shared = { closing: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const threads = { minThreads: size, maxThreads: size, workerData: shared }
  const pool = new Piscina<Message, Answer>({ filename, ...threads, atomics: 'disabled' })
  // Tasks of a thread that does not start are rejected with its error, which is emitted as well.
  pool.on('error', () => {})
  const starts = await Promise.allSettled(Array.from({ length: size }, () => pool.run(warmUp)))
  const failed = starts.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) {
    await pool.destroy()
    throw failed.reason
  }
  const running = new Set<Promise<Answer>>()
  const limit = pLimit(size)
  const run = (message: Message) => {
    throwIf(shared)
    const answer = pool.run(message)
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }
  return {
    send: (message) => limit(run, message),
    async close() {
      Atomics.store(shared.closing, 0, 1)
      await Promise.allSettled(running)
      await pool.destroy()
    },
  }
}
