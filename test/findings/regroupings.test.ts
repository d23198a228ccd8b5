import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { changedTables, hashDatabase } from '../support/hash-database.ts'
import { type Body, app, call, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* Insights put into themes and subthemes anew, all or nothing, and how that is undone. */

useTestServer()

const theme = async (name: string): Promise<string> => (await callOk('POST', '/themes', { name })).id
const insight = async (name: string, ...theme_ids: string[]): Promise<string> =>
  (
    await callOk('POST', '/insights', {
      name,
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      quote: `${name}, they said.`,
      theme_ids,
    })
  ).id

/** As the analysis leaves it: nothing was placed, named or pinned by a person. */
const asFound = async () => {
  await app.store.run(sql`update insight set themes_overridden = false where org_id = ${org.id}`)
  await app.store.run(sql`update theme set origin = 'auto', pinned = false where org_id = ${org.id}`)
  await app.store.run(
    sql`update subtheme set origin = 'auto', pinned = false, generated_name = null where org_id = ${org.id}`,
  )
  await app.store.run(sql`update subtheme_insight set by_person = false where org_id = ${org.id}`)
}

/** Two themes: Export with a subtheme of two of its three insights, and Login with one insight; one is unsorted. */
async function example() {
  const [exports_, login] = [await theme('Export'), await theme('Login')]
  const a = await insight('Exports time out', exports_)
  const b = await insight('Exports are cut off', exports_)
  const c = await insight('Password is not accepted', exports_)
  const d = await insight('Locked out', login)
  const e = await insight('Dark mode, please')
  const slow = (await callOk('POST', `/themes/${exports_}/subthemes`, { name: 'Slow', insight_ids: [a, b] }))
    .id as string
  await asFound()
  return { exports_, login, slow, a, b, c, d, e }
}
type Example = Awaited<ReturnType<typeof example>>

/** Renames a theme and a subtheme, which comes to a new theme, and moves insights to, out of and between themes. */
const tidied = ({ exports_, login, slow, b, c, d, e }: Example) => ({
  themes: [
    { handle: 'export', id: exports_, name: 'Getting data out' },
    { handle: 'login', id: login, name: 'Login' },
    { handle: 'speed', name: 'Speed', description: 'Everything that takes long.' },
  ],
  subthemes: [
    { handle: 'slow', id: slow, theme: 'speed', name: 'Slow exports' },
    { handle: 'password', theme: 'login', name: 'Passwords' },
  ],
  assignments: [
    { insight_id: b, theme: 'export', subtheme: null },
    { insight_id: c, theme: 'login', subtheme: 'password' },
    { insight_id: d, theme: null },
    { insight_id: e, theme: 'login' },
  ],
})

const themesOf = async (id: string): Promise<string[]> =>
  (await callOk('GET', `/insights/${id}`)).themes.map((one: Body) => one.name).sort()
const membersOf = async (id: string): Promise<string[]> =>
  (await callOk('GET', `/subthemes/${id}/insights`)).data.map((one: Body) => one.id).sort()
const stateOf = async ({ a, b, c, d, e }: Example) => ({
  themes: await Promise.all([a, b, c, d, e].map(themesOf)),
  counts: Object.fromEntries(
    (await callOk('GET', '/themes')).data.map((one: Body) => [one.name, one.insight_count]),
  ) as Record<string, number>,
  subthemes: Object.fromEntries(
    (await callOk('GET', '/subthemes')).data.map((one: Body) => [one.name, [one.theme_name, one.insight_count]]),
  ) as Record<string, unknown>,
})

test('a grouping renames, creates and moves in one write, and says what changed', async () => {
  const given = await example()
  const done = await callOk('POST', '/regroupings', tidied(given))
  assert.deepEqual(await stateOf(given), {
    themes: [['Speed'], ['Getting data out'], ['Login'], [], ['Login']],
    counts: { 'Getting data out': 1, Login: 2, Speed: 1 },
    subthemes: { 'Slow exports': ['Speed', 1], Passwords: ['Login', 1] },
  })
  assert.deepEqual(await membersOf(given.slow), [given.a])
  const { moved_insight_count, unsorted } = done
  assert.deepEqual(
    [moved_insight_count, unsorted.arriving_insight_count, unsorted.origins[0].theme_name],
    [5, 1, 'Login'],
  )
  const login = done.themes.find((one: Body) => one.id === given.login)
  assert.deepEqual(
    [login.arriving_insight_count, login.leaving_insight_count, login.insight_count, login.created],
    [2, 1, 2, false],
  )
  assert.deepEqual(
    login.origins.map((one: Body) => [one.theme_name, one.insight_count]).sort(),
    [
      [null, 1],
      ['Export', 1],
    ].sort(),
  )
  assert.ok(login.samples.some((one: Body) => one.quote === 'Password is not accepted, they said.'))
  const renamed = done.themes.find((one: Body) => one.id === given.exports_)
  assert.deepEqual([renamed.name, renamed.previous_name], ['Getting data out', 'Export'])
  const moved = done.subthemes.find((one: Body) => one.id === given.slow)
  assert.deepEqual([moved.previous_name, moved.previous_theme_id, moved.insight_count], ['Slow', given.exports_, 1])
  assert.deepEqual(await callOk('GET', `/regroupings/${done.id}`), done)
  const events = await app.store.rows<{ type: string }>(
    sql`select type from event where org_id = ${org.id} and operation = 'regroup' order by type`,
  )
  assert.deepEqual(
    events.map((one) => one.type),
    ['regrouping.applied', 'subtheme.created', 'subtheme.updated', 'theme.created', 'theme.updated'],
  )
})

test('undoing puts everything back but what was changed since', async () => {
  const given = await example()
  const before = await stateOf(given)
  const first = await callOk('POST', '/regroupings', tidied(given))
  const undone = await callOk('POST', `/regroupings/${first.id}/undo`)
  assert.deepEqual([undone.restored_insight_count, undone.kept_insight_count], [5, 0])
  assert.deepEqual(await stateOf(given), before)
  assert.deepEqual(await membersOf(given.slow), [given.a, given.b].sort())
  const again = await call('POST', `/regroupings/${first.id}/undo`)
  assert.deepEqual([again.status, again.body.error.code], [409, 'INVALID_STATE'])

  const second = await callOk('POST', '/regroupings', tidied(given))
  await callOk('PATCH', `/insights/${given.c}/themes`, { theme_ids: [given.exports_] })
  await callOk('PATCH', `/themes/${given.exports_}`, { name: 'Downloads' })
  const partly = await callOk('POST', `/regroupings/${second.id}/undo`)
  assert.deepEqual([partly.restored_insight_count, partly.kept_insight_count], [4, 1])
  assert.deepEqual(
    [await themesOf(given.c), await themesOf(given.d), await themesOf(given.a)],
    [['Downloads'], ['Login'], ['Downloads']],
  )
})

test('what people placed, named or pinned is refused with its ids, and changed only where a person accepts', async () => {
  const given = await example()
  await callOk('PATCH', `/insights/${given.c}/themes`, { theme_ids: [given.exports_] })
  await callOk('PATCH', `/subthemes/${given.slow}`, { pinned: true })
  await callOk('PATCH', `/themes/${given.exports_}`, { notes: 'Ours' })
  const body = tidied(given)
  const refused = await call('POST', '/regroupings', body)
  assert.equal(refused.status, 400)
  assert.deepEqual(
    refused.body.error.details.map(({ path, code, message }: Body) => [path, code, message.split(' ')[0]]),
    [
      ['body.themes.0', 'DECIDED_BY_PERSON', given.exports_],
      ['body.subthemes.0', 'DECIDED_BY_PERSON', given.slow],
      ['body.assignments.1', 'DECIDED_BY_PERSON', given.c],
    ],
  )
  const overriding = { ...body, override_people: true }
  const byKey = await call('POST', '/regroupings', overriding)
  assert.deepEqual([byKey.status, byKey.body.error.details[0].path], [400, 'body.override_people'])
  const changes = [{ operation: 'regroup', body: overriding }]
  const proposed = await call('POST', '/change-sets', { title: 'Tidy up', changes })
  assert.equal(proposed.status, 201, proposed.text)
  assert.deepEqual(await themesOf(given.c), ['Export'])
  const accepted = await app.call(org.member.key, 'POST', `/change-sets/${proposed.body.id}/accept`)
  assert.equal(accepted.status, 200, accepted.text)
  const { data } = await callOk('GET', '/regroupings', undefined, { change_set_id: proposed.body.id })
  const { decided_by_people: decided } = await callOk('GET', `/regroupings/${data[0].id}`)
  assert.deepEqual(
    [decided.theme_ids, decided.subtheme_ids, decided.insight_count, decided.insights[0].insight_id],
    [[given.exports_], [given.slow], 1, given.c],
  )
  assert.deepEqual(await themesOf(given.c), ['Login'])
})

test('a dry run changes nothing', async () => {
  const given = await example()
  const before = await hashDatabase(app.store)
  const { body } = await app.call(org.admin.key, 'POST', '/regroupings', {
    body: tidied(given),
    query: { dry_run: 'true' },
  })
  assert.deepEqual([body.dry_run, body.moved_insight_count], [true, 5])
  assert.deepEqual(changedTables(before, await hashDatabase(app.store)), [])
})

test('what is wrong is named, and nothing is changed', async () => {
  const given = await example()
  const other = await app.org()
  const foreign = (await app.call(other.admin.key, 'POST', '/themes', { body: { name: 'Theirs' } })).body.id as string
  const unknown = newId()
  const good = tidied(given)
  const [first] = good.assignments
  const cases: [Body, string, RegExp][] = [
    [{ assignments: [first, first] }, 'body.assignments.1.insight_id', /given twice/],
    [{ assignments: [{ insight_id: unknown, theme: 'login' }] }, 'body.assignments.0.insight_id', new RegExp(unknown)],
    [{ assignments: [{ ...first, theme: 'nowhere' }] }, 'body.assignments.0.theme', /nowhere/],
    [{ assignments: [{ ...first, subtheme: 'none' }] }, 'body.assignments.0.subtheme', /none/],
    [
      { assignments: [{ ...first, subtheme: 'password' }] },
      'body.assignments.0.subtheme',
      new RegExp(first!.insight_id),
    ],
    [{ themes: [...good.themes, { handle: 'x', id: foreign, name: 'X' }] }, 'body.themes.3.id', new RegExp(foreign)],
    [{ themes: [...good.themes, { handle: 'x', name: 'SPEED' }] }, 'body.themes.3.name', /given twice/],
    [{ themes: good.themes.slice(1), subthemes: [], assignments: [] }, '', /^$/],
    [
      { themes: [{ handle: 'x', name: 'export' }], subthemes: [], assignments: [] },
      'body.themes.0.name',
      /is the name/,
    ],
    [
      { subthemes: [...good.subthemes, { handle: 'x', theme: 'login', name: 'passwords' }] },
      'body.subthemes.2.name',
      /two/,
    ],
    [
      { subthemes: [{ handle: 'x', id: unknown, theme: 'login', name: 'X' }], assignments: [] },
      'body.subthemes.0.id',
      new RegExp(unknown),
    ],
    [{ themes: [{ handle: 'x', name: ' ' }] }, 'body.themes.0.name', /./],
  ]
  for (const [changed, path, message] of cases) {
    const { status, body } = await app.call(org.admin.key, 'POST', '/regroupings', {
      body: { ...good, ...changed },
      query: { dry_run: 'true' },
    })
    if (path === '') {
      assert.equal(status, 201)
      continue
    }
    assert.equal(status, 400, JSON.stringify(changed))
    const detail = body.error.details.find((one: Body) => one.path === path)
    assert.match(detail?.message ?? JSON.stringify(body.error.details), message)
  }
})

test('thousands of insights are regrouped at once, and two themes may get the name of each other', async () => {
  const [one, two] = [await theme('One'), await theme('Two')]
  const ids = Array.from({ length: 5000 }, () => newId())
  await app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, theme_ids)
    select ${org.id}, id, 'Found', 'NEUTRAL', 'BUGS_AND_ERRORS', array[${one}]::uuid[] from unnest(${ids}::uuid[]) as id`)
  await app.store.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org.id}, ${one}, id from unnest(${ids}::uuid[]) as id`)
  await asFound()
  const done = await callOk('POST', '/regroupings', {
    themes: [
      { handle: '1', id: one, name: 'Two' },
      { handle: '2', id: two, name: 'One' },
    ],
    subthemes: [{ handle: 'all', theme: '2', name: 'All' }],
    assignments: ids.map((insight_id) => ({ insight_id, theme: '2', subtheme: 'all' })),
  })
  assert.equal(done.moved_insight_count, 5000)
  const counts = (await callOk('GET', '/themes')).data.map((row: Body) => [row.name, row.insight_count]).sort()
  assert.deepEqual(counts, [
    ['One', 5000],
    ['Two', 0],
  ])
  await callOk('POST', `/regroupings/${done.id}/undo`)
  assert.equal((await callOk('GET', `/themes/${one}`)).insight_count, 5000)
})
