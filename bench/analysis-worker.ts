import type { Tier } from '#engine/embed/embedder.ts'
import { openStore, poolNames } from '#store/open.ts'
import { somebodyIsServed } from '#store/served.ts'
import { courteous } from '#worker/courtesy.ts'
import { endings, jobs } from '#worker/jobs.ts'
import { startWorker } from '#worker/loop.ts'
import { stepBack, stepBackInServer } from '#priority.ts'
import { order, serve } from './served.ts'

/* The worker as it is served, in a process whose memory is watched. */

stepBack()
const { world, poolSize } = order()
const store = openStore({
  ...world.connection,
  max: poolSize,
  application_name: poolNames.worker,
  onServer: stepBackInServer,
})
const log = {
  info() {},
  warn: (fields: object, message: string) => console.error(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
}
const worker = await startWorker({
  store,
  connection: world.connection,
  handlers: jobs,
  endings,
  log,
  embeddings: process.env.EMBEDDINGS as Tier | 'auto',
  courtesy: courteous(() => somebodyIsServed(store)),
})
serve('', async () => {
  await worker.stop()
  await store.close()
})
