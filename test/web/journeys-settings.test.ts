import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import {
  assertNoProblems,
  waitUntil,
  open,
  navigate,
  noBrowser,
  openSharedSite,
  waitUntilIdle,
  site,
  visit,
} from './site.ts'

/* Settings, and what users without the rights see. */

const skip = noBrowser
openSharedSite()

test('the policy form previews the affected keys, and a saved policy takes effect', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/api')
  const toggle = page.getByRole('switch', { name: /The Public API is/ })
  assert.equal(await toggle.getAttribute('aria-checked'), 'true')
  assert.equal((await site.app.call(site.demo.key!, 'GET', '/me')).status, 200)
  await toggle.click()
  await page.getByText(/1 key loses access: Demo key\./).waitFor()
  assert.equal((await site.app.call(site.demo.key!, 'GET', '/me')).status, 200, 'nothing is saved yet')
  await page.getByRole('button', { name: 'Save policy' }).click()
  await page.getByText('Policy saved').waitFor()
  const rejected = await site.app.call(site.demo.key!, 'GET', '/me')
  assert.deepEqual([rejected.status, rejected.body.error.code], [403, 'API_DISABLED'])
  assertNoProblems()
})

test('a key is tested against the eight checks, and the failing one is named', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/api')
  await page.getByLabel('Key', { exact: true }).fill(site.demo.key!)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const checks = page.getByRole('list', { name: 'Authorization checks' }).getByRole('listitem')
  await checks.first().waitFor()
  assert.equal(await checks.count(), 8)
  assert.ok((await checks.nth(4).innerText()).includes('API_DISABLED'))
  assert.equal(await page.getByRole('list', { name: 'Authorization checks' }).getByLabel('passed').count(), 4)
  assert.ok(!(await page.content()).includes(site.demo.key!), 'the key is not in the page')
  await page.getByRole('switch', { name: /The Public API is/ }).click()
  await page.getByRole('button', { name: 'Save policy' }).click()
  await page.getByText('Policy saved').waitFor()
  assertNoProblems()
})

test('an admin analyzes the feedback of an older analysis again', { skip }, async (t) => {
  const { page } = visit
  const { demo, app } = site
  await app.store.run(sql`
    update insight set analysis_version = '1/older', themes_overridden = false, name = 'Older name'
    where org_id = ${demo.org_id} and live`)
  const { outdated_insight_count: count } = (await app.call(demo.key!, 'GET', '/analysis')).body
  assert.ok(count >= 30, String(count))
  await open(page, '/settings/organization')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Analysis', exact: true }) })
  await card.getByText(new RegExp(`^${count.toLocaleString('en-GB')} insights come from an older version`)).waitFor()
  await card.getByRole('button', { name: 'Analyze again' }).click()
  await page.getByRole('button', { name: 'Start analysis' }).click()
  await card.getByRole('progressbar', { name: 'New analysis of all feedback' }).waitFor()
  assert.equal(await card.getByRole('button', { name: 'Analyze again' }).count(), 0)
  t.after(stopTestWorkers)
  await startTestWorker({}, app)
  await card.getByText('All insights come from the current analysis.').waitFor()
  await card.getByText('Done').waitFor()
  const [updated] = await app.store.rows<{ count: number }>(sql`
    select count(*) as count from insight
    where org_id = ${demo.org_id} and live and analysis_version <> '1/older' and name <> 'Older name'`)
  assert.ok(updated!.count >= 30, String(updated!.count))
  assertNoProblems()
})

test('an invitation link adds a member, who sees what needs an admin', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('new@example.com')
  await page.getByRole('button', { name: 'Create invitation link' }).click()
  await page.getByRole('dialog', { name: 'Share this link' }).waitFor()
  const link = await page
    .getByRole('dialog')
    .locator('input, pre, code')
    .first()
    .evaluate((element) => (element as HTMLInputElement).value || element.textContent!)
  assert.match(link, /\/invite\/[\w-]{20,}/)
  const other = await site.visit()
  await open(other.page, new URL(link.trim()).pathname)
  await other.page.getByLabel('Your name').fill('Nia New')
  await other.page.getByLabel(/password/i).fill('a long enough password')
  await other.page.getByRole('button', { name: /^Join/ }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await navigate(other.page, '/settings/system')
  await other.page.getByText('Admin permission required').waitFor()
  await navigate(other.page, '/settings/api')
  await other.page.getByText('Only admins can change the policy.').waitFor()
  await navigate(other.page, '/settings/organization')
  await other.page.getByText('Excluded from the analysis').waitFor()
  assert.equal(await other.page.getByRole('heading', { name: 'Analysis', exact: true }).count(), 0)
  assert.deepEqual(other.problems, [])
  await other.page.goto(new URL(link.trim()).pathname)
  await other.page
    .getByText(/You are already a member|This invitation was used/)
    .first()
    .waitFor()
  await other.context.close()
  visit.problems.length = 0
})

