import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  assertNoProblems,
  navigate,
  noBrowser,
  open,
  openSharedSite,
  site,
  visit,
  waitForFocusIn,
  waitUntil,
  waitUntilIdle,
} from './site.ts'

/* Insights, saved views, exports and segments. */

const skip = noBrowser
openSharedSite()

test('the command menu navigates and searches by keyboard', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  const box = page.getByPlaceholder('Search or jump to…')
  await page.keyboard.press('Control+k')
  await waitForFocusIn(box)
  await page.keyboard.type('themes')
  await page
    .getByRole('option', { name: /^Themes/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await waitForFocusIn(box)
  await page.keyboard.type('Mobile app')
  const found = page.getByRole('option', { name: /Mobile app.*Theme/ })
  await found.waitFor()
  await found.click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  assertNoProblems()
})

test('a list is navigated, peeked into and edited by keyboard; the change can be undone', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/insights')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const activeRow = page.locator('[data-row][aria-current=true][aria-rowindex="3"]')
  await activeRow.waitFor()
  const name = await activeRow.locator('a').first().innerText()
  await page.keyboard.press(' ')
  await page.getByRole('dialog', { name: 'Insight' }).getByText(name).first().waitFor()
  assert.ok(page.url().includes('peek='))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected insights' })
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await page.waitForFunction(
    (gone) => ![...document.querySelectorAll('[data-row]')].some((row) => row.textContent?.includes(gone)),
    name,
  )
  await waitUntilIdle(page)
  await page.keyboard.press('z')
  await page.locator('[data-row]', { hasText: name }).waitFor()
  assert.ok(
    (await site.getJson(context, '/insights?limit=3')).data.some(
      (one) => (one as unknown as { name: string }).name === name,
    ),
  )
  assertNoProblems()
})

test('a bulk change of category is undone with the previous category of each insight', { skip }, async () => {
  const { page, context } = visit
  const categories = async () =>
    (await site.getJson(context, '/insights?limit=2')).data.map(
      (one) => (one as unknown as { category: string }).category,
    )
  const before = await categories()
  const other = before.includes('DELIGHTS') ? 'BUGS_AND_ERRORS' : 'DELIGHTS'
  await open(page, '/insights')
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected insights' })
  await bar.getByText('2 selected').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Dismiss 2 selected insights' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'Set category' }).click()
  await page
    .getByRole('dialog', { name: 'Set category' })
    .getByRole('option', { name: other === 'DELIGHTS' ? 'Delights' : 'Bugs and errors' })
    .click()
  await page.getByText('2 insights changed').waitFor()
  assert.deepEqual(await categories(), [other, other])
  await waitUntilIdle(page)
  await page.keyboard.press('z')
  await waitUntil(async () => (await categories()).join() === before.join(), 'the previous categories')
  await waitUntilIdle(page)
  assertNoProblems()
})

test('a saved view in the sidebar opens the same list and can be removed', { skip }, async () => {
  const { page } = visit
  await open(page, '/insights?sentiment=NEGATIVE&category=BUGS_AND_ERRORS')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name of the view').fill('Bugs that hurt')
  await page.keyboard.press('Enter')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bugs that hurt' })
  await link.waitFor()
  await navigate(page, '/projects')
  await link.click()
  await page.waitForURL(/sentiment=NEGATIVE&category=BUGS_AND_ERRORS/)
  await page.getByRole('button', { name: 'Remove view' }).click()
  await link.waitFor({ state: 'detached' })
  assertNoProblems()
})

test('an export has every row of the filtered list and escapes formulas', { skip }, async () => {
  const { page, context } = visit
  const post = await context.request.post('/app/v1/insights', {
    data: { name: '=1+1 as a name', sentiment: 'NEGATIVE', category: 'BUGS_AND_ERRORS' },
    headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
  })
  assert.equal(post.status(), 201)
  await open(page, '/insights?category=BUGS_AND_ERRORS')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  const listed = (await site.getJson(context, '/insights?category=BUGS_AND_ERRORS&limit=100')).data
  assert.equal(text.split('\r\n').length, listed.length + 1)
  assert.ok(text.includes("'=1+1 as a name"))
  assertNoProblems()
})

test(
  'segment rules preview their matches before they are saved; a contact is excluded and restored',
  { skip },
  async () => {
    const { page } = visit
    await open(page, '/segments')
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Teams')
    await dialog.getByLabel('Plan').fill('team')
    await dialog.getByRole('button', { name: 'Create segment' }).click()
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor()
    await page.getByText('4 contacts match').waitFor()
    await page.getByLabel('Operator of condition 1').selectOption('in')
    await page.getByLabel('Value of condition 1').fill('team, enterprise')
    await page.getByText('8 contacts match').waitFor()
    await page.getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('8 contacts', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Exclude / })
      .first()
      .click()
    await page.getByText('7 contacts', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('8 contacts', { exact: true }).waitFor()
    assertNoProblems()
  },
)
