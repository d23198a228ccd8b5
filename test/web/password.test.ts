import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unsealMail } from '#domain/outbox/outbox.ts'
import { claimDueMail } from '#domain/outbox/queries.ts'
import { vaultFor } from '#store/vault.ts'
import { noBrowser, openSite, type Site } from './site.ts'

/* Password reset. */

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite({ empty: true, mail: true })
})
after(() => site?.close())

test('a forgotten password is reset by an emailed link, which works once', { skip }, async () => {
  const { app } = site
  const { admin } = await app.org()
  const { page, context, problems } = await site.visit()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // Both pages have an email field.
  await page.waitForURL('**/forgot-password')
  await page.getByRole('button', { name: 'Send link' }).waitFor()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('status').getByText(`If ${admin.email} has an account`).waitFor()
  const [mail] = await claimDueMail(app.store, 1, 60)
  const path = /\/reset-password\/\S+/.exec(unsealMail(vaultFor(app.secret), mail!).text)![0]
  await page.goto(path)
  await page.getByLabel('New password').fill('a wholly new password')
  await page.getByRole('button', { name: 'Set a new password' }).click()
  await page.getByText('Password set. Sign in with it.').waitFor()
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
  await page
    .getByRole('alert')
    .getByText('This reset link was already used or has expired; request a new one.')
    .waitFor()
  await context.close()
})
