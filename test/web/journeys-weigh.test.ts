import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calm, go, noBrowser, openJourneys, settled, site, visit } from './site.ts'

/* What people do to see what weighs most, and to put it where it belongs. */

const skip = noBrowser
openJourneys()

type Theme = { id: string; name: string; insight_count: number; activity: { weeks: number[]; subtheme_count: number } }
const themes = async () => (await site.ask(visit.context, '/themes?limit=100&include=activity&sort=-insight_count')).data as unknown as Theme[]

test('the table of themes shows for each how it goes week by week, and how many subthemes it has', { skip }, async () => {
  const { page } = visit
  await go(page, '/themes?view=table')
  for (const { name, activity } of (await themes()).slice(0, 5)) {
    const row = page.locator('[data-row]', { has: page.getByRole('link', { name, exact: true, includeHidden: true }) })
    await row.getByRole('img', { name: `${name}, insights by week: ${activity.weeks.join(', ')}` }).waitFor()
    assert.equal(await row.getByRole('cell').nth(5).innerText(), String(activity.subtheme_count))
  }
  calm()
})

test('insights are dragged onto a theme, all that are selected at once, and undo takes out only those that came', { skip }, async () => {
  const { page, context } = visit
  await go(page, '/insights?theme=none')
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
  await settled(page)
  const under = async () => (await themes()).find(({ id }) => id === before.id)!.insight_count
  assert.equal(await under(), before.insight_count + 2)
  await page.keyboard.press('z')
  await page.getByRole('link', { name: names[0]!, exact: true, includeHidden: true }).waitFor()
  await settled(page)
  assert.equal(await under(), before.insight_count)
  assert.ok((await site.ask(context, '/insights?unthemed=true')).data.length >= 2)
  calm()
})

test('the same by keys: L, the beginning of a name, Enter, and Z to take it back', { skip }, async () => {
  const { page } = visit
  await go(page, '/insights?theme=none')
  const before = (await themes()).find(({ name }) => name === 'Search quality')!
  await page.keyboard.press('j')
  const row = page.locator('[data-row][aria-current=true]')
  const name = await row.getByRole('link', { includeHidden: true }).innerText()
  await page.keyboard.press('l')
  await page.getByRole('dialog', { name: 'Add 1 insight to a theme' }).waitFor()
  await page.keyboard.type('Search q')
  await page.getByRole('option', { name: 'Search quality' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('1 insight added to Search quality').waitFor()
  await page.getByRole('link', { name, exact: true, includeHidden: true }).waitFor({ state: 'detached' })
  await settled(page)
  assert.equal((await themes()).find(({ id }) => id === before.id)!.insight_count, before.insight_count + 1)
  await page.keyboard.press('z')
  await page.getByRole('link', { name, exact: true, includeHidden: true }).waitFor()
  calm()
})
