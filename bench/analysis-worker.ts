import type { Tier } from '#engine/embed/embedder.ts'
import { openStore } from '#store/open.ts'
import { endings, jobs } from '#worker/jobs.ts'
import { startWorker } from '#worker/loop.ts'
import { stepBack } from '#worker/priority.ts'
import { order, serve } from './served.ts'

/* The worker as it is served, in a process whose memory is watched. */

stepBack()
const { world, poolSize } = order()
const store = openStore({ ...world.connection, max: poolSize })
const log = { info() {}, warn: (fields: object, message: string) => console.error(message, fields), error: (fields: object, message: string) => console.error(message, fields) }
const worker = await startWorker({ store, connection: world.connection, handlers: jobs, endings, log, embeddings: process.env.EMBEDDINGS as Tier | 'auto' })
serve('', async () => {
  await worker.stop()
  await store.close()
})
