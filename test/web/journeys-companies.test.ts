import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompanies } from './own-companies.ts'
import { shots } from './shots.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, violations, visit } from './site.ts'

/* Which company is worth most among those that complain about something, and what it says. */

const skip = noBrowser
openSharedSite()

test('the page of a theme says which company pays most, and its count is that of the list', { skip }, async () => {
  const { page } = visit
  const { themes } = await createCompanies()
  await open(page, `/themes/${themes[0].id}`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Companies that speak of it' }) })
  const rows = card.locator('tbody tr')
  await rows.first().getByText('Rental 14').waitFor()
  assert.equal(await rows.count(), 10)
  assert.match(await rows.first().innerText(), /14,000/)
  await card.getByRole('button', { name: 'Show all 14' }).click()
  await rows.nth(13).getByText('Rental 01').waitFor()
  assert.ok(!(await card.innerText()).includes('Rental 15'), 'the one that pays most of all says nothing about it')
  assert.deepEqual(await violations(page), [])
  await shots(page, 'theme-companies')

  await card.getByRole('button', { name: 'By plan' }).click()
  await rows.first().getByText('team').waitFor()
  const count = Number((await rows.first().getByRole('link').innerText()).trim())
  await rows.first().getByRole('link').click()
  await page.getByRole('button', { name: 'Remove team' }).waitFor()
  await page.getByText(`${count} insights loaded`).waitFor()

  await page.getByRole('button', { name: 'Company', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by company' })
  await dialog.getByLabel('Pays at least a year').fill('11000')
  await shots(page, 'company-dialog')
  await dialog.getByRole('button', { name: 'Filter', exact: true }).click()
  // Of the plan team, those numbered 11 and 14 pay as much.
  await page.getByText('2 insights loaded').waitFor()
  await page.getByRole('button', { name: 'Remove team' }).click()
  await page.getByText('4 insights loaded').waitFor()
  await shots(page, 'company-chips')
  assertNoProblems()
})

test('themes, opportunities and contacts are filtered by company', { skip }, async () => {
  const { page } = visit
  await open(page, '/contacts?plan=starter&revenue_min=10000')
  for (const name of ['Ana of Rental 10', 'Ana of Rental 13'])
    await page.getByText(name, { exact: true }).first().waitFor()
  await page.getByText('Ana of Rental 01', { exact: true }).waitFor({ state: 'detached' })
  await open(page, '/themes?view=table&plan=team&revenue_min=11000')
  await page.getByRole('button', { name: 'Remove team' }).waitFor()
  await page.getByRole('link', { name: 'Bike locks' }).first().waitFor()
  await page.getByRole('link', { name: 'Helmet sizes' }).waitFor({ state: 'detached' })
  assertNoProblems()
})
