import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOfStep, stepOf } from '#domain/identity/totp.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { sql } from '#store/sql.ts'
import { noBrowser, open, openSharedSite, site } from './site.ts'

/* A second factor: set up in the settings, asked for at sign-in, switched off; and required by the organization. */

const skip = noBrowser
openSharedSite()

const codeNow = (secret: string) => codeOfStep(secret, stepOf(new Date()))

/** A code works once: as if the step of the last one were over. */
const forgetStep = (user: string) =>
  site.app.store.run(sql`update user_second_factor set last_step = null where user_id = ${user}`)

const setUpDialog = async (page: Page, password: string) => {
  await page.getByLabel('Current password').last().fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await page.getByLabel('Key', { exact: true }).textContent())!.trim()
  await page.getByLabel('Code of the app').fill(codeNow(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = (await page.getByLabel('Recovery codes', { exact: true }).textContent())!.trim().split('\n')
  assert.equal(codes.length, 10)
  return { secret, codes }
}

const enterPassword = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

test('a person sets it up, signs in with a code and a recovery code, and switches it off', { skip }, async () => {
  const { member } = await site.app.org()
  const { page, context, problems } = await site.signedIn({ user: member })
  await open(page, '/settings/profile')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const { secret, codes } = await setUpDialog(page, member.password)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('10 recovery codes left').waitFor()
  await context.close()

  await forgetStep(member.userId)
  const visit = await site.visit()
  await enterPassword(visit.page, member)
  await visit.page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await visit.page.getByLabel('Code', { exact: true }).fill(codeNow(secret))
  await visit.page.getByLabel('Do not ask again in this browser for 30 days').check()
  await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dashboard(visit.page).waitFor()
  await visit.context.clearCookies({ name: 'earshot_session' })
  await enterPassword(visit.page, member)
  await dashboard(visit.page).waitFor()
  await visit.context.close()

  const other = await site.visit()
  await enterPassword(other.page, member)
  await other.page.getByLabel('Code', { exact: true }).fill(codes[0]!)
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dashboard(other.page).waitFor()
  await open(other.page, '/settings/profile')
  await other.page.getByText('9 recovery codes left').waitFor()
  await other.page.getByRole('button', { name: 'Switch off' }).click()
  const dialog = other.page.getByRole('dialog', { name: 'Switch off the second factor?' })
  await dialog.getByLabel('Current password').fill(member.password)
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await dialog.waitFor({ state: 'detached' })
  await other.page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
  assert.deepEqual([...problems, ...other.problems], [])
  await other.context.close()
})

test('an organization that requires it leads to the set-up before anything else', { skip }, async () => {
  const org = await site.app.org({ name: 'Strict' })
  await updateOrganization(site.app.store, org.id, { require_second_factor: true })
  const { page, context, problems } = await site.signedIn({ user: org.member })
  await page.goto('/insights')
  await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0)
  await setUpDialog(page, org.member.password)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

test('all other sessions can be ended at once', { skip }, async () => {
  const { member } = await site.app.org()
  const [mine, other] = [await site.signedIn({ user: member }), await site.signedIn({ user: member })]
  await open(mine.page, '/settings/profile')
  await mine.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await mine.page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' })
  assert.equal((await other.context.request.get('/app/v1/session')).status(), 401)
  assert.equal((await mine.context.request.get('/app/v1/session')).status(), 200)
  assert.deepEqual(mine.problems, [])
  for (const { context } of [mine, other]) await context.close()
})
