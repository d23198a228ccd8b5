import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#store/sql.ts'
import { addSubtheme } from './screens.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit, waitUntilIdle } from './site.ts'

/* Columns of tables: those that need data, and tables that are wider than the window. */

const skip = noBrowser
openSharedSite({ onOpen: addSubtheme })

const withCompanies = {
  theme: '/themes?view=table',
  subtheme: '/themes?view=subthemes',
  opportunity: '/opportunities',
  initiative: '/initiatives?view=list',
  project: '/projects',
}
const lists = [...Object.values(withCompanies), '/insights', '/contacts', '/accounts', '/segments']

const reach = {
  account_count: 12,
  yearly_revenue: 1_250_000,
  currency: 'EUR',
  revenue_account_count: 12,
  unknown_revenue_account_count: 0,
  unconverted: [],
}

/** As the job leaves the counts of companies; the demo has none. */
async function addCompanies() {
  for (const kind of Object.keys(withCompanies))
    await site.app.store.run(
      sql`update ${raw(kind)} set account_reach = ${JSON.stringify(reach)}::json where org_id = ${site.demo.org_id}`,
    )
}

test('the companies are a column once one of the rows has some', { skip }, async () => {
  const { page } = visit
  const header = page.getByRole('columnheader', { name: 'Companies' })
  for (const list of Object.values(withCompanies)) {
    await open(page, list)
    await page.locator('[data-row]').first().waitFor()
    assert.equal(await header.count(), 0, list)
  }
  await addCompanies()
  for (const list of Object.values(withCompanies)) {
    await open(page, list)
    await header.waitFor()
    await page.getByRole('cell', { name: '12 · €1,250,000' }).first().waitFor()
  }
  await open(page, '/opportunities')
  await header.getByRole('button').click()
  await page.waitForFunction(() => location.search.includes('sort=-revenue'))
  await waitUntilIdle(page)
  assertNoProblems()
})

/** What the button for the columns covers once the table is scrolled to its end, and whether rows go on to there. */
function atEndOfTable() {
  const scroller = document.querySelector('[role=table]')!.parentElement!
  scroller.scrollLeft = scroller.scrollWidth
  const box = (element: Element) => element.getBoundingClientRect()
  const button = scroller.querySelector('button[aria-label=Columns]')!
  const covered = [...scroller.querySelectorAll('[role=columnheader] > *')]
    .filter((one) => one !== button && box(one).left < box(button).right && box(one).right > box(button).left)
    .map((one) => one.textContent)
  const row = scroller.querySelector('[data-row]')!
  return { covered, isRowWhole: box(row.lastElementChild!).right <= box(row).right }
}

test('nothing covers a column of a table that is wider than the window', { skip }, async () => {
  const { page } = visit
  await addCompanies()
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    for (const list of lists) {
      await open(page, list)
      const name = `${list} at ${width} pixels`
      assert.deepEqual(await violations(page, ['target-size']), [], name)
      assert.deepEqual(await page.evaluate(atEndOfTable), { covered: [], isRowWhole: true }, name)
    }
  }
  assertNoProblems()
})
