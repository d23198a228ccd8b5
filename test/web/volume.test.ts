import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#store/sql.ts'
import { open, noBrowser, openSite, waitUntilIdle, type Site } from './site.ts'

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite()
})
after(() => site?.close())

const rows = 10_000

test('a list of ten thousand insights renders at most forty rows while scrolling', { skip }, async () => {
  const org = site.demo.org_id
  await site.app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, origin, occurred_at)
    select ${org}, ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      'Insight number ' || n, 'NEUTRAL', 'GENERAL_FEEDBACK', 'imported', now()
    from generate_series(1, ${rows}::int) n`)
  const { page, context, problems } = await site.signedIn()
  await open(page, '/insights?origin=imported')
  const grid = page.getByRole('region', { name: 'Insights' })
  let max = 0
  for (let turn = 0; turn < 30; turn++) {
    // Two frames: one handles the scroll event, the next has drawn the rows.
    await grid.evaluate(
      (element) =>
        new Promise((drawn) => {
          element.scrollBy(0, 1600)
          requestAnimationFrame(() => requestAnimationFrame(drawn))
        }),
    )
    max = Math.max(max, await page.locator('[data-row]').count())
  }
  await page.waitForFunction(() => Number(document.querySelector('[data-row]')?.getAttribute('aria-rowindex')) > 300)
  assert.ok(max > 10 && max <= 40, `${max} rows`)
  assert.deepEqual(problems, [])
  await context.close()
})

test('a link to a filtered list shows the same rows to another user, and Back undoes a filter', { skip }, async () => {
  const { page, context } = await site.signedIn()
  await open(page, '/insights')
  await page.getByLabel('Sentiment').first().selectOption('POSITIVE')
  await page.waitForURL(/sentiment=POSITIVE/)
  await page.getByLabel('Category').first().selectOption('DELIGHTS')
  await page.waitForURL(/category=DELIGHTS/)
  await waitUntilIdle(page)
  const shown = await page.locator('[data-row]').allInnerTexts()
  const other = await site.signedIn()
  await open(other.page, new URL(page.url()).pathname + new URL(page.url()).search)
  assert.deepEqual(await other.page.locator('[data-row]').allInnerTexts(), shown)
  await page.goBack()
  await page.waitForFunction(() => !location.search.includes('category'))
  assert.ok(page.url().includes('sentiment=POSITIVE'))
  await context.close()
  await other.context.close()
})
