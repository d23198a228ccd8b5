import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setupToken } from '#domain/installation/setup-token.ts'
import { startCsvWorker } from '../imports/uploads-client.ts'
import { stopTestWorkers } from '../test-worker.ts'
import {
  assertNoProblems,
  open,
  noBrowser,
  openSharedSite,
  openSite,
  waitUntilIdle,
  site,
  violations,
  type Visit,
  visit,
} from './site.ts'

/* Setup, CSV import, surveys and integrations, with a worker. */

const skip = noBrowser
openSharedSite({ onOpen: ({ app }) => startCsvWorker({}, app), onClose: stopTestWorkers })
const table = [
  'content,email,occurred_at,Star Rating',
  'The export never ends,ana@example.com,2026-11-01,2',
  '"Quoted, with a comma",ben@example.com,2026-11-02,5',
  'Not an address,nobody,2026-11-03,4',
].join('\n')

test('a CSV is imported in five steps, continues after a reload, and is rolled back', { skip }, async () => {
  const { page, context } = visit
  const before = (await site.getJson(context, '/inbox/counts')) as unknown as { new: number }
  await open(page, '/data/uploads')
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'said.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByRole('heading', { level: 1, name: 'said.csv' }).waitFor()
  assert.equal(await page.getByLabel('Field for Star Rating').inputValue(), 'rating')
  await page.getByRole('cell', { name: '2 of 5 · 5 of 5 · 4 of 5' }).waitFor()
  await page.getByLabel('Field for email').selectOption('respondent_email')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/of 3 rows can be imported/).waitFor()
  await page.getByRole('heading', { name: /Not an email address/ }).waitFor()
  await page.reload()
  await page.getByText(/of 3 rows can be imported/).waitFor()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByText('The first five rows').waitFor()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('link', { name: 'View imported data' }).waitFor()
  assert.equal(((await site.getJson(context, '/inbox/counts')) as unknown as { new: number }).new, before.new + 2)
  const rejected = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download rejected rows' }).click()
  assert.ok((await rejected).suggestedFilename().endsWith('.csv'))
  const { data } = (await site.getJson(context, '/feedback')) as unknown as { data: { id: string; content: string }[] }
  const rated = data.find(({ content }) => content === 'The export never ends')!
  const upload = new URL(page.url())
  await open(page, `/inbox?state=all&id=${rated.id}`)
  await page.getByText('2 of 5', { exact: true }).waitFor()
  await open(page, upload.pathname + upload.search)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('Undone', { exact: true }).first().waitFor()
  assert.equal(((await site.getJson(context, '/inbox/counts')) as unknown as { new: number }).new, before.new)
  await open(page, '/data/jobs')
  await page.getByRole('row').filter({ hasText: 'CSV import' }).first().waitFor()
  assertNoProblems()
})

test('proposed changes are shown from and to; authors accept them where it is allowed', { skip }, async () => {
  const { page, context } = visit
  const { data } = (await site.getJson(context, '/themes')) as unknown as { data: { id: string; name: string }[] }
  const theme = data[0]!
  const proposed = await context.request.post('/app/v1/change-sets', {
    headers: { 'x-requested-with': 'earshot' },
    data: {
      title: 'Tidy up the themes',
      description: 'Proposed after the review of this week.',
      changes: [
        { operation: 'updateTheme', params: { themeId: theme.id }, body: { name: 'Renamed by a proposal' } },
        { operation: 'createTheme', body: { name: 'Made by a proposal' } },
        {
          operation: 'createInsight',
          body: { name: 'Too slow', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: ['$2.id'] },
        },
      ],
    },
  })
  assert.equal(proposed.status(), 201, await proposed.text())
  await open(page, '/data/changes')
  await page.getByRole('heading', { name: 'Tidy up the themes' }).waitFor()
  await page.locator('del', { hasText: theme.name }).waitFor()
  await page.locator('ins', { hasText: 'Renamed by a proposal' }).waitFor()
  assert.deepEqual(await violations(page), [])
  const acceptAll = page.getByRole('button', { name: 'Accept all' })
  await page.getByText('You proposed these changes, so another member has to accept them.').waitFor()
  assert.ok(await acceptAll.isDisabled(), 'the author does not accept')
  await open(page, '/settings/organization')
  await page.getByLabel('Members may accept changes that they proposed').click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await open(page, '/data/changes')
  await acceptAll.click()
  await page.getByText('The changes were made').waitFor()
  const after = (await site.getJson(context, '/themes')) as unknown as { data: { name: string }[] }
  const names = after.data.map(({ name }) => name)
  assert.ok(names.includes('Renamed by a proposal') && names.includes('Made by a proposal'), names.join())
  assertNoProblems()
})

async function answerAsGuest(path: string) {
  const guest = await site.visit({ width: 390 })
  await guest.page.goto(path)
  assert.deepEqual(await violations(guest.page), [], 'the public survey page is accessible')
  await guest.page.getByRole('radio').nth(9).check({ force: true })
  await guest.page.locator('form [type=submit], form button').last().click()
  await guest.page.waitForURL(/\/thanks/)
  assert.deepEqual(guest.problems, [])
  await guest.context.close()
}

