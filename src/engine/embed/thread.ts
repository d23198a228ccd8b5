import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { openEncoder } from './encoder.ts'

/* The model in a thread of its own, below everything that somebody waits for. On Linux the priority is the thread's, elsewhere it stays as it is. */

if (process.platform === 'linux') {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed to: then it competes as an equal.
  }
}
const encoder = await openEncoder()
parentPort!.postMessage({ ready: true })
parentPort!.on('message', ({ texts }: { texts: string[] }) => {
  void Promise.all(texts.map((text) => encoder.encode(text))).then(
    (vectors) => {
      const all = new Float32Array(vectors.length * (vectors[0]?.length ?? 0))
      for (const [place, vector] of vectors.entries()) all.set(vector, place * vector.length)
      parentPort!.postMessage({ all }, [all.buffer])
    },
    (error: Error) => parentPort!.postMessage({ error: error.message }),
  )
})
