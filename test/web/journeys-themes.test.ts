import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertNoProblems,
  noBrowser,
  open,
  openSharedSite,
  site,
  visit,
  waitForFocusIn,
  waitForOption,
  waitUntilIdle,
} from './site.ts'

/* Themes, and adding insights to them. */

const skip = noBrowser
openSharedSite()

type Theme = { id: string; name: string; insight_count: number; activity: { weeks: number[]; subtheme_count: number } }
const themes = async () =>
  (await site.getJson(visit.context, '/themes?limit=100&include=activity&sort=-insight_count'))
    .data as unknown as Theme[]

test('the bubble chart matches the list of themes, and a bubble opens by keyboard', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/themes?view=bubble')
  const { top_themes: themes } = (await site.getJson(context, '/dashboard?period=90d')) as unknown as {
    top_themes: {
      name: string
      insight_count: number
      previous_insight_count: number
      sentiment_breakdown: { negative: number }
    }[]
  }
  const bubbles = page.getByRole('region', { name: 'Themes by change and sentiment' }).getByRole('link')
  const shown = themes.filter(
    (one) => Math.max(one.insight_count, one.previous_insight_count) >= 5 && one.insight_count > 0,
  )
  assert.ok(shown.length > 3)
  assert.deepEqual(
    (await bubbles.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).sort(),
    shown
      .map(
        (one) =>
          `${one.name}: ${one.insight_count} insights, ${one.previous_insight_count} in the previous period, ` +
          `${Math.round((100 * one.sentiment_breakdown.negative) / one.insight_count)}% negative`,
      )
      .sort(),
  )
  const name = /^(.*): \d+ insights/.exec((await bubbles.first().getAttribute('aria-label'))!)![1]!
  await bubbles.first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  assertNoProblems()
})

test('the table of themes shows weekly counts and the number of subthemes', { skip }, async () => {
  const { page } = visit
  await open(page, '/themes?view=table')
  for (const { name, activity } of (await themes()).slice(0, 5)) {
    const row = page.locator('[data-row]', {
      has: page.getByRole('link', { name, exact: true, includeHidden: true }),
    })
    await row.getByRole('img', { name: `${name}, insights by week: ${activity.weeks.join(', ')}` }).waitFor()
    assert.equal(await row.getByRole('cell').nth(5).innerText(), String(activity.subtheme_count))
  }
  assertNoProblems()
})

test('selected insights are dragged onto a theme; undo removes only those that were added', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/insights?theme=none')
  const before = (await themes()).find(({ name }) => name === 'Search quality')!
  const rows = page.locator('[data-row]')
  const names = await rows.getByRole('link', { includeHidden: true }).allInnerTexts()
  for (const row of [0, 1]) await rows.nth(row).getByRole('checkbox').check()
  await rows.nth(0).getByText(names[0]!).hover()
  await page.mouse.down()
  const from = (await rows.nth(0).boundingBox())!
  await page.mouse.move(from.x + 300, from.y + 40, { steps: 4 })
  const targets = page.getByRole('region', { name: 'Drop on a theme' })
  await targets.getByText('Add 2 insights to…').waitFor()
  const target = (await targets.getByRole('listitem').filter({ hasText: 'Search quality' }).boundingBox())!
  await page.mouse.move(target.x + 40, target.y + 12, { steps: 4 })
  await page.mouse.up()
  await page.getByText('2 insights added to Search quality').waitFor()
  await targets.waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  const insightCount = async () => (await themes()).find(({ id }) => id === before.id)!.insight_count
  assert.equal(await insightCount(), before.insight_count + 2)
  await page.keyboard.press('z')
  await page.getByRole('link', { name: names[0]!, exact: true, includeHidden: true }).waitFor()
  await waitUntilIdle(page)
  assert.equal(await insightCount(), before.insight_count)
  assert.ok((await site.getJson(context, '/insights?unthemed=true')).data.length >= 2)
  assertNoProblems()
})

test('L adds an insight to a theme by keyboard, and Z undoes it', { skip }, async () => {
  const { page } = visit
  await open(page, '/insights?theme=none')
  const before = (await themes()).find(({ name }) => name === 'Search quality')!
  await page.keyboard.press('j')
  const row = page.locator('[data-row][aria-current=true]')
  const name = await row.getByRole('link', { includeHidden: true }).innerText()
  await page.keyboard.press('l')
  await waitForFocusIn(
    page.getByRole('dialog', { name: 'Add 1 insight to a theme' }).getByPlaceholder('Type to search'),
  )
  await page.keyboard.type('Search q')
  await waitForOption(page, 'Search quality')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('1 insight added to Search quality').waitFor()
  await page.getByRole('link', { name, exact: true, includeHidden: true }).waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  assert.equal((await themes()).find(({ id }) => id === before.id)!.insight_count, before.insight_count + 1)
  await page.keyboard.press('z')
  await page.getByRole('link', { name, exact: true, includeHidden: true }).waitFor()
  assertNoProblems()
})

test('a merge says how many insights moved, as announced, and can be undone', { skip }, async () => {
  const { page, context } = visit
  const { data } = await site.getJson(context, '/themes?sort=-insight_count&limit=20')
  const source = (data as unknown as { id: string; name: string; insight_count: number }[]).find(
    (one) => one.name !== 'Mobile app' && one.insight_count > 1,
  )!
  await open(page, `/themes/${source.id}`)
  await page.getByRole('button', { name: 'Merge into…' }).click()
  await page.getByPlaceholder('Merge into…').fill('Mobile')
  await page.getByRole('option', { name: /Mobile app/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${source.insight_count} insights move from ${source.name}`).waitFor()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  await page.getByText(`${source.insight_count} insights moved`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 1, name: source.name }).waitFor()
  await page.getByText(`${source.insight_count} insights are back`).waitFor()
  const after = await site.getJson(context, `/themes/${source.id}`)
  assert.deepEqual([after.insight_count, after.merged_into_id], [source.insight_count, null])
  visit.problems.length = 0
})

test('a theme is created, renamed and merged; its old link leads to the target', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/themes')
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Created in a test')
  await page.getByRole('button', { name: 'Create theme' }).click()
  await page.getByRole('heading', { level: 1, name: 'Created in a test' }).waitFor()
  const address = page.url()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Renamed in a test')
  await name.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Renamed in a test' }).waitFor()
  await page.getByRole('button', { name: 'Merge into…' }).click()
  await page.getByPlaceholder('Merge into…').fill('Mobile')
  await page.getByRole('option', { name: /Mobile app/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  visit.problems.length = 0
  await open(page, new URL(address).pathname)
  await page.getByRole('link', { name: 'Open the merged theme' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  // The browser logs the 410 response.
  assert.ok(
    visit.problems.every((one) => one.includes('status of 4')),
    visit.problems.join(),
  )
  visit.problems.length = 0
  assert.ok((await site.getJson(context, '/themes?limit=100')).data.length > 0)
})
