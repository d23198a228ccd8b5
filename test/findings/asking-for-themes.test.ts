import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { analysisDuties } from '#worker/analysis-duties.ts'
import { jobs } from '#worker/jobs.ts'
import { org, world } from '../ground.ts'
import { done, log, openWorking, settled } from '../working.ts'

/* When themes are looked for; the look itself is left out here, so that everything found goes on waiting for it. */
openWorking({ options: () => ({ handlers: { ...jobs, subtheme_synthesis: async () => async () => {} } }) })

let said = 0
async function say() {
  await done('POST', '/feedback', {
    content: `The export to spreadsheets stops after ${++said} pages, and nobody is told why.`,
  })
  await settledBut(other)
}
const looks = async () => (await done('GET', '/jobs', undefined, { type: 'subtheme_synthesis' })).data.length as number

/** A job that reads on for as long as the test wants. */
let other: string | undefined
async function readOn() {
  other = newId()
  await world.store.run(
    sql`insert into job (org_id, id, type, payload, status) values (${org.id}, ${other}, 'feedback_analysis', '{}', 'running')`,
  )
}
async function stopReading() {
  await world.store.run(
    sql`update job set status = 'cancelled', finished_at = now() where org_id = ${org.id} and id = ${other!}`,
  )
  other = undefined
}
async function settledBut(running: string | undefined) {
  if (running === undefined) return settled()
  const left = sql`select 1 from job where org_id = ${org.id} and status in ('queued', 'running') and id <> ${running} limit 1`
  for (let looked = 0; looked < 600 && (await world.store.first(left)); looked++)
    await new Promise((resolve) => setTimeout(resolve, 25))
  assert.equal(await world.store.first(left), undefined)
}

async function onDuty() {
  const queue = openQueue(world.store)
  await analysisDuties(world.store, queue, log)
    .find((duty) => duty.name === 'schedule-synthesis')!
    .run()
  await queue.stop()
  await settled()
}

test('while others read on no themes are looked for; when the last has ended they are', async () => {
  await readOn()
  await say()
  await say()
  assert.equal(await looks(), 0)
  await stopReading()
  await say()
  assert.equal(await looks(), 1)
})

test('what has waited for long is looked at although others read on', async () => {
  await readOn()
  await say()
  assert.equal(await looks(), 0)
  await world.store.run(sql`update insight set created_at = now() - interval '1 minute' where org_id = ${org.id}`)
  await say()
  assert.equal(await looks(), 1)
})

test('when the last to read is cancelled, what others left to it is looked at all the same, once', async () => {
  await readOn()
  await say()
  await stopReading()
  await onDuty()
  assert.equal(await looks(), 1)
  await onDuty()
  assert.equal(await looks(), 1)
})