test('a shared view is in the sidebar of other members, with the name of its owner', { skip }, async () => {
  const { page } = visit
  await open(page, '/insights?sentiment=NEGATIVE')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name of the view').fill('All that hurts')
  await page.getByLabel('Share with everyone').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All that hurts' }).waitFor()
  const other = await site.signedIn({ user: { email: 'new@example.com', password: 'a long enough password' } })
  await open(other.page, '/')
  const link = other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All that hurts' })
  assert.equal(await link.getAttribute('title'), 'Demo Admin')
  await link.click()
  await other.page.waitForURL(/sentiment=NEGATIVE/)
  assert.deepEqual(other.problems, [])
  await other.context.close()
  assertNoProblems()
})

test('the density of lists is a preference', { skip }, async () => {
  const { page } = visit
  const heightOfRow = async () => {
    await open(page, '/insights')
    return (await page.locator('[data-row]').first().boundingBox())!.height
  }
  const roomy = await heightOfRow()
  await open(page, '/settings/profile')
  await page.getByLabel('List density').selectOption('dense')
  assert.ok((await heightOfRow()) < roomy)
  await open(page, '/settings/profile')
  await page.getByLabel('List density').selectOption('roomy')
  assert.equal(await heightOfRow(), roomy)
  assertNoProblems()
})

test('demoting an admin warns about the keys that lose access', { skip }, async () => {
  const { page, context } = visit
  const headers = { 'x-requested-with': 'earshot', origin: site.app.baseUrl }
  const { data } = (await site.getJson(context, '/org-members')) as unknown as { data: { id: string; email: string }[] }
  const nia = data.find(({ email }) => email === 'new@example.com')!
  assert.equal(
    (await context.request.patch(`/app/v1/members/${nia.id}`, { data: { role: 'admin' }, headers })).status(),
    200,
  )
  const other = await site.signedIn({ user: { email: 'new@example.com', password: 'a long enough password' } })
  assert.equal(
    (await other.context.request.post('/app/v1/api-keys', { data: { name: 'Nightly' }, headers })).status(),
    201,
  )
  await other.context.close()
  assert.equal((await context.request.patch('/app/v1/policy', { data: { roles: ['admins'] }, headers })).status(), 200)
  await open(page, '/settings/members')
  await page.getByRole('button', { name: 'Actions for Nia New' }).click()
  await page.getByRole('menuitem', { name: 'Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role of Nia New?' })
  await dialog.getByText('1 key loses access as long as this is the role.').waitFor()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(
    (await context.request.patch('/app/v1/policy', { data: { roles: ['admins', 'members'] }, headers })).status(),
    200,
  )
  assertNoProblems()
})

test('a disabled feature says so, and an admin can switch it on', { skip }, async () => {
  const { page, context } = visit
  const off = await context.request.patch('/app/v1/organization', {
    data: { features: { competitors: false, subthemes: false, segments: false } },
    headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
  })
  assert.equal(off.status(), 200)
  for (const [path, text] of [
    ['/competitors', 'Competitors is disabled'],
    ['/themes?view=subthemes', 'Subthemes is disabled'],
    ['/segments', 'Segments is disabled'],
  ] as const) {
    await open(page, path)
    await page.getByText(text).waitFor()
  }
  await open(page, '/settings/organization')
  for (const name of ['Competitors', 'Subthemes', 'Segments']) {
    await page.getByRole('switch', { name }).click()
    await page.waitForFunction(
      (label) =>
        [...document.querySelectorAll('[role=switch]')].some(
          (one) =>
            one.getAttribute('aria-checked') === 'true' &&
            document.getElementById(one.getAttribute('aria-labelledby')!)?.textContent === label,
        ),
      name,
    )
    await waitUntilIdle(page)
  }
  await open(page, '/segments')
  await page.getByRole('row').filter({ hasText: 'Enterprise' }).waitFor()
  // The browser logs the 403 responses.
  assert.ok(
    visit.problems.every((one) => one.includes('status of 403')),
    visit.problems.join(),
  )
  visit.problems.length = 0
})

