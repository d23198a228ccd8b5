import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit, waitUntil, waitUntilIdle } from './site.ts'
import { addSubtheme } from './screens.ts'

/* Tables: rows that open, totals, selections of more than a page, sorting and columns. */

const skip = noBrowser
openSharedSite({ onOpen: addSubtheme })

const lists = ['/insights', '/themes?view=table', '/themes?view=subthemes', '/contacts', '/opportunities', '/projects']
const plans = ['/initiatives?view=list', '/segments']
const firstTitle = () => visit.page.locator('[data-row] a').first()
const path = () => new URL(visit.page.url()).pathname

test('a click on a title opens it, Ctrl-click in a new tab, and Tab reaches it', { skip }, async () => {
  const { page, context } = visit
  for (const list of [...lists, ...plans]) {
    await open(page, list)
    const target = await firstTitle().getAttribute('href')
    const name = (await firstTitle().innerText()).trim()
    await firstTitle().click()
    await page.waitForFunction((to) => location.pathname === to, target)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await open(page, '/insights')
  const opened = context.waitForEvent('page')
  await firstTitle().click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  assert.equal(path(), '/insights')
  await tab.waitForURL(/\/insights\/.+/)
  await tab.close()
  await page.getByRole('region', { name: 'Insights' }).focus()
  const isOnTitle = () => document.activeElement?.matches('[data-row] a') === true
  for (let presses = 0; presses < 12 && !(await page.evaluate(isOnTitle)); presses++) await page.keyboard.press('Tab')
  assert.ok(await page.evaluate(isOnTitle), 'Tab reaches a title')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/insights\/.+/)
  await waitUntilIdle(page)
  assertNoProblems()
})

const imported = 230
const insertInsights = () =>
  site.app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, origin, occurred_at)
    select ${site.demo.org_id}, ('019b0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      'Hive scale reading ' || n, 'NEUTRAL', 'GENERAL_FEEDBACK', 'imported', now()
    from generate_series(1, ${imported}::int) n`)

const countWhere = async (condition: ReturnType<typeof sql>) =>
  (await site.app.store.first<{ count: number }>(
    sql`select count(*) as count from insight where org_id = ${site.demo.org_id} and origin = 'imported' and ${condition}`,
  ))!.count

test('on a phone, the title of a card is a link to its page', { skip }, async () => {
  const { page, context, problems } = await site.signedIn({ width: 390 })
  for (const list of [...lists, ...plans]) {
    await open(page, list)
    const title = page.locator('[data-row] a').first()
    const target = await title.getAttribute('href')
    await title.click()
    await page.waitForFunction((to) => location.pathname === to, target)
  }
  await waitUntilIdle(page)
  assert.deepEqual(problems, [])
  await context.close()
})

test('a selection of more than a page is changed as a whole, reported as a whole and undone', { skip }, async () => {
  const { page } = visit
  await insertInsights()
  await open(page, '/insights?origin=imported')
  await page.getByRole('heading', { level: 1 }).locator('..').getByText(String(imported), { exact: true }).waitFor()
  await page.getByLabel('Select all loaded rows').check()
  await page.getByText('100 selected').waitFor()
  await page.getByRole('button', { name: `Select all ${imported}` }).click()
  await page.getByText(`${imported} selected`).waitFor()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).first().click()
  await page.getByText(`${imported} insights dismissed`).waitFor()
  assert.equal(await countWhere(sql`status = 'dismissed'`), imported)
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitUntil(async () => (await countWhere(sql`status = 'active'`)) === imported, 'all are active again')
  await waitUntilIdle(page)
  assertNoProblems()
})

test('more than a hundred insights become evidence of a Project at once', { skip }, async () => {
  const { page } = visit
  await open(page, '/insights?origin=imported')
  await page.getByLabel('Select all loaded rows').check()
  await page.getByRole('button', { name: `Select all ${imported}` }).click()
  await page.getByText(`${imported} selected`).waitFor()
  await page.getByRole('button', { name: 'Add to project' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByText(`${imported} insights added as evidence`).waitFor()
  assert.equal(await countWhere(sql`id in (select insight_id from project_insight)`), imported)
  assertNoProblems()
})

test('more than a hundred items of the inbox are triaged at once', { skip }, async () => {
  const { page } = visit
  await site.app.store.run(sql`delete from feedback_triage where org_id = ${site.demo.org_id}`)
  await open(page, '/inbox')
  const rows = page.locator('[data-row]')
  const count = 104
  await rows.first().waitFor()
  // Shift+X selects a row and moves on; the list loads further pages by itself, near the end of those it has.
  await page.keyboard.press('k')
  for (let n = 0; n < count; n++) {
    if (n === 90) await waitUntilIdle(page)
    await page.keyboard.press('Shift+X')
  }
  await page.getByText(`${count} selected`).waitFor()
  await page.getByRole('toolbar', { name: 'Selected feedback' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText(`${count} items dismissed`).waitFor()
  const dismissed = await site.app.store.first<{ count: number }>(
    sql`select count(*) as count from feedback_triage where org_id = ${site.demo.org_id} and state = 'dismissed'`,
  )
  assert.equal(dismissed!.count, count)
  assertNoProblems()
})

test('columns sort only as the server can, and hidden columns stay hidden after a reload', { skip }, async () => {
  const { page } = visit
  await open(page, '/opportunities')
  for (const [header, sort] of [
    ['Evidence', '-insight_count'],
    ['Age', '-created_at'],
    ['Rank in category', 'rank'],
  ] as const) {
    await page.getByRole('columnheader', { name: header }).getByRole('button').click()
    await page.waitForFunction((value) => new URLSearchParams(location.search).get('sort') === value, sort)
    await waitUntilIdle(page)
    assert.ok((await page.locator('[data-row]').count()) > 0, header)
  }
  // A second click leads back to the default order.
  await page.getByRole('columnheader', { name: 'Rank in category' }).getByRole('button').click()
  await page.waitForFunction(() => !location.search.includes('sort'))
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Origin' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Origin' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('columnheader', { name: 'Age' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Origin' }).count(), 0)
  assertNoProblems()
})
