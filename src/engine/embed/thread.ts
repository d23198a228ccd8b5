import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { openEncoder } from './encoder.ts'

/* The model in a thread of its own, below all others of the process: a text takes it ten milliseconds, and nobody should wait for that who waits for an answer. */

const below = 15

// Elsewhere priority belongs to the whole process.
if (process.platform === 'linux') setPriority(0, below)
const encoder = await openEncoder()
parentPort!.postMessage({ ready: true })
parentPort!.on('message', (texts: string[]) => {
  void Promise.all(texts.map((text) => encoder.encode(text))).then(
    (vectors) => {
      const answer = new Float32Array(vectors.length * (vectors[0]?.length ?? 0))
      for (const [place, vector] of vectors.entries()) answer.set(vector, place * vector.length)
      parentPort!.postMessage({ answer }, [answer.buffer])
    },
    (error: Error) => parentPort!.postMessage({ error: error.message }),
  )
})
