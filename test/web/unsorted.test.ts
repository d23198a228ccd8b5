import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { addUnsorted } from './screens.ts'
import {
  assertNoProblems,
  noBrowser,
  open,
  openSharedSite,
  site,
  visit,
  waitForFocusIn,
  waitForOption,
  waitUntil,
  waitUntilIdle,
} from './site.ts'

/* Insights whose theme the analysis is not sure of are sorted, and feedback that it skipped is analyzed. */

const skip = noBrowser
openSharedSite({ onOpen: (opened) => addUnsorted(opened) })

type Insight = { id: string; name: string; themes: { name: string }[]; theme_suggestions: { name: string }[] }
const path = '/insights?unsorted=true&include=theme_suggestions&limit=100'
const unsorted = async () => (await site.getJson(visit.context, path)).data as unknown as Insight[]
const namesOf = (rows: readonly Insight[]) => rows.map(({ name }) => name)
const themesOf = async (id: string) =>
  ((await site.getJson(visit.context, `/insights/${id}`)) as unknown as Insight).themes.map(({ name }) => name)

const row = (name: string) => visit.page.locator('[data-row]', { hasText: name })
const activeRow = (name: string) => visit.page.locator('[data-row][aria-current=true]', { hasText: name })
/** The active row has the focus, so that Tab and a screen reader go on from there. */
const focusedRow = (name: string) => visit.page.locator('[data-row][aria-current=true]:focus', { hasText: name })
const shownCount = (count: number) => visit.page.locator('header', { hasText: `Unsorted${count}` })
const isSorted = (...ids: string[]) =>
  waitUntil(async () => !(await unsorted()).some(({ id }) => ids.includes(id)), 'the insights to be sorted')
const isUnsorted = (id: string) =>
  waitUntil(async () => (await unsorted()).some((one) => one.id === id), 'the insight to be unsorted again')

async function openUnsorted(): Promise<Insight[]> {
  await open(visit.page, '/insights/unsorted')
  return unsorted()
}

test('1, 2 and 3 add to the suggested themes and go on; U takes back one after the other', { skip }, async () => {
  const { page } = visit
  const rows = await unsorted()
  const [first, second, third] = rows as [Insight, Insight, Insight]
  const link = page.getByRole('link', { name: `${rows.length} unsorted insights` })
  for (const screen of ['/', '/insights', '/themes']) {
    await open(page, screen)
    await link.waitFor()
  }
  await link.click()
  await activeRow(first.name).waitFor()
  await page.keyboard.press('1')
  await focusedRow(second.name).waitFor()
  await page.keyboard.press('2')
  await focusedRow(third.name).waitFor()
  await page.keyboard.press('3')
  await shownCount(rows.length - 3).waitFor()
  await isSorted(first.id, second.id, third.id)
  for (const [n, { id, theme_suggestions }] of [first, second, third].entries())
    assert.deepEqual(await themesOf(id), [theme_suggestions[n]?.name])
  for (const one of [third, second, first]) {
    await page.keyboard.press('u')
    await focusedRow(one.name).waitFor()
  }
  await shownCount(rows.length).waitFor()
  await isUnsorted(first.id)
  assert.deepEqual(namesOf(await unsorted()), namesOf(rows))
  await waitUntilIdle(page)
  await page.keyboard.press('u')
  await page.getByText('Nothing to undo').waitFor()
  assertNoProblems()
})

