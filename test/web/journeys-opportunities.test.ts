import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompanies, post } from './own-companies.ts'
import { shots } from './shots.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit, waitUntil } from './site.ts'

/* Opportunities about the same are merged, and one about two things is split; both are undone. */

const skip = noBrowser
openSharedSite()

type Opportunity = { id: string; title: string; insight_count: number }
const read = async (id: string) =>
  (await site.getJson(visit.context, `/opportunities/${id}`)) as unknown as Opportunity & { horizon: string | null }
const listTitles = async () =>
  ((await site.getJson(visit.context, '/opportunities?limit=100')).data as unknown as Opportunity[]).map(
    ({ title }) => title,
  )
const waitForCount = (id: string, count: number) =>
  waitUntil(async () => (await read(id)).insight_count === count, `${count} insights of the opportunity`)
const heading = (title: string) => visit.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
const more = async (item: string) => {
  await visit.page.getByRole('button', { name: 'More', exact: true }).click()
  await visit.page.getByRole('menuitem', { name: item, exact: true }).click()
}
const undo = () => visit.page.getByRole('button', { name: 'Undo', exact: true }).last().click()

test('opportunities are merged from the list and from their page, split, and all is undone', { skip }, async () => {
  const { page } = visit
  const { themes, insights } = await createCompanies()
  const [locks, helmets] = await Promise.all(
    themes.map(({ id, name }) => {
      const insight_ids = insights.filter((one) => one.themeId === id).map((one) => one.id)
      return post<Opportunity>('/opportunities', { title: `Better ${name}`, category: 'PAIN_POINTS', insight_ids })
    }),
  )
  assert.deepEqual([locks!.insight_count, helmets!.insight_count], [24, 9])

  await open(page, '/opportunities?q=Better')
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })
  for (const { title } of [locks!, helmets!]) await row(title).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: 'Selected opportunities' })
  await shots(page, 'opportunities-selected')
  await bar.getByRole('button', { name: 'Merge…' }).click()
  await shots(page, 'opportunities-merge')
  await page.getByRole('option', { name: locks!.title }).click()
  await waitForCount(locks!.id, 33)
  await row(helmets!.title).waitFor({ state: 'detached' })
  assert.ok(!(await listTitles()).includes(helmets!.title))
  await undo()
  await row(helmets!.title).waitFor()
  await waitForCount(locks!.id, 24)

  await open(page, `/opportunities/${helmets!.id}`)
  await heading(helmets!.title)
  await more('Merge into…')
  await page.getByRole('option', { name: locks!.title, exact: true }).click()
  await heading(locks!.title)
  await waitForCount(locks!.id, 33)
  await page.getByRole('link', { name: '33', exact: true }).waitFor()
  await more('Undo the last merge')
  await waitForCount(locks!.id, 24)
  await page.getByRole('link', { name: '24', exact: true }).waitFor()

  await more('Split…')
  const dialog = page.getByRole('dialog', { name: `Split ${locks!.title}` })
  await dialog.getByLabel('Title').fill('Locks in the rain')
  for (const { name } of insights.filter((one) => one.themeId === themes[0].id).slice(-3))
    await dialog.getByRole('checkbox', { name: new RegExp(name.replace('.', '\\.')) }).check()
  assert.deepEqual(await violations(page), [])
  await shots(page, 'opportunity-split')
  await dialog.getByRole('button', { name: 'Split off 3 insights' }).click()
  await heading('Locks in the rain')
  await waitForCount(locks!.id, 21)
  await shots(page, 'opportunity-part')
  await undo()
  await heading(locks!.title)
  await waitForCount(locks!.id, 24)
  assert.ok(!(await listTitles()).includes('Locks in the rain'))
  assertNoProblems()
})

test('the address of a merged opportunity leads to the other one', { skip }, async () => {
  const { page, problems } = visit
  const make = (title: string) => post<Opportunity>('/opportunities', { title, category: 'PAIN_POINTS' })
  const [kept, merged] = [await make('Kept'), await make('Merged')]
  await post(`/opportunities/${kept.id}/merge`, { source_opportunity_ids: [merged.id] })
  await page.goto(`${site.app.baseUrl}/opportunities/${merged.id}`)
  await page.getByText('This opportunity was merged.').waitFor()
  await page.getByRole('link', { name: 'Open the other one' }).click()
  await heading('Kept')
  // The browser reports the answer that the opportunity was merged.
  assert.deepEqual(
    problems.splice(0).filter((problem) => !problem.includes('410')),
    [],
  )
})
