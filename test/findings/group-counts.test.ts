import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#engine/seeded-random.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, app, call, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* After any operations every number of a theme or a subtheme is the length of the list that it opens. */

useTestServer({ poolSize: 6 })

const rounds = Number(process.env.GROUP_COUNT_SEEDS ?? 4)
const steps = 60

type State = {
  random: () => number
  themes: string[]
  subthemes: string[]
  insights: string[]
  regroupings: string[]
  applications: string[]
  /** Nothing else is changed meanwhile. */
  isAlone: boolean
}
const pick = <T>({ random }: State, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const some = ({ random }: State, from: readonly string[]) => {
  const found = from.filter(() => random() < 0.25)
  return found.length > 0 ? found : [from[0]!]
}

async function start(seed: number): Promise<State> {
  const state: State = {
    random: seededRandom(1 + seed * 1_234_577),
    themes: [],
    subthemes: [],
    insights: [],
    regroupings: [],
    applications: [],
    isAlone: true,
  }
  for (let n = 0; n < 4; n++) state.themes.push((await callOk('POST', '/themes', { name: `Theme ${n}` })).id)
  for (let n = 0; n < 14; n++)
    state.insights.push(
      (
        await callOk('POST', '/insights', {
          name: `Insight ${n}`,
          sentiment: pick(state, ['POSITIVE', 'NEGATIVE', 'NEUTRAL']),
          category: 'PAIN_POINTS',
          theme_ids: [pick(state, state.themes)],
        })
      ).id,
    )
  for (const at of state.themes) state.subthemes.push(await foundIn(at))
  return state
}

/** A subtheme of the analysis, with all insights of the theme. */
async function foundIn(theme: string): Promise<string> {
  const id = newId()
  await app.store.run(
    sql`insert into subtheme (org_id, id, theme_id, name, aspect) values (${org.id}, ${id}, ${theme}, ${`Found ${id}`}, 'problems')`,
  )
  await app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org.id}, ${id}, insight_id from insight_theme where org_id = ${org.id} and theme_id = ${theme}`)
  await callOk('PATCH', `/subthemes/${id}`, { pinned: true })
  const [insight] = (await callOk('GET', `/subthemes/${id}/insights`)).data
  if (insight) await callOk('PATCH', `/insights/${insight.id}`, { sentiment: insight.sentiment })
  return id
}

/** As a person accepts it, with themes and subthemes that exist and new ones. */
async function regroup(state: State) {
  const handles = [...new Set([pick(state, state.themes), pick(state, state.themes)])]
  const shown = (await callOk('GET', '/themes', undefined, { limit: '100' })).data as Body[]
  const themes = [
    ...handles
      .flatMap((id) => shown.find((one) => one.id === id) ?? [])
      .map(({ id, name }) => ({ handle: id, id, name })),
    { handle: 'new', name: `Grouped ${newId()}` },
  ]
  const anyTheme = () => pick(state, themes).handle
  const subthemes = [...new Set([pick(state, state.subthemes), pick(state, state.subthemes)])].map((id) => ({
    handle: id,
    id,
    theme: anyTheme(),
    name: `Renamed ${newId()}`,
  }))
  const made = { handle: 'new', theme: anyTheme(), name: `Grouped ${newId()}` }
  const groups = [...subthemes, made]
  const assignments = some(state, state.insights).map((insight_id) => {
    const into = pick(state, groups)
    const places = [{ theme: into.theme, subtheme: into.handle }, { theme: anyTheme() }, { theme: null }]
    return { insight_id, ...pick(state, places) }
  })
  const body = { themes, subthemes: groups, assignments, override_people: true }
  const proposed = await call('POST', '/change-sets', { title: 'Regroup', changes: [{ operation: 'regroup', body }] })
  if (proposed.status !== 201) return proposed
  const accepted = await app.call(org.member.key, 'POST', `/change-sets/${proposed.body.id}/accept`)
  const { data } = await callOk('GET', '/regroupings', undefined, { change_set_id: proposed.body.id })
  if (data[0]) state.regroupings.push(data[0].id)
  return accepted
}

/** What the dialog says before is what the answer says afterwards. */
async function mergeThemes(state: State) {
  const source = pick(state, state.themes)
  const before = await call('GET', `/themes/${source}`)
  const reply = await call('POST', `/themes/${pick(state, state.themes)}/merge`, { source_theme_ids: [source] })
  if (reply.status === 200 && state.isAlone)
    assert.equal(reply.body.moved_insight_count, before.body.insight_count, 'the number of the dialog')
  return reply
}

const operations: Record<string, (state: State) => Promise<unknown>> = {
  async create(state) {
    const { body } = await call('POST', `/themes/${pick(state, state.themes)}/subthemes`, {
      name: `Made ${newId()}`,
      insight_ids: some(state, state.insights),
    })
    if (body.id) state.subthemes.push(body.id)
  },
  merge: (state) =>
    call('POST', `/subthemes/${pick(state, state.subthemes)}/merge`, {
      source_subtheme_ids: [pick(state, state.subthemes)],
    }),
  async split(state) {
    const { body } = await call('POST', `/subthemes/${pick(state, state.subthemes)}/split`, {
      name: `Part ${newId()}`,
      insight_ids: [pick(state, state.insights)],
    })
    if (body.id) state.subthemes.push(body.id)
  },
  move: (state) => call('PATCH', `/subthemes/${pick(state, state.subthemes)}`, { theme_id: pick(state, state.themes) }),
  regroup,
  async undoRegrouping(state) {
    const id = state.regroupings.pop()
    return id === undefined ? undefined : call('POST', `/regroupings/${id}/undo`)
  },
  dissolve: (state) => call('DELETE', `/subthemes/${pick(state, state.subthemes)}`),
  restore: (state) => call('POST', `/subthemes/${pick(state, state.subthemes)}/restore`),
  unpin: (state) => call('PATCH', `/subthemes/${pick(state, state.subthemes)}`, { pinned: state.random() < 0.5 }),
  put: (state) =>
    call('POST', `/subthemes/${pick(state, state.subthemes)}/insights`, { insight_ids: some(state, state.insights) }),
  takeOut: (state) =>
    call('DELETE', `/subthemes/${pick(state, state.subthemes)}/insights/${pick(state, state.insights)}`),
  addToTheme: (state) =>
    call('POST', `/themes/${pick(state, state.themes)}/insights`, { insight_ids: some(state, state.insights) }),
  removeFromTheme: (state) =>
    call('DELETE', `/themes/${pick(state, state.themes)}/insights/${pick(state, state.insights)}`),
  replaceThemes: (state) =>
    call('PATCH', `/insights/${pick(state, state.insights)}/themes`, { theme_ids: [pick(state, state.themes)] }),
  dismiss: (state) =>
    call('PATCH', `/insights/${pick(state, state.insights)}`, {
      status: state.random() < 0.5 ? 'dismissed' : 'active',
    }),
  deleteInsight: (state) =>
    state.random() < 0.2 ? call('DELETE', `/insights/${pick(state, state.insights)}`) : Promise.resolve(),
  mergeInsights: (state) =>
    state.random() < 0.2
      ? call('POST', `/insights/${pick(state, state.insights)}/merge`, {
          source_insight_ids: [pick(state, state.insights)],
        })
      : Promise.resolve(),
  mergeThemes: (state) => (state.random() < 0.2 ? mergeThemes(state) : Promise.resolve()),
  async applyDocument(state) {
    const { themes } = await callOk('GET', '/taxonomy')
    const kept = themes.filter(() => state.random() < 0.9).map(({ id, name }: Body) => ({ id, name }))
    if (kept.length === 0) return undefined
    const reply = await call('POST', '/taxonomy/apply', { themes: [...kept, { name: `Applied ${newId()}` }] })
    if (reply.body.application_id) state.applications.push(reply.body.application_id)
    return reply
  },
  async undoDocument(state) {
    const id = state.applications.pop()
    return id === undefined ? undefined : call('POST', `/taxonomy/applications/${id}/undo`)
  },
  archive: (state) => call('PATCH', `/themes/${pick(state, state.themes)}`, { archived: state.random() < 0.3 }),
}

const listOf = async (path: string, query: Record<string, string> = {}): Promise<Body[]> =>
  (await callOk('GET', path, undefined, { limit: '100', ...query })).data

async function checkSubtheme(shown: Body) {
  const detail = await callOk('GET', `/subthemes/${shown.id}`)
  const listed = await listOf(`/subthemes/${shown.id}/insights`)
  const ids = listed.map((one) => one.id).sort()
  const bySentiment = (value: string) => listed.filter(({ sentiment }) => sentiment === value).length
  const sentiments = {
    positive: bySentiment('POSITIVE'),
    negative: bySentiment('NEGATIVE'),
    neutral: bySentiment('NEUTRAL'),
  }
  for (const one of [shown, detail]) {
    assert.equal(one.insight_count, ids.length, `the number of ${shown.name}`)
    assert.deepEqual(one.sentiment_breakdown, sentiments)
  }
  assert.deepEqual([...detail.insight_ids].sort(), ids)
  assert.deepEqual((await listOf('/insights', { subtheme_id: shown.id })).map((one) => one.id).sort(), ids)
  for (const one of listed)
    assert.ok(
      one.themes.some(({ id }: Body) => id === shown.theme_id),
      'it has the theme of its subtheme',
    )
}

async function checkAll() {
  const themes = await listOf('/themes', { include: 'activity' })
  for (const shown of themes) {
    const detail = await callOk('GET', `/themes/${shown.id}`)
    const listed = await listOf(`/themes/${shown.id}/insights`)
    assert.deepEqual([shown.insight_count, detail.insight_count], [listed.length, listed.length])
    assert.equal((await listOf('/insights', { theme_id: shown.id })).length, listed.length)
    const subthemes = await listOf('/subthemes', { theme_id: shown.id })
    assert.deepEqual(
      [shown.activity.subtheme_count, detail.subtheme_count],
      [subthemes.length, subthemes.length],
      'the number of subthemes',
    )
    for (const one of subthemes) await checkSubtheme(one)
  }
  const all = await callOk('GET', '/subthemes', undefined, { limit: '100' })
  const live = new Set(themes.map((one) => one.id))
  assert.ok(all.data.every((one: Body) => live.has(one.theme_id)))
  assert.equal(all.pagination.total, all.data.length)
}

for (let seed = 1; seed <= rounds; seed++)
  test(`numbers are the lengths of lists, seed ${seed}`, async () => {
    const state = await start(seed)
    const names = Object.keys(operations)
    const done: string[] = []
    for (let n = 0; n < steps; n++) {
      const name = pick(state, names)
      done.push(name)
      const reply = (await operations[name]!(state)) as { status: number; text: string } | undefined
      assert.ok(!reply || reply.status < 500, `${done.join()}: ${reply?.text}`)
      if (n % 6 === 5)
        await checkAll().catch((error: Error) => {
          throw new Error(`after ${done.slice(-12).join(', ')}: ${error.message}`, { cause: error })
        })
    }
  })

test('numbers are the lengths of lists when people correct at the same time', async () => {
  const state = { ...(await start(99)), isAlone: false }
  const names = Object.keys(operations)
  for (let n = 0; n < 12; n++) {
    const replies = await Promise.all(Array.from({ length: 6 }, () => operations[pick(state, names)]!(state)))
    for (const reply of replies as ({ status: number; text: string } | undefined)[])
      assert.ok(!reply || reply.status < 500, reply?.text)
  }
  await checkAll()
})
