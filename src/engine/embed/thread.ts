import { parentPort } from 'node:worker_threads'
import { stepThreadBack } from '#priority.ts'
import { openEncoder } from './encoder.ts'

/* The model in a thread of its own, below all others of the process. */

stepThreadBack()
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
