import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit, waitUntilIdle } from './site.ts'

/* Correcting the subthemes of a theme, each time with undo. */

const skip = noBrowser
openSharedSite()

type Subtheme = { id: string; name: string; pinned: boolean; insight_count: number; theme_id: string }
const subthemesOf = async (themeId: string) =>
  (await site.getJson(visit.context, `/subthemes?theme_id=${themeId}&limit=100`)).data as unknown as Subtheme[]

/** A theme with two more subthemes, and its page. */
async function openTheme(): Promise<{ id: string; name: string }> {
  const { page, context } = visit
  const [theme] = (await site.getJson(context, '/themes?limit=100&sort=-insight_count')).data as unknown as {
    id: string
    name: string
  }[]
  const insights = (await site.getJson(context, `/themes/${theme!.id}/insights?limit=6`)).data.map(({ id }) => id)
  for (const [n, insight_ids] of [insights.slice(0, 4), insights.slice(4)].entries()) {
    const reply = await context.request.post(`/app/v1/themes/${theme!.id}/subthemes`, {
      data: { name: `Test ${n} ${newId()}`, insight_ids },
      headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
    })
    assert.equal(reply.status(), 201, await reply.text())
  }
  await open(page, `/themes/${theme!.id}`)
  return theme!
}
const shot = async (name: string) => {
  if (process.env.SHOTS) await visit.page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}
const choose = async (name: string, action: string) => {
  await visit.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await shot(`menu-${action.replace(/\W/g, '')}`)
  await visit.page.getByRole('menuitem', { name: action, exact: true }).click()
}
/** Those of this test, the larger one first. */
const made = (all: readonly Subtheme[]) => all.filter((one) => one.name.startsWith('Test')).slice(0, 2)
const undo = async () => {
  await visit.page.getByRole('button', { name: 'Undo' }).last().click()
  await waitUntilIdle(visit.page)
}
const link = (name: string) => visit.page.getByRole('link', { name, exact: true }).first()
const asBefore = async (id: string, before: readonly Subtheme[]) => {
  const plain = (all: readonly Subtheme[]) =>
    all
      .map(({ name, pinned, insight_count }) => ({ name, pinned, insight_count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  assert.deepEqual(plain(await subthemesOf(id)), plain(before))
}

test(
  'a subtheme is renamed, pinned, dissolved, merged and moved from its theme, and all is undone',
  { skip },
  async () => {
    const { page } = visit
    const theme = await openTheme()
    const before = await subthemesOf(theme.id)
    const [first, second] = made(before) as [Subtheme, Subtheme]

    await choose(first.name, 'Rename')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Named in a test')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await link('Named in a test').waitFor()
    await shot('renamed')
    await undo()
    await asBefore(theme.id, before)

    await choose(first.name, 'Unpin')
    await page.getByText(`${first.name} is no longer pinned`).waitFor()
    await waitUntilIdle(page)
    assert.equal((await subthemesOf(theme.id)).find((one) => one.id === first.id)!.pinned, false)
    await undo()
    await asBefore(theme.id, before)

    await choose(first.name, 'Dissolve')
    await link(first.name).waitFor({ state: 'detached' })
    await undo()
    await link(first.name).waitFor()

    await choose(first.name, 'Merge into…')
    await shot('merge')
    await page.getByRole('dialog').getByRole('option', { name: second.name, exact: true }).click()
    await link(first.name).waitFor({ state: 'detached' })
    await shot('merged')
    await undo()
    await link(first.name).waitFor()

    await choose(first.name, 'Move to theme…')
    await page.getByRole('dialog').getByRole('option', { name: 'Search quality', exact: true }).click()
    await link(first.name).waitFor({ state: 'detached' })
    await undo()
    await link(first.name).waitFor()
    await asBefore(theme.id, before)
    assertNoProblems()
  },
)

test('chosen insights are split off, and undo puts them back', { skip }, async () => {
  const { page } = visit
  const theme = await openTheme()
  const before = await subthemesOf(theme.id)
  const [first] = made(before) as [Subtheme]
  await choose(first.name, 'Split…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Split in a test')
  for (const n of [0, 1]) await dialog.getByRole('checkbox').nth(n).check()
  await shot('split')
  await dialog.getByRole('button', { name: 'Split off 2 insights' }).click()
  await page.getByText('2 insights split off as Split in a test').waitFor()
  await waitUntilIdle(page)
  const part = (await subthemesOf(theme.id)).find((one) => one.name === 'Split in a test')
  assert.equal(part?.insight_count, 2)
  await undo()
  await asBefore(theme.id, before)
  assertNoProblems()
})

test('a subtheme is made by hand, corrected on its page, and dissolving leads to its theme', { skip }, async () => {
  const { page } = visit
  const theme = await openTheme()
  await page.getByRole('button', { name: 'New subtheme' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Made in a test')
  await page.getByRole('button', { name: 'Create subtheme' }).click()
  await page.getByRole('heading', { level: 1, name: 'Made in a test' }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Corrected in a test')
  await name.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Corrected in a test' }).waitFor()
  await shot('page')
  await choose('Corrected in a test', 'Dissolve')
  await page.getByRole('heading', { level: 1, name: theme.name }).waitFor()
  await waitUntilIdle(page)
  assertNoProblems()
})
