import { Worker } from 'node:worker_threads'
import { groupsOf } from '#engine/groups.ts'

/** Fewer are done before a thread has started. */
const few = 300

/** Comparing all with all takes long when there are many; in a thread of its own it stops nobody, least of all the heartbeat of the job. */
export function groupApart(texts: readonly string[]): Promise<number[][]> {
  if (texts.length <= few) return Promise.resolve(groupsOf(texts))
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('group-thread.ts', import.meta.url), { workerData: texts })
    thread.once('message', resolve).once('error', reject).once('exit', () => reject(new Error('the grouping ended without a result')))
  })
}
