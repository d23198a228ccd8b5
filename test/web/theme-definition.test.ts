import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit, waitUntil } from './site.ts'

/* What belongs in a theme is said in the web app, looked at before it is saved, and taken back. */

const skip = noBrowser
openSharedSite()

type Theme = { id: string; name: string; definition: string | null; belongs: string[]; does_not_belong: string[] }

test('what belongs in a theme is edited with a preview, saved and undone', { skip }, async () => {
  const { page, context } = visit
  const { id } = (await site.getJson(context, '/themes?limit=1')).data[0]!
  const read = async () => (await site.getJson(context, `/themes/${id}`)) as unknown as Theme
  const before = await read()
  await open(page, `/themes/${id}`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'What belongs in it' }) })
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `What belongs in ${before.name}?` })
  await dialog.getByLabel('Statements that belong in it').fill('The first one\n\n The second one \nThe first one')
  await dialog.getByLabel('Statements that do not belong').fill('The invoice is wrong')
  await dialog.getByRole('button', { name: 'Show what moves' }).click()
  await dialog.getByRole('heading', { name: /insights? moves?\b/ }).waitFor()
  assert.deepEqual((await read()).belongs, before.belongs, 'looking changes nothing')

  await dialog.getByLabel('In plain words').fill('Everything about it')
  await dialog.getByRole('heading', { name: /insights? moves?\b/ }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Show what moves' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByText('“The second one”').waitFor()
  const { definition, belongs, does_not_belong } = await read()
  assert.deepEqual(
    { definition, belongs, does_not_belong },
    {
      definition: 'Everything about it',
      belongs: ['The first one', 'The second one'],
      does_not_belong: ['The invoice is wrong'],
    },
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/insights? (is|are) back/).waitFor()
  await card.getByText('“The second one”').waitFor({ state: 'detached' })
  await waitUntil(async () => (await read()).definition === before.definition, 'the definition to be as before')
  assert.deepEqual((await read()).belongs, before.belongs)
  assertNoProblems()
})
