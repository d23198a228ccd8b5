import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, app, call, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'
import { waitForFeed } from '../wait-for-feed.ts'

/* What people change about subthemes, and how it is undone. */

useTestServer()

const theme = async (name = `Theme ${newId()}`): Promise<string> => (await callOk('POST', '/themes', { name })).id
const insight = async (...theme_ids: string[]): Promise<string> =>
  (
    await callOk('POST', '/insights', {
      name: 'Found',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      theme_ids,
    })
  ).id
const insights = (theme_id: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => insight(theme_id)))

/** As the analysis makes them: named after an aspect of the theme. */
async function found(theme_id: string, name: string, members: readonly string[], aspect: string | null = 'problems') {
  const id = newId()
  await app.store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, aspect, insight_count, negative_count, supporting_count)
    values (${org.id}, ${id}, ${theme_id}, ${name}, ${aspect}, ${members.length}, ${members.length}, ${members.length})`)
  await app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org.id}, ${id}, i from unnest(${members}::uuid[]) as i`)
  return id
}
const get = (id: string) => callOk('GET', `/subthemes/${id}`)
const membersOf = async (id: string): Promise<string[]> =>
  (await callOk('GET', `/subthemes/${id}/insights`, undefined, { limit: '100' })).data.map((one: Body) => one.id).sort()
const themesOf = async (id: string): Promise<string[]> =>
  (await callOk('GET', `/insights/${id}`)).themes.map((one: Body) => one.id).sort()
const countOf = async (theme_id: string): Promise<number> => (await callOk('GET', `/themes/${theme_id}`)).insight_count
const codeOf = async (...request: Parameters<typeof call>) => {
  const { status, body } = await call(...request)
  return [status, body.error?.code]
}

test('a renaming pins the subtheme and keeps the name of the analysis, which takes it back', async () => {
  const at = await theme('Export')
  const id = await found(at, 'Export: problems', await insights(at, 2))
  const { name, pinned, origin, generated_name } = await get(id)
  assert.deepEqual([name, pinned, origin, generated_name], ['Export: problems', false, 'auto', null])
  const renamed = await callOk('PATCH', `/subthemes/${id}`, { name: 'CSV files are cut off' })
  assert.deepEqual(
    [renamed.name, renamed.pinned, renamed.generated_name],
    ['CSV files are cut off', true, 'Export: problems'],
  )
  await callOk('PATCH', `/subthemes/${id}`, { name: 'CSV files end early' })
  const undone = await callOk('PATCH', `/subthemes/${id}`, { name: 'Export: problems', pinned: false })
  assert.deepEqual([undone.name, undone.pinned, undone.generated_name], ['Export: problems', false, null])
  const other = await found(at, 'Export: praise', await insights(at, 1), 'praise')
  assert.deepEqual(await codeOf('PATCH', `/subthemes/${other}`, { name: 'export: PROBLEMS' }), [409, 'DUPLICATE'])
})

test('an insight is put into one subtheme of a theme at a time, and into the theme', async () => {
  const at = await theme()
  const [one, two] = [await insight(at), await insight()]
  const old = await found(at, 'Old', [one])
  const made = await callOk('POST', `/themes/${at}/subthemes`, { name: 'By hand', insight_ids: [one, two] })
  assert.deepEqual([made.origin, made.pinned, made.insight_count], ['manual', true, 2])
  assert.deepEqual([await membersOf(old), await membersOf(made.id)], [[], [one, two].sort()])
  assert.deepEqual([await themesOf(two), await countOf(at)], [[at], 2])
  assert.deepEqual(
    (await callOk('GET', '/subthemes', undefined, { theme_id: at })).data.map((row: Body) => row.id),
    [made.id],
    'an empty subtheme of the analysis is not shown',
  )
  assert.deepEqual(await callOk('POST', `/subthemes/${old}/insights`, { insight_ids: [two] }), {
    linked: 1,
    already_linked: 0,
  })
  assert.deepEqual(await callOk('DELETE', `/subthemes/${old}/insights/${two}`), {
    subtheme_id: old,
    insight_id: two,
    linked: false,
  })
  assert.deepEqual([await membersOf(old), await themesOf(two)], [[], [at]])
  assert.equal((await call('POST', `/subthemes/${old}/insights`, { insight_ids: [newId()] })).status, 400)
})

