import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { signedIn } from '../account/browser.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

/* Feedback in which the analysis found nothing is counted, listed and analyzed all the same. */

useTestWorker()

const reason = { skip_reason: 'no_content' }
const idsOf = async (path: string, query: Record<string, string>) =>
  (await callOk('GET', path, undefined, query)).data.map(({ id }: Body) => id).sort() as string[]
const countOf = async (query: Record<string, string>) =>
  (await callOk('GET', '/feedback/count', undefined, query)).count as number

test('items without content are counted and listed, and the selection is analyzed anyway', async () => {
  const items = ['👍', '+1', '🎉', 'The CSV export stops at ten thousand rows'].map((content) => ({ content }))
  const browser = await signedIn(app, org.admin)
  const inbox = async (path: string) => (await browser.app('GET', `/inbox${path}`)).body as Body
  const { results } = await callOk('POST', '/feedback/bulk', { items })
  await waitForOrgJobs()
  const [first, second, third] = results.map(({ id }: Body) => id) as [string, string, string]
  assert.deepEqual(await idsOf('/feedback', reason), [first, second, third].sort())
  assert.equal(await countOf(reason), 3)
  assert.equal((await inbox('/counts')).no_content, 3)
  assert.equal((await inbox('?skip_reason=no_content')).data.length, 3)

  await browser.app('POST', '/inbox/triage', { body: { feedback_ids: [third], state: 'dismissed' } })
  assert.equal((await inbox('/counts')).no_content, 2)
  assert.equal((await inbox('?skip_reason=no_content')).data.length, 2, 'the list of new ones has as many')
  assert.equal((await inbox('?skip_reason=no_content&state=all')).data.length, 3)

  const { queued, job_id } = await callOk('POST', '/feedback/bulk/analyze', { feedback_ids: [second, first] })
  assert.equal(queued, 2)
  assert.ok(job_id)
  assert.deepEqual(await idsOf('/feedback', reason), [third], 'what waits for the analysis is not skipped')
  await waitForOrgJobs()
  for (const id of [first, second]) {
    const { status, insight_count } = await callOk('GET', `/feedback/${id}`)
    assert.deepEqual([status, insight_count], ['analyzed', 1])
  }
  assert.deepEqual(await idsOf('/feedback', reason), [third])
})

test('an id that is not there is refused, and nothing is analyzed', async () => {
  const { id } = await callOk('POST', '/feedback', { content: '👍' })
  await waitForOrgJobs()
  const unknown = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
  const { status, body } = await call('POST', '/feedback/bulk/analyze', { feedback_ids: [id, unknown] })
  assert.equal(status, 400)
  assert.match(body.error.details[0].path, /^body\.feedback_ids/)
  assert.equal((await callOk('GET', `/feedback/${id}`)).status, 'skipped')
})

test('two requests for the same items in another order wait for each other', async () => {
  const items = Array.from({ length: 60 }, (_, n) => ({ content: '👍', external_id: `thumb-${n}` }))
  const { results } = await callOk('POST', '/feedback/bulk', { items })
  await waitForOrgJobs()
  await app.store.run(sql`
    update feedback_state set status = 'skipped', skip_reason = 'no_content' where org_id = ${org.id}`)
  const ids = results.map(({ id }: Body) => id) as string[]
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      call('POST', '/feedback/bulk/analyze', { feedback_ids: n % 2 ? ids.toReversed() : ids }),
    ),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    replies.map(() => 202),
  )
  await waitForOrgJobs()
})
