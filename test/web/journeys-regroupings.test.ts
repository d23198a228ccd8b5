import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit, waitUntilIdle } from './site.ts'
import { shots } from './shots.ts'

/* A proposed regrouping: what it would change, accepted as a whole, and undone. */

openSharedSite()

type Theme = { id: string; name: string; insight_count: number }
type Point = { id: string; name: string; themes: { id: string }[] }

const themesOf = async () =>
  (await site.getJson(visit.context, '/themes?limit=100&sort=-insight_count')).data as unknown as Theme[]

async function send(method: 'post' | 'patch', path: string, data: object) {
  const headers = { 'x-requested-with': 'earshot', origin: site.app.baseUrl }
  const reply = await visit.context.request[method](`/app/v1${path}`, { data, headers })
  assert.ok(reply.ok(), await reply.text())
  return (await reply.json()) as { id: string; change_set: { id: string } }
}

/** Two new themes for insights of the largest one; one insight becomes unsorted, and one was placed by a person. */
async function propose(theme: Theme) {
  const { data } = await site.getJson(visit.context, `/themes/${theme.id}/insights?limit=12`)
  const insights = data as unknown as Point[]
  const [placed, unsorted, ...others] = insights
  await send('patch', `/insights/${placed!.id}/themes`, { theme_ids: [theme.id] })
  const half = Math.ceil(others.length / 2)
  const ids = (list: Point[]) => list.map((one) => one.id)
  await send('post', '/points/grouping', {
    title: 'Split the largest theme',
    description: 'It holds two subjects.',
    themes: [
      { handle: 'all', id: theme.id, name: `${theme.name} and more` },
      { handle: 'first', name: 'The first subject' },
      { handle: 'second', name: 'The second subject' },
    ],
    subthemes: [{ handle: 'part', theme: 'first', name: 'A part of the first subject' }],
    assignments: [
      { theme: 'first', subtheme: 'part', points: ids(others.slice(0, half)) },
      { theme: 'second', points: [...ids(others.slice(half)), placed!.id] },
      { theme: null, points: [unsorted!.id] },
    ],
    override_people: true,
  })
  return others.length + 2
}

test(
  'a proposed regrouping shows what comes from where, is accepted as a whole and undone',
  { skip: noBrowser },
  async () => {
    const { page } = visit
    await send('patch', '/organization', { accept_own_change_sets: true })
    const before = await themesOf()
    const [theme] = before
    const moved = await propose(theme!)
    await open(page, '/data/changes')
    await page.getByText(`${moved} insights get another place`).waitFor()
    await page.locator('del', { hasText: theme!.name }).first().waitFor()
    for (const text of ['The first subject', 'A part of the first subject', 'The second subject'])
      await page.getByText(text, { exact: true }).first().waitFor()
    await page.getByText('This also changes what people have decided').waitFor()
    await page.getByText('1 insight comes from').waitFor()
    assert.deepEqual(await violations(page), [])
    await shots(page, 'regrouping-proposed')
    assert.deepEqual(await themesOf(), before, 'nothing changes yet')

    const tried: string[] = []
    page.on('request', (one) => one.url().includes('dry_run=true') && tried.push(one.url()))
    await page.getByRole('button', { name: 'Accept all' }).click()
    await page.getByText('The changes were made').waitFor()
    await waitUntilIdle(page)
    assert.deepEqual(tried, [], 'what was made is not tried again')
    const after = await themesOf()
    assert.equal(after.length, before.length + 2)
    assert.equal(after.find((one) => one.id === theme!.id)?.insight_count, theme!.insight_count - moved)
    await shots(page, 'regrouping-accepted')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('The regrouping was undone').waitFor()
    await waitUntilIdle(page)
    assert.deepEqual(
      (await themesOf()).map(({ id, name, insight_count }) => [id, name, insight_count]).sort(),
      before.map(({ id, name, insight_count }) => [id, name, insight_count]).sort(),
    )
    await page.getByText('Undone', { exact: true }).waitFor()
    assertNoProblems()
  },
)
