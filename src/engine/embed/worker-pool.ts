import { Piscina } from 'piscina'

/*
 * Worker threads that handle one message at a time each. A thread that dies fails its message and is replaced for the
 * next one.
 */

export type WorkerPool<Message, Answer> = { send(message: Message): Promise<Answer>; close(): Promise<void> }

/** A thread of `filename` exports a function by default, which gets a message and returns the answer. */
export async function openWorkerPool<Message, Answer>(
  filename: string,
  { size, warmUp }: { size: number; warmUp: Message },
): Promise<WorkerPool<Message, Answer>> {
  const pool = new Piscina<Message, Answer>({ filename, minThreads: size, maxThreads: size, atomics: 'disabled' })
  // Tasks of a thread that does not start are rejected with its error, which is emitted as well.
  pool.on('error', () => {})
  try {
    await Promise.all(Array.from({ length: size }, () => pool.run(warmUp)))
  } catch (error) {
    await pool.destroy()
    throw error
  }
  return { send: (message) => pool.run(message), close: () => pool.destroy() }
}
