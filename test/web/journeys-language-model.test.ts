import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { readReplies } from '../llm/read-replies.ts'
import { scriptedAnswers } from '../llm/scripted-answers.ts'
import { createLlmStub } from '../llm-stub.ts'
import type { Org } from '../test-app.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { waitForJobs } from '../wait-for-jobs.ts'
import { shots } from './shots.ts'
import { noBrowser, open, openSite, type Site, violations } from './site.ts'

/* The settings of the language model: switched on, a proposal with what it would change, applied and undone. */

const skip = noBrowser
const replies = readItemSets(['training/dev/fish-finder.txt']).map((set) => readReplies(set))
const scripted = scriptedAnswers(replies)
const stub = createLlmStub()
let site: Site
let org: Org

before(async () => {
  if (skip) return
  stub.reset((request) =>
    !Array.isArray(request.data) && 'points' in request.data ? scripted(request) : { items: [] },
  )
  const llm = await stub.start()
  site = await openSite({ empty: true, llm })
  org = await site.app.org()
  await startTestWorker({ llm }, site.app)
})
after(async () => {
  await stopTestWorkers()
  await site?.close()
  if (!skip) await stub.stop()
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await site.app.call(org.admin.key, method, path, body && { body })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

async function insertInsights() {
  for (const { text } of replies[0]!.points.values())
    await call('POST', '/insights', {
      name: text.slice(0, 100),
      quote: text,
      sentiment: 'NEUTRAL',
      category: 'GENERAL_FEEDBACK',
    })
}

test('a proposal shows what it would change, is applied and undone', { skip }, async () => {
  await insertInsights()
  const { page, problems } = await site.signedIn({ user: org.admin })
  await open(page, '/settings/language-model')
  await page.getByText('Propose themes with the language model').click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await waitForJobs(site.app, org.admin.key)
  await open(page, '/settings/language-model')
  await page.getByRole('heading', { name: 'Proposed themes' }).waitFor()
  await page.getByText('Charts are not renewed').first().waitFor()
  assert.deepEqual((await call('GET', '/themes')).data, [])
  assert.deepEqual(await violations(page), [])
  await shots(page, 'language-model-proposed')

  const previews: string[] = []
  page.on('request', (request) => void (request.url().includes('dry_run') && previews.push(request.url())))
  await page.getByRole('button', { name: 'Apply proposal' }).click()
  await page.getByRole('heading', { name: 'The proposal was applied' }).waitFor()
  assert.deepEqual(previews, [], 'what was applied is not tried again')
  const { data } = await call('GET', '/themes')
  assert.ok(data.some(({ name }: { name: string }) => name === 'Charts'))
  await page.getByText('Apply proposals without asking').waitFor()
  await shots(page, 'language-model-applied')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('heading', { name: 'The regrouping was undone' }).waitFor()
  assert.deepEqual((await call('GET', '/themes')).data, [])
  assert.deepEqual(problems, [])
})
