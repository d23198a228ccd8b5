import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit } from './site.ts'

/* What a newcomer tries first, and what must be readable at a glance. */

const skip = noBrowser
openSharedSite()

test('/settings opens the first page of the settings', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings')
  assert.equal(new URL(page.url()).pathname, '/settings/profile')
  await page.getByRole('link', { name: 'Profile', exact: true }).waitFor()
  assertNoProblems()
})

test('a segment by rules asks for a plan; a manual one has none', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/segments?create=1')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Without a plan')
  await dialog.getByRole('button', { name: 'Create segment' }).click()
  assert.ok(await dialog.getByLabel('Plan').evaluate((field: HTMLInputElement) => field.validity.valueMissing))
  await dialog.getByLabel('Type').selectOption('manual')
  await dialog.getByLabel('Plan').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Without a plan' }).waitFor()
  const { data } = await site.getJson(context, '/segments?limit=100')
  const made = (data as unknown as { name: string; kind: string; rules: unknown }[]).find(
    ({ name }) => name === 'Without a plan',
  )!
  assert.deepEqual([made.kind, made.rules], ['manual', null])
  assertNoProblems()
})

test('the middle mouse button opens an insight in a new tab', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/insights')
  const opened = context.waitForEvent('page')
  await page.locator('[data-row] a').first().click({ button: 'middle' })
  const tab = await opened
  await tab.waitForURL(/\/insights\/.+/)
  await tab.close()
  assert.equal(new URL(page.url()).pathname, '/insights')
})

test('the tile of the NPS says of how many responses it is', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  const tile = page.getByRole('link', { name: /^NPS · / }).first()
  assert.match(await tile.innerText(), /\d+ responses?/)
})

/** What is cut off in the cells of a list: texts without an ellipsis that are wider than their cell. */
const cutDates = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row] [role=cell]:has(time)')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => cell.innerText)

test('at 1440 pixels contacts show whole dates, and chips of themes some letters of each', { skip }, async () => {
  const { page } = await site.signedIn({ width: 1440 })
  await open(page, '/contacts')
  assert.ok((await page.locator('[data-row] time').count()) > 0)
  assert.deepEqual(await page.evaluate(cutDates), [])
  await open(page, '/insights')
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll('[data-row] [role=cell] > span > span > span.truncate')].map((text) => ({
      text: text.textContent!,
      cut: text.scrollWidth > text.clientWidth,
      width: text.clientWidth,
    })),
  )
  assert.ok(widths.length > 0)
  assert.deepEqual(
    widths.filter(({ cut, width }) => cut && width < 40),
    [],
  )
})

test('a contact says when it was added, which is not when the person first wrote', { skip }, async () => {
  const { page } = visit
  await open(page, '/contacts')
  await page.locator('[data-row] a').first().click()
  await page.getByText('Added', { exact: true }).waitFor()
  assert.equal(await page.getByText('First seen', { exact: true }).count(), 0)
})
