import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit, waitUntil } from './site.ts'

/* What comes first: the order of the team, estimates and scoring methods. */

const skip = noBrowser
openSharedSite()

const column = (name: string) => visit.page.getByRole('region', { name, exact: true })
const titlesOf = (place: Locator) => place.locator('li a').allInnerTexts()
const waitForTitles = (name: string, titles: readonly string[]) =>
  waitUntil(
    async () => (await titlesOf(column(name))).join('|') === titles.join('|'),
    `${titles.join(', ')} in ${name}`,
  )

test('cards are put in order by hand, by keys and by dragging, and stay so', { skip }, async () => {
  const { page, context } = visit
  const { data } = await site.getJson(context, '/opportunities?sort=-impact_score&limit=3')
  const [a, b, c] = (data as unknown as { title: string }[]).map(({ title }) => title) as [string, string, string]
  await open(page, '/opportunities?view=board')
  const when = (title: string) => page.getByRole('combobox', { name: `When to work on ${title}`, exact: true })
  await when(a).selectOption('now')
  await waitForTitles('Now', [a])
  await when(b).selectOption('now')
  await waitForTitles('Now', [a, b])
  await when(c).selectOption('later')
  await waitForTitles('Later', [c])
  await page.getByRole('button', { name: `Move ${b} up`, exact: true }).click()
  await waitForTitles('Now', [b, a])
  const link = column('Now').getByRole('link', { name: b, exact: true })
  await link.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await waitForTitles('Now', [a, b])
  await column('Later').locator('li').first().dragTo(column('Now').locator('li').first())
  await waitForTitles('Now', [c, a, b])
  await open(page, '/opportunities?view=board')
  await waitForTitles('Now', [c, a, b])
  assert.deepEqual(await violations(page), [])
  assertNoProblems()
})

test('a scoring method is chosen, compared, and explains the score of an opportunity', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/settings/scoring')
  await page.getByRole('button', { name: 'New method' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our RICE')
  await dialog.getByRole('button', { name: 'Create method' }).click()
  await page.getByRole('heading', { name: 'Our RICE' }).waitFor()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText(/opportunit(y|ies) changes? (its )?places?/).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  const { data } = await site.getJson(context, '/opportunities?sort=-impact_score&limit=1')
  const { id } = data[0]!
  await open(page, `/opportunities/${id}`)
  await page.getByRole('button', { name: 'M', exact: true }).click()
  const confidence = page.getByRole('spinbutton', { name: 'Confidence in %' })
  await confidence.fill('80')
  await confidence.press('Enter')
  await page.getByRole('combobox', { name: 'Impact' }).selectOption('2')
  const score = page.getByRole('button', { name: /^Score [\d.]+: show breakdown/ })
  await score.click()
  await page.getByText('Reach', { exact: true }).waitFor()
  const stored = (await site.getJson(context, `/opportunities/${id}`)) as unknown as Record<string, number>
  assert.deepEqual([stored.effort, stored.confidence], [3, 80])
  assert.equal(stored.score, Math.round(((stored.contact_count! * 2 * 0.8) / 3) * 100) / 100)
  await open(page, '/opportunities?view=scatter&x=effort')
  await page.getByRole('group', { name: 'Opportunities by impact and effort' }).waitFor()
  assert.deepEqual(await violations(page), [])
  assertNoProblems()
})