test('a key without a suggestion does nothing, and keys do nothing while typing', { skip }, async () => {
  const { page } = visit
  const rows = await openUnsorted()
  await page.keyboard.press('j')
  await activeRow(rows[1]!.name).waitFor()
  assert.equal(rows[1]!.theme_suggestions.length, 2)
  await page.keyboard.press('3')
  await page.keyboard.press('/')
  await waitForFocusIn(page.getByRole('searchbox', { name: 'Filter insights' }))
  await page.keyboard.type('1203unt')
  await page.getByText('No insights match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await shownCount(rows.length).waitFor()
  assert.equal((await unsorted()).length, rows.length)
  assertNoProblems()
})

test('N makes a theme named after the subject, and an undo archives it again', { skip }, async () => {
  const { page, context } = visit
  const [first] = (await openUnsorted()) as [Insight]
  await page.keyboard.press('n')
  const name = page.getByRole('dialog', { name: 'New theme' }).getByLabel('Name', { exact: true })
  await waitForFocusIn(name)
  assert.equal(await name.inputValue(), 'Exports')
  await name.fill('Exports that never end')
  await page.keyboard.press('Enter')
  await row(first.name).waitFor({ state: 'detached' })
  await isSorted(first.id)
  assert.deepEqual(await themesOf(first.id), ['Exports that never end'])
  await waitUntilIdle(page)
  await page.keyboard.press('u')
  await activeRow(first.name).waitFor()
  await isUnsorted(first.id)
  const themes = async () => (await site.getJson(context, '/themes?q=never%20end')).data
  await waitUntil(async () => (await themes()).length === 0, 'the theme to be archived')
  assertNoProblems()
})

test('T chooses another theme by typing, 0 none; Z takes back the last', { skip }, async () => {
  const { page } = visit
  const [first, second] = (await openUnsorted()) as [Insight, Insight]
  await page.keyboard.press('t')
  await waitForFocusIn(page.getByPlaceholder('Type to search'))
  await page.keyboard.type('Search qual')
  await waitForOption(page, 'Search quality')
  await page.keyboard.press('Enter')
  await focusedRow(second.name).waitFor()
  await isSorted(first.id)
  assert.deepEqual(await themesOf(first.id), ['Search quality'])
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('0')
  await page.getByText('1 insight left without a theme').waitFor()
  await isSorted(second.id)
  assert.deepEqual(await themesOf(second.id), [])
  await waitUntilIdle(page)
  await page.keyboard.press('z')
  await activeRow(second.name).waitFor()
  await isUnsorted(second.id)
  assertNoProblems()
})

test('a key that is held down sorts one row, and an undo waits for a choice that is under way', { skip }, async () => {
  const { page } = visit
  const rows = await openUnsorted()
  const [first, second] = rows as [Insight, Insight]
  for (let n = 0; n < 4; n++) await page.keyboard.down('0')
  await page.keyboard.up('0')
  await activeRow(second.name).waitFor()
  await shownCount(rows.length - 1).waitFor()
  await isSorted(first.id)
  let sent = () => {}
  const underWay = new Promise<void>((resolve) => (sent = resolve))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/themes/*/insights', async (route) => {
    sent()
    await released
    await route.continue()
  })
  await page.keyboard.press('1')
  await underWay
  await page.keyboard.press('u')
  release()
  await activeRow(second.name).waitFor()
  await waitUntilIdle(page)
  await page.unroute('**/themes/*/insights')
  assert.deepEqual(await themesOf(second.id), [])
  await isUnsorted(second.id)
  await page.keyboard.press('u')
  await activeRow(first.name).waitFor()
  await isUnsorted(first.id)
  await waitUntilIdle(page)
  assertNoProblems()
})

test('selected rows are added to a theme together and taken back together', { skip }, async () => {
  const { page } = visit
  const rows = await openUnsorted()
  const [first, second] = rows as [Insight, Insight]
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected insights' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Add to theme' }).click()
  await page.getByRole('dialog', { name: 'Add to theme' }).getByRole('option', { name: 'Mobile app' }).click()
  await page.getByText('2 insights added to Mobile app').waitFor()
  await bar.waitFor({ state: 'detached' })
  await shownCount(rows.length - 2).waitFor()
  for (const { id } of [first, second]) assert.deepEqual(await themesOf(id), ['Mobile app'])
  await waitUntilIdle(page)
  await page.keyboard.press('u')
  await row(second.name).waitFor()
  await waitUntil(async () => (await unsorted()).length === rows.length, 'both to be unsorted again')
  assertNoProblems()
})

test('the panel of an insight accepts a suggestion by one click', { skip }, async () => {
  const { page } = visit
  const [first] = (await openUnsorted()) as [Insight]
  await page.keyboard.press(' ')
  const panel = page.getByRole('dialog', { name: 'Insight' })
  const suggestions = panel.getByRole('group', { name: 'Suggested themes' })
  await suggestions.getByRole('button', { name: /39%/ }).click()
  await suggestions.waitFor({ state: 'detached' })
  assert.deepEqual(await themesOf(first.id), [first.theme_suggestions[0]!.name])
  await page.keyboard.press('Escape')
  await row(first.name).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(first.name).waitFor()
  assertNoProblems()
})

test('a row comes back when its request fails, and the count too', { skip }, async () => {
  const { page, context, problems } = await site.signedIn()
  await open(page, '/insights/unsorted')
  const rows = await unsorted()
  await page.route('**/themes/*/insights', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'INVALID_STATE', message: 'The theme is archived.' } } }),
  )
  await page.keyboard.press('1')
  await page.getByText('0 of 1 changed. The theme is archived.').waitFor()
  await page.locator('[data-row]', { hasText: rows[0]!.name }).waitFor()
  await page.locator('header', { hasText: `Unsorted${rows.length}` }).waitFor()
  await page.keyboard.press('u')
  await page.getByText('Nothing to undo').waitFor()
  assert.equal((await unsorted()).length, rows.length)
  assert.ok(
    problems.every((one) => one.includes('409')),
    String(problems),
  )
  await context.close()
})

test('a phone sorts by buttons until everything is sorted', { skip }, async () => {
  const { page, context, problems } = await site.signedIn({ width: 390 })
  await open(page, '/insights/unsorted')
  const [first, second] = (await unsorted()) as [Insight, Insight]
  await page.locator('[data-row]', { hasText: first.name }).getByRole('button', { name: /39%/ }).click()
  await page.locator('[data-row]', { hasText: first.name }).waitFor({ state: 'detached' })
  await page.locator('[data-row]:focus', { hasText: second.name }).waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling')
  await page.getByLabel('Select all loaded rows').check()
  await page.getByRole('toolbar', { name: 'Selected insights' }).getByRole('button', { name: 'No theme' }).click()
  await page.getByText('Everything is sorted.').waitFor()
  await waitUntil(async () => (await unsorted()).length === 0, 'no unsorted insight')
  await waitUntilIdle(page)
  await open(page, '/themes')
  assert.equal(await page.getByRole('link', { name: /unsorted/ }).count(), 0)
  assert.deepEqual(problems, [])
  await context.close()
})

test(
  'what has nothing to analyze is counted where it is worked off, and the selection is analyzed',
  { skip },
  async () => {
    const { page, context } = visit
    const items: { id: string }[] = (await site.getJson(context, '/inbox?limit=3')).data
    const ids = items.map(({ id }) => id)
    await site.app.store.run(sql`
    update feedback_state set status = 'skipped', skip_reason = 'no_content' where feedback_id = any(${ids}::uuid[])`)
    await open(page, '/insights/unsorted')
    await page.getByRole('link', { name: '3 items with nothing to analyze' }).click()
    await page.getByRole('region', { name: 'Feedback list' }).waitFor()
    await waitUntil(async () => (await page.locator('[data-row]').count()) === 3, 'the three items')
    await page.getByRole('button', { name: 'Nothing to analyze', pressed: true }).click()
    await page.getByRole('button', { name: 'Nothing to analyze 3', pressed: false }).click()
    await waitUntil(async () => (await page.locator('[data-row]').count()) === 3, 'the three items again')
    for (const n of [0, 1]) await page.locator('[data-row]').nth(n).getByLabel('Select').check()
    const bar = page.getByRole('toolbar', { name: 'Selected feedback' })
    await bar.getByRole('button', { name: 'Analyze anyway' }).click()
    await page.getByText('2 items are analyzed').waitFor()
    await waitUntil(async () => (await page.locator('[data-row]').count()) === 1, 'the item that is left')
    await site.app.store.run(sql`
    update feedback_state set status = 'analyzed', skip_reason = null where feedback_id = any(${ids}::uuid[])`)
    assertNoProblems()
  },
)

test('feedback without content says so in the inbox and is analyzed anyway', { skip }, async () => {
  const { page, context } = visit
  const [item] = (await site.getJson(context, '/inbox?limit=1')).data
  await site.app.store.run(sql`
    update feedback_state set status = 'skipped', skip_reason = 'no_content' where feedback_id = ${item!.id}`)
  await open(page, '/inbox')
  await page.locator('[data-row]').first().getByText('Nothing to analyze').waitFor()
  await page.getByText('Skipped: nothing to analyze').waitFor()
  const notice = page.getByRole('note').filter({ hasText: 'nothing to analyze here' })
  await notice.getByRole('button', { name: 'Analyze anyway' }).click()
  await page.getByText('Analysis started').waitFor()
  await notice.waitFor({ state: 'detached' })
  assertNoProblems()
})