test('a survey is created, opened, answered by a guest, and counted', { skip }, async () => {
  const { page } = visit
  await open(page, '/surveys?create=1')
  await page.getByRole('dialog').getByLabel('Title').fill('How was it?')
  await page.getByRole('button', { name: 'Create survey' }).click()
  await page.getByRole('heading', { level: 1, name: 'How was it?' }).waitFor()
  await page.getByLabel('New question').fill('Where do you use it?')
  await page.getByLabel('Type').selectOption('single_choice')
  await page.getByLabel('Options, separated by commas').fill('At a desk, On the way')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('At a desk · On the way').waitFor()
  await page.getByRole('button', { name: 'Open survey' }).click()
  await page.getByRole('button', { name: 'Close survey' }).waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await waitUntilIdle(page)
  if ((await page.getByRole('button', { name: 'Revoke' }).count()) === 0) {
    await page.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('By email')
    await page.getByRole('button', { name: 'Create link' }).click()
  }
  const address = (await page.locator('figure pre').first().innerText()).trim()
  const code = page.getByRole('img', { name: 'QR code for the link' }).first()
  const size = 17 + 4 * 3 + 2 * 4
  assert.ok(Number((await code.getAttribute('viewBox'))!.split(' ')[2]) >= size, 'a QR code with a quiet zone')
  const paper = page.waitForEvent('download')
  await page.getByRole('button', { name: 'QR code' }).first().click()
  assert.ok(readFileSync(await (await paper).path(), 'utf8').includes((await code.locator('path').getAttribute('d'))!))
  await answerAsGuest(new URL(address).pathname)
  await page.getByRole('button', { name: 'Results', exact: true }).click()
  await page.waitForURL(/tab=results/)
  await page.reload()
  await page.getByText('1 answered, 0 skipped').first().waitFor()
  assertNoProblems()
})

test('an integration shows its secret once', { skip }, async () => {
  const { page } = visit
  await open(page, '/data/integrations')
  await page.getByRole('button', { name: 'Connect', exact: true }).last().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Our own tool')
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
  const secret = (await page.getByRole('dialog').locator('pre').nth(1).innerText()).trim()
  assert.ok(secret.length >= 16)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(secret))
  await page.getByRole('link', { name: 'Our own tool' }).click()
  await page.getByRole('heading', { level: 1, name: 'Our own tool' }).waitFor()
  await page.getByText('No deliveries yet.').waitFor()
  assertNoProblems()
})

async function createFirstAdmin(page: Visit['page'], token: string) {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Set up Earshot' }).waitFor()
  await page.getByLabel('Setup token').fill(token)
  await page.getByLabel('Your name').fill('Ana Admin')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.reload()
  assert.deepEqual(
    [
      await page.getByLabel('Setup token').inputValue(),
      await page.getByLabel('Your name').inputValue(),
      await page.getByLabel('Email').inputValue(),
    ],
    [token, 'Ana Admin', 'ana@example.com'],
    'a reload keeps what was typed',
  )
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByLabel('Organization name').fill('Acme')
  await page.keyboard.press('Enter')
}

test('the setup of a new installation is one form, and the demo ends with a chart', { skip }, async () => {
  const fresh = await openSite({ empty: true })
  try {
    const { page, context, problems } = await fresh.visit()
    const token = await setupToken(fresh.app.store)
    await createFirstAdmin(page, token)
    await page.getByRole('heading', { name: 'What do you have?' }).waitFor()
    await waitUntilIdle(page)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Explore demo data' }).click()
    // The demo is imported first, which takes long on a busy machine.
    await page.getByRole('group', { name: 'Sentiment of insights by day' }).waitFor({ timeout: 240_000 })
    const { organizations: orgs } = (await fresh.getJson(context, '/session')) as unknown as {
      organizations: { id: string; name: string }[]
    }
    await context.request.post('/app/v1/session/organization', {
      data: { org_id: orgs.find(({ name }) => name === 'Acme')!.id },
      headers: { 'x-requested-with': 'earshot', origin: fresh.app.baseUrl },
    })
    await open(page, '/')
    await page.getByLabel('Parts, one per line').fill('Checkout\nInvoices\n\ncheckout')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Create themes' }).click()
    await page.getByText('Themes so far:').waitFor()
    assert.deepEqual(
      (await fresh.getJson(context, '/themes?sort=name')).data.map((one) => (one as unknown as { name: string }).name),
      ['Checkout', 'Invoices'],
    )
    await page.goto(`/setup#token=${token}`)
    await page.getByText('The setup link works once, and it was used.').waitFor()
    // The browser logs the 401 responses before sign-in.
    assert.ok(
      problems.every((one) => one.includes('status of 401')),
      problems.join(),
    )
    await context.close()
  } finally {
    await fresh.close()
  }
})
