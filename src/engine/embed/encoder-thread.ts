import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#priority.ts'
import { openModelEncoder } from './model-encoder.ts'

/* Runs the model in a worker thread with lower priority than the rest of the process. */

lowerThreadPriority()
const encoder = await openModelEncoder()
parentPort!.postMessage({ ready: true })
parentPort!.on('message', (texts: string[]) => {
  void Promise.all(texts.map((text) => encoder.encode(text))).then(
    (vectors) => {
      const answer = new Float32Array(vectors.length * (vectors[0]?.length ?? 0))
      for (const [n, vector] of vectors.entries()) answer.set(vector, n * vector.length)
      parentPort!.postMessage({ answer }, [answer.buffer])
    },
    (error: Error) => parentPort!.postMessage({ error: error.message }),
  )
})
