import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shots } from './shots.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit } from './site.ts'

/* One-pagers and share links, and the public page as a reader without an account sees it. */

const skip = noBrowser
openSharedSite()

type Named = { id: string; name: string; title: string }
const firstOf = async (path: string) => (await site.getJson(visit.context, path)).data[0] as unknown as Named

/** Makes a link on the open page; returns the path of the public page. */
async function makeLink(page: Page, { password }: { password?: string } = {}): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share link' })
  await dialog.getByLabel('Password (optional)').fill(password ?? '')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByLabel('Link', { exact: true }).innerText()
  await dialog.getByText('Copy it now').waitFor()
  return new URL(address.trim()).pathname
}

/** The public page in a browser without an account. */
async function asReader(path: string, look: (page: Page) => Promise<void>) {
  const { page, context, problems } = await site.visit()
  const response = await page.goto(path)
  assert.equal(response!.status(), 200)
  await look(page)
  assert.deepEqual(problems, [])
  await context.close()
}

async function shootPublic(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 1100 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
}

test('a link to a theme shows it and its quotes to a reader without an account, without names', { skip }, async () => {
  const { page } = visit
  const theme = await firstOf('/themes?sort=-insight_count&limit=1')
  await open(page, `/themes/${theme.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await shots(page, 'share-menu')
  await page.getByRole('menuitem', { name: 'Share link…' }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await shots(page, 'share-dialog')
  const path = await makeLink(page)
  await shots(page, 'share-link-made')
  await page.getByRole('heading', { name: 'Links to this page' }).waitFor()
  const { quotes } = (await site.getJson(visit.context, `/themes/${theme.id}/one-pager`)) as unknown as {
    quotes: { person: string | null }[]
  }
  const people = quotes.flatMap(({ person }) => person ?? [])
  assert.ok(quotes.length > 2 && people.length > 0)
  await asReader(path, async (reader) => {
    await reader.getByRole('heading', { level: 1, name: theme.name }).waitFor()
    assert.equal(await reader.locator('blockquote').count(), quotes.length)
    const text = await reader.locator('body').innerText()
    for (const person of people) assert.ok(!text.includes(person), person)
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme })
      assert.deepEqual(await violations(reader), [], colorScheme)
    }
    await shootPublic(reader, 'public-theme')
    await reader.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const ink = await reader.evaluate(() => getComputedStyle(document.body).color)
    assert.equal(ink, 'rgb(17, 17, 17)')
    if (process.env.SHOTS) await reader.screenshot({ path: `${process.env.SHOTS}/public-theme-print.png` })
  })
  assertNoProblems()
})

test('a page with a password opens with it alone', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const path = await makeLink(page, { password: 'between-friends' })
  const { page: reader, context } = await site.visit()
  await reader.goto(path)
  assert.deepEqual(await violations(reader), [])
  await shootPublic(reader, 'public-password')
  const enter = async (password: string) => {
    await reader.getByLabel('Password').fill(password)
    await reader.getByRole('button', { name: 'Open' }).click()
  }
  await enter('something else')
  await reader.getByRole('alert').getByText('This is not the password.').waitFor()
  await enter('between-friends')
  await reader.getByRole('heading', { level: 1, name: 'What customers say' }).waitFor()
  assert.deepEqual(await violations(reader), [])
  await shootPublic(reader, 'public-dashboard')
  await context.close()
  assertNoProblems()
})

test('the board of opportunities has a public roadmap; settings list the links and revoke them', { skip }, async () => {
  const { page, context } = visit
  const { id, title } = await firstOf('/opportunities?limit=1')
  const ranked = await context.request.patch(`/app/v1/opportunities/${id}/rank`, {
    data: { horizon: 'now' },
    headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
  })
  assert.equal(ranked.status(), 200, await ranked.text())
  await open(page, '/opportunities?view=board')
  await shots(page, 'share-board')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const path = await makeLink(page)
  await asReader(path, async (reader) => {
    await reader.getByRole('heading', { level: 2, name: 'Now' }).waitFor()
    await reader.getByRole('heading', { level: 3, name: title }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme })
      assert.deepEqual(await violations(reader), [], colorScheme)
    }
    await shootPublic(reader, 'public-roadmap')
  })
  await open(page, '/settings/share-links')
  const row = page.getByRole('listitem').filter({ hasText: 'Roadmap' })
  await row.getByText('1 view', { exact: false }).waitFor()
  assert.deepEqual(await violations(page), [])
  await shots(page, 'share-settings')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked', { exact: true }).waitFor()
  const gone = await context.request.get(path)
  assert.equal(gone.status(), 404)
  assertNoProblems()
})

test('a one-pager is copied, printed and its evidence downloaded', { skip }, async () => {
  const { page } = visit
  const theme = await firstOf('/themes?sort=-insight_count&limit=1')
  await open(page, `/themes/${theme.id}`)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Copy one-pager')
  await page.getByText('Copied as Markdown').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(copied.startsWith(`# ${theme.name}\n`) && copied.includes('\n## In their words\n'), copied)
  const download = page.waitForEvent('download')
  await choose('Evidence as CSV')
  const chunks = await (await (await download).createReadStream()).toArray()
  assert.match(Buffer.concat(chunks).toString(), /^insight_id,insight,/)
  await page.evaluate(() => {
    window.print = () => {
      document.title = `printed: ${document.querySelector('.print-only h3')?.textContent}`
    }
  })
  await choose('Print')
  await page.waitForFunction((name) => document.title === `printed: ${name}`, theme.name)
  assertNoProblems()
})

test('an initiative has one place for its evidence, with the notes of the team', { skip }, async () => {
  const { page, context } = visit
  const initiatives = (await site.getJson(context, '/initiatives?limit=100')).data as unknown as {
    id: string
    leveraged_insights_count: number
  }[]
  const { id } = initiatives.find((one) => one.leveraged_insights_count > 0)!
  await open(page, `/initiatives/${id}`)
  await page.getByRole('heading', { name: 'Linked evidence' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Evidence', exact: true }).count(), 0)
  await shots(page, 'initiative-evidence')
  assertNoProblems()
})
