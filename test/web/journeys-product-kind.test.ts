import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noBrowser, open, openSite, type Site, violations, waitForFocusIn, waitUntilIdle } from './site.ts'

/* From the first items to the themes of one's kind of product. */

const skip = noBrowser
let site: Site
before(async () => {
  if (skip) return
  site = await openSite({ empty: true })
})
after(() => site?.close())

const items = [
  'Clients book online and then simply do not come.',
  'The booking page loads forever on old phones.',
  'I need a buffer time between two appointments.',
  'Two clients got the same time slot on Saturday.',
  'Reminders for appointments arrive too late.',
]

async function opened(user: 'admin' | 'member', texts: readonly string[], width = 1280) {
  const org = await site.app.org()
  const reply = await site.app.call(org.admin.key, 'POST', '/feedback/bulk', {
    body: { items: texts.map((content) => ({ content, source: 'app', analyze: false })) },
  })
  assert.ok(reply.status < 300)
  return { org, ...(await site.signedIn({ user: org[user], width })) }
}
type Opened = Awaited<ReturnType<typeof opened>>

const themesOf = async ({ context }: Opened) =>
  (await site.getJson(context, '/themes')).data as unknown as { id: string; name: string }[]

test('suggested themes are edited and created by keyboard, and the card goes for good', { skip }, async () => {
  const visit = await opened('admin', items)
  const { page, context, problems } = visit
  await open(page, '/themes')
  await page.getByRole('heading', { name: 'Your product: Booking and scheduling software' }).waitFor()
  await page.getByText('From 5 items').waitFor()
  await waitUntilIdle(page)
  assert.deepEqual(await violations(page), [])
  await page.getByRole('checkbox', { name: 'Appointments', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  const name = page.getByRole('textbox', { name: 'Name' }).nth(1)
  await waitForFocusIn(name)
  await name.fill('Visits')
  await page.getByRole('checkbox', { name: 'Visits' }).check()
  await page.getByRole('checkbox', { name: 'No-shows' }).uncheck()
  await page.getByRole('button', { name: 'Create 5 themes' }).press('Enter')
  await page.getByText('5 themes created').waitFor()
  const made = await themesOf(visit)
  assert.deepEqual(made.map((one) => one.name).sort(), [
    'Calendar sync',
    'Online booking',
    'Reminders',
    'Rescheduling',
    'Visits',
  ])
  const theme = await site.getJson(context, `/themes/${made.find((one) => one.name === 'Visits')!.id}`)
  assert.equal(theme.definition, 'Making appointments, appointments that are lost')
  await page.getByText('You have these already:').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Visits' }).first().waitFor()
  await waitUntilIdle(page)
  assert.equal(await page.getByText('Your product').count(), 0)
  assert.deepEqual(problems, [])
  await context.close()
})

test('an admin chooses another kind on the page for data, at phone width', { skip }, async () => {
  const { page, context, problems } = await opened('admin', ['Good.', 'It is so slow today.'], 390)
  await open(page, '/add')
  await page.getByRole('heading', { name: 'What kind of product is your feedback about?' }).waitFor()
  await waitUntilIdle(page)
  assert.deepEqual(await violations(page), [])
  await page.getByLabel('Change the kind of product').selectOption({ label: 'Games' })
  await page.getByRole('heading', { name: 'Your product: Games' }).waitFor()
  await page.getByRole('button', { name: 'Create 6 themes' }).waitFor()
  await waitUntilIdle(page)
  assert.deepEqual(await violations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
  await page.getByLabel('Change the kind of product').selectOption({ label: 'Find it from the items' })
  await page.getByRole('heading', { name: 'What kind of product is your feedback about?' }).waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

test('a member may create the themes, but not choose the kind', { skip }, async () => {
  const { page, context } = await opened('member', items)
  await open(page, '/themes')
  await page.getByRole('button', { name: 'Create 6 themes' }).waitFor()
  assert.equal(await page.getByLabel('Change the kind of product').count(), 0)
  await context.close()
})
