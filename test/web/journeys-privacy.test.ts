import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteRequestedOrganizations } from '#domain/organizations/deletion/delete-organization.ts'
import { sql } from '#store/sql.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit } from './site.ts'

/* Erasing a contact, and deleting the organization. */

const skip = noBrowser
openSharedSite()

const dialogText = async (contact: string) => {
  const { page } = visit
  await open(page, `/contacts/${contact}`)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  const text = await page.getByRole('dialog').innerText()
  await page.getByRole('button', { name: 'Cancel' }).click()
  return text
}

test('the settings choose what erasing does, and the dialog of a contact says it', { skip }, async () => {
  const { page } = visit
  const { id } = (await site.app.store.first<{ id: string }>(sql`
    select id from contact where deleted_at is null and name is not null order by id limit 1`))!
  assert.match(await dialogText(id), /are removed, with the insights’ names/)
  await open(page, '/settings/privacy')
  const keep = page.getByRole('switch', { name: 'Keep texts of erased contacts, with identifiers masked' })
  await keep.click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.match(await dialogText(id), /stay, with identifiers masked/)
  assertNoProblems()
})

test('an admin deletes the organization by typing its name and sees what is deleted', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/organization')
  const name = await page.getByLabel('Name', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Delete the organization' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete the organization' })
  await dialog.getByRole('textbox').fill(name.slice(0, -1))
  assert.equal(await confirm.isDisabled(), true)
  await dialog.getByRole('textbox').fill(name)
  await confirm.click()
  await page.getByText('The organization is being deleted').waitFor()
  assert.match(await dialog.innerText(), /feedback/)
  await deleteRequestedOrganizations(site.app.store, () => {})
  assert.deepEqual(await site.app.store.rows(sql`select id from organization where name = ${name}`), [])
})
