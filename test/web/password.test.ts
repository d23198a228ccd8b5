import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimDue, opened } from '#domain/account/mail/outbox.ts'
import { vaultFor } from '#store/vault.ts'
import { noBrowser, openSite, type Site } from './site.ts'

/* From a forgotten password to a new one. */

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite({ empty: true, mail: true })
})
after(() => site?.close())

test('who has forgotten the password asks for a link, follows it and signs in with a new one', { skip }, async () => {
  const { world } = site
  const { admin } = await world.org()
  const { page, context, problems } = await site.visit()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // Both pages ask for an email address.
  await page.waitForURL('**/forgot-password')
  await page.getByRole('button', { name: 'Send a link' }).waitFor()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('button', { name: 'Send a link' }).click()
  await page.getByRole('status').getByText(`If ${admin.email} has an account here`).waitFor()
  const [letter] = await claimDue(world.store, 1, 60)
  const path = /\/reset-password\/\S+/.exec(opened(vaultFor(world.secret), letter!).text)![0]
  await page.goto(path)
  await page.getByLabel('New password').fill('a wholly new password')
  await page.getByRole('button', { name: 'Set a new password' }).click()
  await page.getByText('The password was set. Sign in with it.').waitFor()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill('a wholly new password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  assert.deepEqual(problems, [])

  await page.goto(path)
  await page.getByLabel('New password').fill('and another password')
  await page.getByRole('button', { name: 'Set a new password' }).click()
  await page.getByRole('alert').getByText('This link was used already or is too old; ask for a new one.').waitFor()
  await context.close()
})