test('merging moves the insights, redirects, and is undone by restoring the source', async () => {
  const [at, elsewhere] = [await theme(), await theme()]
  const [a, b, c] = await insights(at, 3)
  const both = await insight(at, elsewhere)
  const far = await insight(elsewhere)
  const target = await found(at, 'Target', [a!, b!])
  const source = await found(at, 'Source', [b!, c!])
  const distant = await found(elsewhere, 'Distant', [far, both])
  const merged = await callOk('POST', `/subthemes/${target}/merge`, { source_subtheme_ids: [source, distant] })
  assert.deepEqual([merged.insight_count, merged.moved_insight_count], [5, 3])
  assert.deepEqual([await themesOf(far), await countOf(elsewhere)], [[at], 0])
  const gone = await call('GET', `/subthemes/${source}`)
  assert.deepEqual([gone.status, gone.body.error.code, gone.body.error.replacement_id], [410, 'MERGED', target])
  const second = await found(at, 'Second', [await insight(at)])
  await callOk('POST', `/subthemes/${second}/merge`, { source_subtheme_ids: [target] })
  assert.equal((await call('GET', `/subthemes/${source}`)).body.error.replacement_id, second)
  await callOk('POST', `/subthemes/${target}/restore`)
  assert.equal((await get(target)).insight_count, 5)
  await callOk('POST', `/subthemes/${source}/restore`)
  await callOk('POST', `/subthemes/${distant}/restore`)
  assert.deepEqual(
    [await membersOf(target), await membersOf(source), await membersOf(distant)],
    [[a, b].sort(), [b, c].sort(), [far, both].sort()],
  )
  await callOk('PATCH', `/subthemes/${distant}`, { theme_id: elsewhere })
  assert.deepEqual([await themesOf(far), await themesOf(both)], [[elsewhere], [at, elsewhere].sort()])
  assert.equal((await call('POST', `/subthemes/${target}/merge`, { source_subtheme_ids: [target] })).status, 400)
})

test('splitting makes a new subtheme of some insights; merging it back is the undo', async () => {
  const at = await theme()
  const members = await insights(at, 4)
  const id = await found(at, 'Whole', members)
  const part = await callOk('POST', `/subthemes/${id}/split`, { name: 'Part', insight_ids: members.slice(0, 3) })
  assert.deepEqual([part.theme_id, part.insight_count, (await get(id)).insight_count], [at, 3, 1])
  assert.equal((await call('POST', `/subthemes/${id}/split`, { name: 'All', insight_ids: [members[3]!] })).status, 400)
  assert.equal((await call('POST', `/subthemes/${id}/split`, { name: 'No', insight_ids: [members[0]!] })).status, 400)
  await callOk('POST', `/subthemes/${id}/merge`, { source_subtheme_ids: [part.id] })
  assert.deepEqual(await membersOf(id), members.sort())
})

test('a subtheme takes its insights to another theme and back', async () => {
  const [from, to] = [await theme('Export'), await theme('Reports')]
  const [a, b] = await insights(from, 2)
  const both = await insight(from, to)
  const id = await found(from, 'Export: problems', [a!, both])
  const other = await found(from, 'Export: praise', [b!, a!], 'praise')
  const moved = await callOk('PATCH', `/subthemes/${id}`, { theme_id: to })
  assert.deepEqual([moved.theme_id, moved.name], [to, 'Export: problems'])
  assert.deepEqual([await themesOf(a!), await themesOf(both)], [[from, to].sort(), [to]])
  assert.deepEqual([await membersOf(other), await countOf(from), await countOf(to)], [[a, b].sort(), 2, 2])
  await callOk('PATCH', `/themes/${to}`, { name: 'Reporting' })
  assert.equal((await get(id)).name, 'Export: problems', 'the theme was not its subject')
  await callOk('PATCH', `/subthemes/${id}`, { theme_id: from })
  assert.deepEqual([await themesOf(a!), await themesOf(both)], [[from], [from, to].sort()])
  const archived = await theme()
  await callOk('DELETE', `/themes/${archived}`)
  assert.equal((await call('PATCH', `/subthemes/${id}`, { theme_id: archived })).status, 400)
})

