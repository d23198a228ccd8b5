import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setupToken } from '#domain/installation/setup-token.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { texts } from '../imports/recognized-texts.ts'
import { noBrowser, openSite, type Site, type Visit, violations, waitUntilIdle } from './site.ts'

/* From the link of the terminal to a theme of one's own data. */

const skip = noBrowser
const maxClicks = 12
let site: Site
let visit: Visit
before(async () => {
  if (skip) return
  site = await openSite({ empty: true })
  await startTestWorker({}, site.app)
  visit = await site.visit()
})
after(async () => {
  await stopTestWorkers()
  await site?.close()
})

const items = [
  'The export takes forever for big accounts.',
  'Export to CSV fails with more than 10,000 rows.',
  'The CSV export hangs at 90 percent every time.',
  'Exporting a year of data times out.',
  'I wish the export ran in the background.',
  'Please add dark mode.',
  'Dark mode would save my eyes at night.',
  'The white screen is too bright, we need a dark theme.',
  'I get logged out every morning.',
  'The app logs me out several times a day.',
  'Login with Google stopped working.',
]

test('a setup link with another token says so, and the token can be entered', { skip }, async () => {
  const { page, context } = await site.visit()
  await page.goto(`/setup#token=${'x'.repeat(32)}`)
  await page.getByLabel('Your name').fill('Nora')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByLabel('Organization name').fill('Turnstone')
  await page.keyboard.press('Enter')
  await page.getByText('This setup token is not the one of this server.').waitFor()
  await page.getByLabel('Setup token').waitFor()
  await context.close()
})

test('from the setup link to a theme of own data in at most twelve clicks', { skip }, async (t) => {
  const { page } = visit
  const began = Date.now()
  let clicks = 0
  const click = async (name: string | RegExp) => {
    clicks++
    await page.getByRole('button', { name }).first().click()
  }
  await page.goto(`/setup#token=${await setupToken(site.app.store)}`)
  await page.getByLabel('Your name').fill('Nora')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByLabel('Organization name').fill('Turnstone')
  await click('Create account')
  await page.getByLabel('Text or link').fill(items.join('\n'))
  await click('Continue')
  await page.getByText('11 separate items').waitFor()
  const file = { name: 'call.txt', mimeType: 'text/plain', buffer: Buffer.from(texts['grain.txt']) }
  await page.getByLabel('Files').setInputFiles(file)
  await page.getByText('Interview transcript with 2 speakers').waitFor()
  assert.equal((await site.getJson(visit.context, '/inbox')).data.length, 0, 'nothing is stored before it is asked for')
  await click('Import all 2')
  await page.waitForURL('**/add')
  const theme = page.getByRole('link', { name: /export/i }).first()
  await page.getByRole('heading', { name: 'Ask your data' }).waitFor({ timeout: 240_000 })
  await waitUntilIdle(page)
  assert.deepEqual(await violations(page), [])
  clicks++
  await theme.click()
  await page.waitForURL(/\/(themes|insights)\//)
  await waitUntilIdle(page)
  assert.ok(clicks <= maxClicks, `${clicks} clicks`)
  t.diagnostic(`${clicks} clicks, ${Math.round((Date.now() - began) / 1000)} s to a theme of own data`)
})

test('a question that the data does not answer is refused', { skip }, async () => {
  const { page } = visit
  await page.goto('/add')
  await page.getByRole('button', { name: 'How much revenue did we lose last year?' }).click()
  await page.getByText('No feedback matches this question').waitFor()
  assert.deepEqual(
    visit.problems.filter((one) => !one.includes('status of 401')),
    [],
  )
})
