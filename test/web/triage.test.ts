import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually, go, noBrowser, openSite, settled, type Site, typesInto } from './site.ts'

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite()
})
after(() => site?.close())

const counts = async (visit: Awaited<ReturnType<Site['signedIn']>>) =>
  (await site.ask(visit.context, '/inbox/counts')) as unknown as Record<
    'new' | 'processed' | 'dismissed' | 'snoozed',
    number
  >

test(
  'whoever opens an installation that shows only the demo is led to its sign-in, and from there to the setup of their own',
  { skip },
  async () => {
    const { page, context } = await site.visit()
    await page.goto('/')
    await page.waitForURL('**/sign-in')
    await page.getByRole('link', { name: 'Set up this installation' }).click()
    await page.getByLabel('Setup token').waitFor()
    await context.close()
  },
)

test('twenty inbox items are triaged by keys alone, and the last one is undone', { skip }, async () => {
  const visit = await site.signedIn()
  const { page, problems } = visit
  await go(page, '/')
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
  // An item that becomes an insight takes two requests, with nothing under way in between.
  const after = await eventually(async () => {
    const now = await counts(visit)
    return before.new - now.new >= 20 && now
  }, 'twenty have left the inbox')
  await settled(page)
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

test('H snoozes by keys, and selected text becomes an insight with its quote', { skip }, async () => {
  const visit = await site.signedIn()
  const { page, problems } = visit
  await go(page, '/inbox')
  const before = await counts(visit)
  await page.keyboard.press('h')
  // Enter takes the first choice once it has the focus.
  await typesInto(page.getByRole('dialog', { name: 'Snooze' }).getByRole('button', { name: /^Later today/ }))
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    async (wanted) => ((await (await fetch('/app/v1/inbox/counts')).json()) as { snoozed: number }).snoozed === wanted,
    before.snoozed + 1,
  )
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The next item is being read by then: a selection made before would go with the one that left.
  await settled(page)
  const words = page.locator('section[aria-label=Feedback] .max-w-prose')
  await words.evaluate((element) => document.getSelection()!.selectAllChildren(element))
  await page.getByRole('button', { name: 'Create insight' }).click()
  const dialog = page.getByRole('dialog', { name: 'New insight' })
  await dialog.getByLabel('What did you learn?').fill('Made from selected words')
  await dialog.getByRole('button', { name: 'Create insight' }).click()
  await page.getByText('Created “Made from selected words”').waitFor()
  const found = (await site.ask(visit.context, '/insights?limit=1')).data[0] as unknown as {
    name: string
    quote: string
  }
  assert.equal(found.name, 'Made from selected words')
  assert.ok(found.quote.length > 3)
  assert.deepEqual(problems, [])
  await visit.context.close()
})

test('what arrives is told above the list and shown when somebody asks for it', { skip }, async () => {
  const { page, context, problems } = await site.signedIn()
  await page.clock.install()
  await go(page, '/inbox')
  const first = page.locator('[data-row]').first()
  const before = await first.innerText()
  assert.equal(
    (await site.world.call(site.demo.key!, 'POST', '/feedback', { body: { content: 'Came in while somebody read' } }))
      .status,
    201,
  )
  // The counts are asked for again after half a minute.
  await page.clock.fastForward(31_000)
  const pill = page.getByRole('button', { name: '1 new item: show' })
  await pill.waitFor()
  assert.equal(await first.innerText(), before, 'no row has moved')
  await pill.click()
  await first.getByText('Came in while somebody read').waitFor()
  await pill.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
  await context.close()
})