test('a dissolved subtheme leaves its insights in the theme and comes back with them', async () => {
  const at = await theme()
  const members = await insights(at, 3)
  const id = await found(at, 'Export: problems', members)
  assert.deepEqual(await callOk('DELETE', `/subthemes/${id}`), { id, deleted: true })
  assert.deepEqual(await callOk('DELETE', `/subthemes/${id}`), { id, deleted: true })
  assert.deepEqual(await codeOf('GET', `/subthemes/${id}`), [404, 'NOT_FOUND'])
  assert.deepEqual(await codeOf('PATCH', `/subthemes/${id}`, { name: 'X' }), [404, 'NOT_FOUND'])
  assert.equal(await countOf(at), 3)
  const elsewhere = await callOk('POST', `/themes/${at}/subthemes`, { name: 'New', insight_ids: [members[0]!] })
  await callOk('DELETE', `/themes/${at}/insights/${members[1]!}`)
  const restored = await callOk('POST', `/subthemes/${id}/restore`)
  assert.deepEqual([restored.pinned, await membersOf(id)], [false, [members[2]]])
  assert.deepEqual(await membersOf(elsewhere.id), [members[0]])
  await callOk('DELETE', `/subthemes/${id}`)
  await callOk('POST', `/themes/${at}/subthemes`, { name: 'export: PROBLEMS' })
  assert.deepEqual(await codeOf('POST', `/subthemes/${id}/restore`), [409, 'DUPLICATE'])
})

test('generated names follow the theme when a person renames it, names of people do not', async () => {
  const at = await theme('Export')
  const [a, b, c, d] = await insights(at, 4)
  const generated = await found(at, 'Export: problems', [a!])
  const own = await found(at, 'Export: too slow', [b!])
  await callOk('PATCH', `/subthemes/${own}`, { name: 'Export: my words' })
  const point = await found(at, 'Export: a sentence of an earlier version', [c!], null)
  const narrower = await found(at, 'Export files: praise', [d!], 'praise')
  await callOk('PATCH', `/themes/${at}`, { name: 'Data out' })
  const names = await Promise.all([generated, own, point, narrower].map(async (id) => (await get(id)).name))
  assert.deepEqual(names, [
    'Data out: problems',
    'Export: my words',
    'Export: a sentence of an earlier version',
    'Export files: praise',
  ])
  assert.equal((await get(own)).generated_name, 'Data out: too slow')
})

test('an insight that leaves a theme leaves the subthemes of the theme', async () => {
  const [at, other] = [await theme(), await theme()]
  const members = await insights(at, 4)
  const id = await found(at, 'One', members)
  await callOk('DELETE', `/themes/${at}/insights/${members[0]!}`)
  await callOk('PATCH', `/insights/${members[1]!}/themes`, { theme_ids: [other] })
  await callOk('DELETE', `/insights/${members[2]!}/themes/${at}`)
  assert.deepEqual(await membersOf(id), [members[3]])
  const { insight_count, insight_ids, sentiment_breakdown } = await get(id)
  assert.deepEqual([insight_count, insight_ids, sentiment_breakdown.negative], [1, [members[3]], 1])
})

test('each correction leaves its event, and what removes a subtheme an entry in the audit log', async () => {
  const at = await theme()
  const members = await insights(at, 3)
  const [id, other] = [await found(at, 'One', members.slice(0, 2)), await found(at, 'Two', members.slice(2))]
  const part = await callOk('POST', `/subthemes/${id}/split`, { name: 'Part', insight_ids: [members[0]!] })
  await callOk('PATCH', `/subthemes/${id}`, { name: 'Renamed' })
  await callOk('POST', `/subthemes/${id}/merge`, { source_subtheme_ids: [other] })
  await callOk('DELETE', `/subthemes/${id}`)
  await callOk('POST', `/subthemes/${id}/restore`)
  await waitForFeed(app.store)
  const events = (await callOk('GET', '/events', undefined, { limit: '100', types: 'subtheme.*' })).data
  assert.deepEqual(
    events.map((one: Body) => [one.type, one.data.object.name ?? null]),
    [
      ['subtheme.created', 'Part'],
      ['subtheme.updated', 'One'],
      ['subtheme.updated', 'Renamed'],
      ['subtheme.merged', 'Renamed'],
      ['subtheme.dissolved', null],
      ['subtheme.restored', 'Renamed'],
    ],
  )
  assert.equal(events[0].data.object.id, part.id)
  const entries = await app.store.rows<{ operation: string; resource_id: string }>(
    sql`select operation, resource_id from audit_entry where org_id = ${org.id} order by id`,
  )
  assert.deepEqual(
    entries.map((one) => [one.operation, one.resource_id]),
    [
      ['mergeSubthemes', id],
      ['dissolveSubtheme', id],
    ],
  )
})
