import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'
import { edited, topics } from './taxonomy-edits.ts'

/* All themes as one document: what its plan shows is what it does. */

const semanticSearch = new VectorSearch('static')
useTestWorkerWithSharedOrg(
  {
    async afterStart() {
      for (const name of Object.keys(topics)) await callOk('POST', '/themes', { name })
      const items = Object.values(topics)
        .flat()
        .map((content) => ({ content, source: 'app' }))
      await callOk('POST', '/feedback/bulk', { items })
      await waitForOrgJobs()
    },
  },
  { semanticSearch },
)
after(() => semanticSearch.close())

const pull = async (): Promise<Body[]> => (await callOk('GET', '/taxonomy')).themes
const plan = (themes: Body[]) => callOk('POST', '/taxonomy/plan', { themes })
const apply = (themes: Body[], plan_id?: string) =>
  callOk('POST', '/taxonomy/apply', { themes, ...(plan_id && { plan: plan_id }) })

type Placed = { id: string; themes: string[]; decided: boolean }
/** The live themes of every insight. */
const placed = () =>
  app.store.rows<Placed>(sql`
    select i.id, i.themes_overridden as decided, array(
      select t.id::text from theme t where t.org_id = ${org.id} and t.id = any(i.theme_ids) and t.archived_at is null
        and t.merged_into_id is null order by t.id) as themes
    from insight i where i.org_id = ${org.id} and i.live order by i.id`)

const names = async () => new Map((await pull()).map(({ id, name }) => [id, name]))
const flowKey = (from: string[], to: string[]) => JSON.stringify([[...from].sort(), [...to].sort()])

/** How many insights have come from the same themes to the same ones. */
async function flowsBetween(before: Placed[], namesBefore: Map<string, string>) {
  const [now, namesNow] = [new Map((await placed()).map((row) => [row.id, row.themes])), await names()]
  const flows: Record<string, number> = {}
  for (const { id, themes } of before) {
    const to = now.get(id)!
    if (to.join() === themes.join()) continue
    const key = flowKey(
      themes.map((theme) => namesBefore.get(theme)!),
      to.map((theme) => namesNow.get(theme)!),
    )
    flows[key] = (flows[key] ?? 0) + 1
  }
  return flows
}

const countsMatch = async () => {
  const rows = await app.store.rows(sql`
    select t.name from theme t where t.org_id = ${org.id} and t.archived_at is null and t.merged_into_id is null
      and t.insight_count <> (select count(*) from insight i
        where i.org_id = ${org.id} and i.live and i.theme_ids @> array[t.id])`)
  assert.deepEqual(rows, [])
}

test('the document as it is changes nothing', async () => {
  const themes = await pull()
  assert.deepEqual(
    themes.map(({ name }) => name),
    Object.keys(topics).toSorted((a, b) => a.localeCompare(b)),
  )
  const { changes, moves, moved_insight_count } = await plan(themes)
  assert.deepEqual([changes, moves, moved_insight_count], [[], [], 0])
})

test('a new theme with examples takes what is like them, and no insight that a person has placed', async () => {
  const themes = await pull()
  const exports_ = themes.find(({ name }) => name === 'CSV export')!
  const { data } = await callOk('GET', '/insights', undefined, { limit: '100' })
  const pdf = data.filter(({ quote }: Body) => /PDF/.test(quote)).map(({ id }: Body) => id)
  assert.equal(pdf.length, 2)
  await callOk('PATCH', `/insights/${pdf[0]}/themes`, { theme_ids: [exports_.id] })
  const wanted = [...themes, { name: 'PDF export', belongs: ['The PDF export is cut off'] }]
  const planned = await plan(wanted)
  assert.deepEqual(planned.changes, [{ action: 'create', theme: 'PDF export', subtheme: null, before: null }])
  const flow = planned.moves.find(({ to }: Body) => to.includes('PDF export'))
  assert.ok(flow, JSON.stringify(planned.moves))
  assert.deepEqual(
    flow.samples.map(({ id }: Body) => id),
    [pdf[1]],
  )
  assert.deepEqual(await pull(), themes, 'a plan changes nothing')

  await callOk('PATCH', `/insights/${pdf[1]}/themes`, { theme_ids: [exports_.id] })
  const stale = await call('POST', '/taxonomy/apply', { themes: wanted, plan: planned.plan_id })
  assert.deepEqual([stale.status, stale.body.error.code], [409, 'INVALID_STATE'])
  assert.deepEqual(await pull(), themes, 'nothing of it was done')
  const again = await plan(wanted)
  assert.notEqual(again.plan_id, planned.plan_id)
  await apply(wanted, again.plan_id)
  const now = new Map((await placed()).map((row) => [row.id, row.themes]))
  for (const id of pdf) assert.deepEqual(now.get(id), [exports_.id], 'a person has placed it')
})

