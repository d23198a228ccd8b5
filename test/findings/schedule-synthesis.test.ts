import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { analysisCronJobs } from '#worker/analysis-cron-jobs.ts'
import { jobHandlers } from '#worker/job-handlers.ts'
import { org, app } from '../test-server.ts'
import { callOk, log, useTestWorker, waitForOrgJobs } from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'

/* When a synthesis job is enqueued; the job itself does nothing here, so that insights stay unclustered. */
useTestWorker({
  workerOptions: () => ({ handlers: { ...jobHandlers, subtheme_synthesis: async () => async () => {} } }),
})

let sent = 0
async function sendFeedback() {
  await callOk('POST', '/feedback', {
    content: `The export to spreadsheets stops after ${++sent} pages, and nobody is told why.`,
  })
  await waitForOtherJobs(runningJob)
}
const countSyntheses = async () =>
  (await callOk('GET', '/jobs', undefined, { type: 'subtheme_synthesis' })).data.length as number

/** An analysis job that runs until the test stops it. */
let runningJob: string | undefined
async function startAnalysisJob() {
  runningJob = newId()
  await app.store.run(
    sql`
      insert into job (org_id, id, type, payload, status)
      values (${org.id}, ${runningJob}, 'feedback_analysis', '{}', 'running')`,
  )
}
async function cancelAnalysisJob() {
  await app.store.run(
    sql`update job set status = 'cancelled', finished_at = now() where org_id = ${org.id} and id = ${runningJob!}`,
  )
  runningJob = undefined
}
async function waitForOtherJobs(running: string | undefined) {
  if (running === undefined) return waitForOrgJobs()
  const left = sql`
    select 1 from job where org_id = ${org.id} and status in ('queued', 'running') and id <> ${running} limit 1`
  await waitFor('all other jobs to finish', async () => !(await app.store.first(left)), 180_000)
}

async function runCronJob() {
  const queue = openQueue(app.store)
  await queue.start()
  await analysisCronJobs({ store: app.store, queue, log })
    .find((job) => job.name === 'schedule-synthesis')!
    .run()
  await queue.stop()
  await waitForOrgJobs()
}

test('synthesis is enqueued after the last analysis job, not while others run', async () => {
  await startAnalysisJob()
  await sendFeedback()
  await sendFeedback()
  assert.equal(await countSyntheses(), 0)
  await cancelAnalysisJob()
  await sendFeedback()
  assert.equal(await countSyntheses(), 1)
})

test('synthesis is enqueued while analysis jobs run when an insight has waited too long', async () => {
  await startAnalysisJob()
  await sendFeedback()
  assert.equal(await countSyntheses(), 0)
  await app.store.run(sql`update insight set created_at = now() - interval '1 minute' where org_id = ${org.id}`)
  await sendFeedback()
  assert.equal(await countSyntheses(), 1)
})

test('synthesis is enqueued once when the last analysis job was cancelled', async () => {
  await startAnalysisJob()
  await sendFeedback()
  await cancelAnalysisJob()
  await runCronJob()
  assert.equal(await countSyntheses(), 1)
  await runCronJob()
  assert.equal(await countSyntheses(), 1)
})
