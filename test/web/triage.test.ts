import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitUntil, open, noBrowser, openSite, waitUntilIdle, type Site, waitForFocusIn } from './site.ts'

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite()
})
after(() => site?.close())

const counts = async (visit: Awaited<ReturnType<Site['signedIn']>>) =>
  (await site.getJson(visit.context, '/inbox/counts')) as unknown as Record<
    'new' | 'processed' | 'dismissed' | 'snoozed',
    number
  >

test('an installation with only the demo redirects to sign-in, which links to the setup', { skip }, async () => {
  const { page, context } = await site.visit()
  await page.goto('/')
  await page.waitForURL('**/sign-in')
  await page.getByRole('link', { name: 'Set up this installation' }).click()
  await page.getByLabel('Setup token').waitFor()
  await context.close()
})

test('twenty inbox items are triaged by keyboard, and the last one is undone', { skip }, async () => {
  const visit = await site.signedIn()
  const { page, problems } = visit
  await open(page, '/')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  const row = page.locator('[data-row][aria-current=true]')
  const before = await counts(visit)
  for (let n = 0; n < 20; n++) {
    await row.waitFor()
    const name = await row.innerText()
    await page.keyboard.press(n % 4 === 3 ? '3' : '1')
    await page.waitForFunction(
      (shown) => document.querySelector<HTMLElement>('[data-row][aria-current=true]')?.innerText !== shown,
      name,
    )
  }
  // Accepting an item as an insight takes two requests, with none pending in between.
  const after = await waitUntil(async () => {
    const now = await counts(visit)
    return before.new - now.new >= 20 && now
  }, 'twenty items to leave the inbox')
  await waitUntilIdle(page)
  assert.deepEqual(
    [before.new - after.new, after.processed - before.processed, after.dismissed - before.dismissed],
    [20, 15, 5],
  )
  await page.keyboard.press('z')
  await page.waitForFunction(
    async (wanted) => ((await (await fetch('/app/v1/inbox/counts')).json()) as { new: number }).new === wanted,
    after.new + 1,
  )
  assert.deepEqual(problems, [])
  await visit.context.close()
})

test('H snoozes an item, and selected text becomes an insight with a quote', { skip }, async () => {
  const visit = await site.signedIn()
  const { page, problems } = visit
  await open(page, '/inbox')
  const before = await counts(visit)
  await page.keyboard.press('h')
  // Enter picks the first option once it has the focus.
  await waitForFocusIn(page.getByRole('dialog', { name: 'Snooze' }).getByRole('button', { name: /^Later today/ }))
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    async (wanted) => ((await (await fetch('/app/v1/inbox/counts')).json()) as { snoozed: number }).snoozed === wanted,
    before.snoozed + 1,
  )
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Wait for the next item: a selection made earlier would be lost with the previous one.
  await waitUntilIdle(page)
  const text = page.locator('section[aria-label=Feedback] .max-w-prose.whitespace-pre-wrap')
  await text.evaluate((element) => document.getSelection()!.selectAllChildren(element))
  await page.getByRole('button', { name: 'Create insight' }).click()
  const dialog = page.getByRole('dialog', { name: 'New insight' })
  await dialog.getByLabel('What did you learn?').fill('Created from selected text')
  await dialog.getByRole('button', { name: 'Create insight' }).click()
  await page.getByText('Created “Created from selected text”').waitFor()
  const found = (await site.getJson(visit.context, '/insights?limit=1')).data[0] as unknown as {
    name: string
    quote: string
  }
  assert.equal(found.name, 'Created from selected text')
  assert.ok(found.quote.length > 3)
  assert.deepEqual(problems, [])
  await visit.context.close()
})

test('new items are announced above the list and inserted on request', { skip }, async () => {
  const { page, context, problems } = await site.signedIn()
  await page.clock.install()
  await open(page, '/inbox')
  const first = page.locator('[data-row]').first()
  const before = await first.innerText()
  assert.equal(
    (await site.app.call(site.demo.key!, 'POST', '/feedback', { body: { content: 'Arrived in the meantime' } })).status,
    201,
  )
  // The counts are polled every 30 seconds.
  await page.clock.fastForward(31_000)
  const newItems = page.getByRole('button', { name: '1 new item: show' })
  await newItems.waitFor()
  assert.equal(await first.innerText(), before, 'no row has moved')
  await newItems.click()
  await first.getByText('Arrived in the meantime').waitFor()
  await newItems.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
  await context.close()
})