test('a statement that does not belong takes what is like it out of the theme, also later', async () => {
  const themes = await pull()
  const invoices = themes.find(({ name }) => name === 'Invoices')!
  const wanted = themes.map((theme) =>
    theme === invoices ? { ...theme, does_not_belong: ['Invoices arrive late', 'Invoices arrive a week late'] } : theme,
  )
  const planned = await apply(wanted)
  assert.ok(
    planned.moves.some(({ from, to }: Body) => from[0] === 'Invoices' && to.length === 0),
    JSON.stringify(planned.moves),
  )
  await callOk('POST', '/feedback', { content: 'Our invoices arrive a week late', source: 'app' })
  await waitForOrgJobs()
  const { data } = await callOk('GET', `/themes/${invoices.id}/insights`)
  assert.deepEqual(
    data.filter(({ quote }: Body) => /late/.test(quote)),
    [],
  )
})

test('subthemes of people are created, renamed, moved and dissolved', async () => {
  const [first, second, ...rest] = await pull()
  const withNew = [{ ...first!, subthemes: [{ name: 'Rows', description: 'Rows that are lost' }] }, second!, ...rest]
  const created = await apply(withNew)
  assert.deepEqual(
    created.changes.map(({ action, subtheme }: Body) => [action, subtheme]),
    [['create', 'Rows']],
  )
  const [own] = (await pull())[0]!.subthemes
  assert.equal(own.description, 'Rows that are lost')
  const moved = [{ ...first!, subthemes: [] }, { ...second!, subthemes: [{ id: own.id, name: 'Lost rows' }] }, ...rest]
  const actions = (await apply(moved)).changes.map(({ action, before }: Body) => [action, before])
  assert.deepEqual(actions, [
    ['move', first!.name],
    ['rename', 'Rows'],
  ])
  assert.deepEqual((await pull())[1]!.subthemes, [{ id: own.id, name: 'Lost rows', description: 'Rows that are lost' }])
  const [only] = (await apply([first!, { ...second!, subthemes: [] }, ...rest])).changes
  assert.deepEqual([only.action, only.subtheme], ['remove', 'Lost rows'])
})

test('what is not clear is refused with the path of every field', async () => {
  const [first, second] = await pull()
  const { status, body } = await call('POST', '/taxonomy/plan', {
    themes: [
      { ...first!, merged: [second!.name] },
      { ...second!, id: '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f' },
      { name: first!.name.toUpperCase() },
    ],
  })
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.details.map(({ path }: Body) => path),
    ['body.themes.1.id', 'body.themes.2.name', 'body.themes.0.merged.0'],
  )
})

test('after any edit the insights have moved as planned, and a plan of the same document is empty', async () => {
  const seed = Number(process.env.SEED ?? 7)
  const random = seededRandom(seed)
  for (let round = 0; round < 25; round++) {
    const say = `seed ${seed}, round ${round}`
    const wanted = edited(await pull(), random)
    const planned = await plan(wanted)
    const [before, namesBefore] = [await placed(), await names()]
    const applied = await apply(wanted, planned.plan_id)
    const { application_id, ...shownAgain } = applied
    assert.deepEqual(shownAgain, planned, say)
    assert.equal(application_id === null, planned.changes.length === 0, say)
    const shown = Object.fromEntries(
      planned.moves.map(({ from, to, insight_count }: Body) => [flowKey(from, to), insight_count]),
    )
    assert.deepEqual(await flowsBetween(before, namesBefore), shown, `${say}: ${JSON.stringify(planned.changes)}`)
    const merged = new Set(
      planned.changes.filter(({ action }: Body) => action === 'merge').map((one: Body) => one.before),
    )
    const removed = new Set(
      planned.changes.filter(({ action }: Body) => action === 'remove').map((one: Body) => one.theme),
    )
    const now = new Map((await placed()).map((row) => [row.id, row.themes]))
    for (const { id, themes } of before.filter(({ decided }) => decided))
      if (themes.every((theme) => !merged.has(namesBefore.get(theme)) && !removed.has(namesBefore.get(theme))))
        assert.deepEqual(now.get(id), themes, `${say}: a person has placed it`)
    const { changes, moves } = await plan(await pull())
    assert.deepEqual([changes, moves], [[], []], say)
    await countsMatch()
  }
})