test('the language is kept, and longer texts break no page', { skip }, async () => {
  const { page, context } = await site.signedIn({ width: 390 })
  await open(page, '/settings/profile')
  await page.getByLabel('Language').selectOption('de')
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
  await open(page, '/')
  await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de')
  await open(page, '/settings/profile')
  await page.getByLabel('Sprache').selectOption('pseudo')
  await page.getByRole('heading', { level: 1, name: /^\[/ }).waitFor()
  for (const path of [
    '/',
    '/inbox',
    '/insights',
    '/themes',
    '/projects',
    '/opportunities',
    '/nps',
    '/segments',
    '/data/uploads',
    '/settings/api',
    '/settings/members',
  ]) {
    await navigate(page, path)
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      `${path} is wider than the window`,
    )
    assert.ok(path === '/nps' || (await page.locator('h1').innerText()).startsWith('['), path)
  }
  await context.close()
})

test('API requests are listed with their response and without their parameters', { skip }, async () => {
  const { page, context } = visit
  const missed = await site.app.call(site.demo.key!, 'GET', '/insights/019a0000-0000-7000-8000-00000000dead')
  const requestId = missed.headers.get('x-request-id')!
  await waitUntil(
    async () =>
      (await site.getJson(context, '/requests?outcome=failed')).data.some(
        (one) => (one as unknown as { request_id: string }).request_id === requestId,
      ),
    'the request to be logged',
  )
  await open(page, '/settings/requests')
  await page.getByLabel('Result').selectOption('failed')
  const row = page.getByRole('listitem').filter({ hasText: '/api/v1/insights/{insightId}' }).first()
  await row.getByText('404', { exact: true }).waitFor()
  await row.getByText(/Demo key · NOT_FOUND · /).waitFor()
  await row.getByRole('button').click()
  const details = row.locator('dl')
  await details.getByText(requestId).waitFor()
  await details.getByRole('link', { name: 'NOT_FOUND' }).waitFor()
  assert.ok(!(await page.content()).includes('00000000dead'))
  assertNoProblems()
})

test('the audit log shows a change before and after, filters, and exports a file', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/audit?operation=updatePolicy')
  const entry = page.getByRole('button', { name: /Update policy/ }).first()
  await entry.waitFor()
  await entry.click()
  await page
    .getByRole('row', { name: /Roles .*admins.* .*admins.*members/ })
    .first()
    .waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  assert.equal((await downloading).suggestedFilename(), 'audit.csv')
  await open(page, '/settings/audit?outcome=failure&operation=updatePolicy')
  await page.getByText('No entries match these filters.').waitFor()
  assertNoProblems()
})

test('every change is in the activity log with its author', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/activity')
  await page.getByText('Update policy').first().waitFor()
  await page
    .getByText(/Demo Admin · in the app/)
    .first()
    .waitFor()
  assertNoProblems()
})

test(
  'an admin masks email addresses, tries it on a text, and counts what a retention period deletes',
  { skip },
  async () => {
    const { page } = visit
    await open(page, '/settings/privacy')
    await page.getByLabel('Email addresses').first().check()
    await page.getByLabel('Patterns').first().fill('order: ORD-[0-9]{6}')
    await page.getByRole('button', { name: 'Save' }).first().click()
    // The words of a hint contain it too.
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await page.getByLabel('Text', { exact: true }).fill('Write to ana@example.com about ORD-123456')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Write to [email] about [order]').waitFor()
    await page.getByLabel('Delete after (days)').fill('1')
    await page.getByRole('button', { name: 'Count what would be deleted' }).click()
    await page.getByText(/items would be deleted now\./).waitFor()
    assertNoProblems()
  },
)

test('an admin sets the base currency and a rate', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/organization')
  await page.getByLabel('Base currency').fill('eur')
  await page.getByRole('button', { name: 'Add a currency' }).click()
  await page.getByLabel('Currency', { exact: true }).fill('usd')
  await page.getByLabel('One unit is worth').fill('0.92')
  const card = page.locator('form', { has: page.getByLabel('Base currency') })
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await open(page, '/settings/organization')
  await page.locator('input[value="USD"]').waitFor()
  assertNoProblems()
})
