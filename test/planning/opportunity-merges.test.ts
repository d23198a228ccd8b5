import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOpportunities } from '#domain/planning/backlog/jobs.ts'
import { undoOfMerge } from '#domain/planning/opportunities/merges/rules.ts'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, type PlanningClient, createPlanningClient, idsOf, pathOf } from './planning-client.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const post = async (path: string, body?: Body): Promise<Body> => {
  const reply = await client.call('POST', path, body)
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const merge = (target: Body, ...sources: Body[]) =>
  post(`/opportunities/${target.id}/merge`, { source_opportunity_ids: sources.map(({ id }) => id) })
const unmerge = ({ id }: Body) => post(`/opportunities/${id}/unmerge`)
const read = ({ id }: Body) => client.read(`/opportunities/${id}`)
const evidenceOf = async ({ id }: Body): Promise<Record<string, [string | null, string | null]>> =>
  Object.fromEntries(
    (await client.read(`/opportunities/${id}/insights`)).data.map((one: Body) => [
      one.id,
      [one.importance, one.reason],
    ]),
  )

/** All rows that a merge of opportunities can change, without times and what decays with them. */
async function state(): Promise<Body[]> {
  const rows = (table: string, without = '') =>
    app.store.rows<Body>(sql`
      select to_jsonb(t) ${raw(without)} as row from ${raw(table)} t where t.org_id = ${org.id} order by 1`)
  return [
    await rows('opportunity', "- '{updated_at,measured_at,freshness,document}'::text[]"),
    await rows('opportunity_merge'),
    await rows('opportunity_insight'),
    await rows('opportunity_segment'),
    await rows('opportunity_project'),
    await rows('opportunity_subtheme'),
    await rows('opportunity_competitor_insight'),
    await rows('initiative', "- 'updated_at'"),
    await rows('project', "- 'updated_at'"),
  ].flat()
}

const setImportance = async (opportunity: Body, insight: Body, importance: string | null) => {
  const path = `/opportunities/${opportunity.id}/insights/${insight.id}`
  assert.equal((await client.call('PATCH', path, { importance })).status, 200)
}

/** Two opportunities with evidence of their own and a common piece of it, and a third one between them by rank. */
async function twoOpportunities() {
  const insights = await Promise.all([1, 2, 3, 4, 5].map(() => client.insight()))
  const [own, common, first, second, other] = insights as [Body, Body, Body, Body, Body]
  const [segment, extra] = [await client.segment(`Enterprise ${newId()}`), await client.segment(`Trial ${newId()}`)]
  const target = await client.opportunity({ insight_ids: [own.id, common.id], segment_ids: [segment], effort: 3 })
  const source = await client.opportunity({
    title: 'Exports stop',
    insight_ids: [common.id, first.id, second.id],
    segment_ids: [segment, extra],
    problem_statement: 'They stop.',
    owner_id: org.member.userId,
    effort: 8,
    ratings: { value: 4 },
  })
  const third = await client.opportunity({ title: 'Between', insight_ids: [other.id, own.id, common.id] })
  const project = await client.project('Make exports whole', { opportunity: source.id })
  const initiative = await client.initiative()
  await post(`/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [source.id] })
  await client.call('PATCH', `/opportunities/${target.id}/rank`, { horizon: 'next' })
  await client.call('PATCH', `/opportunities/${source.id}/rank`, { horizon: 'now' })
  await setImportance(target, common, 'nice_to_have')
  await setImportance(source, common, 'critical')
  await setImportance(source, first, 'important')
  return { target, source, third, own, common, first, second, segment, extra, project, initiative }
}

test('a merge keeps the fields and the place of the opportunity and brings evidence, links and what it lacks', async () => {
  const { target, source, own, common, first, second, segment, extra, project, initiative } = await twoOpportunities()
  const before = await read(target)
  const merged = await merge(target, source)
  assert.deepEqual(await evidenceOf(target), {
    [own.id]: [null, null],
    [common.id]: ['critical', null],
    [first.id]: ['important', null],
    [second.id]: [null, null],
  })
  assert.deepEqual(
    [merged.title, merged.effort, merged.horizon, merged.problem_statement, merged.owner_id, merged.ratings],
    [before.title, 3, 'next', 'They stop.', org.member.userId, { value: 4 }],
  )
  assert.deepEqual([merged.insight_count, merged.merged_opportunity_ids], [4, [source.id]])
  assert.deepEqual([...merged.segment_ids].sort(), [segment, extra].sort())
  assert.deepEqual([merged.project_ids, merged.initiative_id], [[project], initiative.id])
})

test('a merged opportunity answers with the one that it was merged into, and no list has it', async () => {
  const { target, source, own } = await twoOpportunities()
  await merge(target, source)
  const calls: [string, string, Body?][] = [
    ['GET', ''],
    ['GET', '/insights'],
    ['PATCH', '', { status: 'active' }],
    ['DELETE', ''],
    ['POST', '/insights', { insight_ids: [own.id] }],
    ['POST', '/merge', { source_opportunity_ids: [target.id] }],
    ['POST', '/split', { title: 'Part', insight_ids: [own.id] }],
    ['PATCH', '/rank', { horizon: 'now' }],
  ]
  for (const [method, path, body] of calls) {
    const reply = await client.call(method, `/opportunities/${source.id}${path}`, body)
    assert.deepEqual([reply.status, codeOf(reply), reply.body.error.replacement_id], [410, 'MERGED', target.id], path)
  }
  for (const status of ['active', 'archived'])
    assert.ok(!idsOf(await client.read('/opportunities', { status })).includes(source.id), status)
  const insight = await client.read(`/insights/${own.id}`)
  assert.ok(!insight.evidence_of.opportunity_ids.includes(source.id))
})

test('a merge and its undo leave every row as it was', async () => {
  const { target, source, third } = await twoOpportunities()
  const before = await state()
  await merge(target, source)
  assert.notDeepEqual(await state(), before)
  assert.equal((await unmerge(source)).status, 'active')
  assert.deepEqual(await state(), before)
  assert.equal((await unmerge(source)).id, source.id, 'nothing is left to undo')
  assert.deepEqual(await state(), before)
  await merge(target, source, third)
  for (const one of [third, source]) await unmerge(one)
  assert.deepEqual(await state(), before)
})

test('two that were merged into one are taken out in either order', async () => {
  for (const isReversed of [false, true]) {
    const { target, source, third } = await twoOpportunities()
    const before = await Promise.all([target, source, third].map(evidenceOf))
    await merge(target, source, third)
    for (const one of isReversed ? [third, source] : [source, third]) await unmerge(one)
    assert.deepEqual(await Promise.all([target, source, third].map(evidenceOf)), before)
    const after = await read(target)
    assert.deepEqual([after.project_ids, after.initiative_id, after.owner_id], [[], null, null])
  }
})

test('merges of merges are taken apart one after the other', async () => {
  const [first, second] = [await twoOpportunities(), await twoOpportunities()]
  const before = await state()
  await merge(first.target, first.source)
  await merge(second.target, first.target)
  const gone = await client.call('GET', `/opportunities/${first.source.id}`)
  assert.equal(gone.body.error.replacement_id, second.target.id)
  assert.equal(codeOf(await client.call('POST', `/opportunities/${first.source.id}/unmerge`)), 'INVALID_STATE')
  for (const one of [first.target, first.source]) await unmerge(one)
  assert.deepEqual(await state(), before)
})

test('what changed after a merge stays when it is undone', async () => {
  const { target, source, common, first, second } = await twoOpportunities()
  await merge(target, source)
  await client.call('PATCH', `/opportunities/${target.id}`, { problem_statement: 'They never end.' })
  await setImportance(target, first, 'critical')
  await setImportance(target, common, 'important')
  const removal = await client.call('DELETE', `/opportunities/${target.id}/insights/${second.id}`)
  assert.equal(removal.status, 200)
  await unmerge(source)
  const [kept, back] = [await read(target), await read(source)]
  assert.deepEqual([kept.problem_statement, kept.owner_id], ['They never end.', null])
  assert.deepEqual([back.problem_statement, back.owner_id], ['They stop.', org.member.userId])
  assert.equal((await evidenceOf(source))[first.id]![0], 'critical')
  assert.equal((await evidenceOf(target))[common.id]![0], 'important')
  assert.deepEqual(Object.keys(await evidenceOf(source)).sort(), [common.id, first.id, second.id].sort())
})

test('a merge of one with itself, with an archived or an unknown one writes nothing', async () => {
  const { target, source } = await twoOpportunities()
  const archived = await client.opportunity()
  await client.call('DELETE', `/opportunities/${archived.id}`)
  const before = await state()
  const attempt = (...ids: string[]) =>
    client.call('POST', `/opportunities/${target.id}/merge`, { source_opportunity_ids: ids })
  assert.equal(pathOf(await attempt(target.id)), 'body.source_opportunity_ids')
  assert.equal(pathOf(await attempt(source.id, newId())), 'body.source_opportunity_ids')
  assert.equal(codeOf(await attempt(source.id, archived.id)), 'INVALID_STATE')
  assert.deepEqual(await state(), before)
})

test('a split moves evidence with its importance, and its undo brings it back', async () => {
  const { source, common, first, second, project, initiative, extra } = await twoOpportunities()
  const before = await evidenceOf(source)
  const part = await post(`/opportunities/${source.id}/split`, {
    title: 'Exports stop at night',
    insight_ids: [common.id, first.id],
  })
  assert.deepEqual(await evidenceOf(part), { [common.id]: ['critical', null], [first.id]: ['important', null] })
  assert.deepEqual(Object.keys(await evidenceOf(source)), [second.id])
  assert.deepEqual(
    [part.split_from_id, part.category, part.owner_id, part.project_ids, part.initiative_id, part.insight_count],
    [source.id, 'PAIN_POINTS', org.member.userId, [project], initiative.id, 2],
  )
  assert.ok(part.segment_ids.includes(extra))
  assert.equal((await read(source)).insight_count, 1)
  const [added] = [await client.insight()]
  await post(`/opportunities/${part.id}/insights`, { insight_ids: [added.id] })
  const whole = await post(`/opportunities/${part.id}/unsplit`)
  assert.equal(whole.id, source.id)
  assert.deepEqual(await evidenceOf(source), { ...before, [added.id]: [null, null] })
  assert.equal(whole.problem_statement, 'They stop.')
  assert.equal(codeOf(await client.call('GET', `/opportunities/${part.id}`)), 'MERGED')
})

test('a split needs evidence of the opportunity, and leaves some', async () => {
  const { source, own, common, first, second } = await twoOpportunities()
  const before = await state()
  const split = (...insight_ids: string[]) =>
    client.call('POST', `/opportunities/${source.id}/split`, { title: 'Part', insight_ids })
  assert.equal(pathOf(await split(common.id, own.id)), 'body.insight_ids')
  assert.equal(pathOf(await split(common.id, first.id, second.id)), 'body.insight_ids')
  assert.equal((await post(`/opportunities/${source.id}/unsplit`)).id, source.id, 'there is nothing to undo')
  assert.deepEqual(await state(), before)
})

/** A subtheme with requests, from which the backlog makes an opportunity. */
async function subthemeOpportunity(name: string): Promise<{ opportunity: Body; insights: Body[]; subtheme: string }> {
  const theme = await post('/themes', { name: `${name} of reports` })
  const subtheme = newId()
  const insights = await Promise.all(
    [1, 2, 3, 4].map(() => client.insight({ theme_ids: [theme.id], category: 'FEATURE_REQUESTS' })),
  )
  await app.store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, insight_count)
    values (${org.id}, ${subtheme}, ${theme.id}, ${name}, 4)`)
  await joinSubtheme(subtheme, insights)
  await refresh()
  const { data } = await client.read('/opportunities', { limit: '100' })
  const opportunity = data.find(({ source_ref }: Body) => source_ref?.source_id === subtheme)
  assert.ok(opportunity, `an opportunity of ${name}`)
  return { opportunity, insights, subtheme }
}
const joinSubtheme = (subtheme: string, insights: Body[]) =>
  app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org.id}, ${subtheme}, i from unnest(${insights.map(({ id }) => id)}::uuid[]) i`)
const refresh = () => app.store.transaction((db) => findOpportunities(db, org.id))

test('a refresh of the backlog brings new evidence of a merged opportunity to the other one, until it is undone', async () => {
  const [first, second] = [await subthemeOpportunity('Weekly reports'), await subthemeOpportunity('Invoice layout')]
  await merge(first.opportunity, second.opportunity)
  const later = await client.insight({ category: 'FEATURE_REQUESTS' })
  await joinSubtheme(second.subtheme, [later])
  await refresh()
  assert.ok(later.id in (await evidenceOf(first.opportunity)))
  await unmerge(second.opportunity)
  assert.deepEqual(
    Object.keys(await evidenceOf(first.opportunity)).sort(),
    first.insights.map(({ id }) => id).sort(),
    'it keeps its own evidence alone',
  )
  await refresh()
  assert.ok(later.id in (await evidenceOf(second.opportunity)))
})

test('a refresh of the backlog does not bring split evidence back', async () => {
  const { opportunity, insights } = await subthemeOpportunity('Shared calendars')
  const [moved] = insights as [Body]
  const part = await post(`/opportunities/${opportunity.id}/split`, { title: 'Part', insight_ids: [moved.id] })
  await refresh()
  assert.ok(!(moved.id in (await evidenceOf(opportunity))))
  await post(`/opportunities/${part.id}/unsplit`)
  await refresh()
  assert.ok(moved.id in (await evidenceOf(opportunity)))
})

test('the undo of a merge leaves what another merged opportunity has too', () => {
  const links = (...insights: string[]) => ({ insights, segments: [], projects: [], subthemes: [] })
  const first = { source_id: 'a', id: '1', added: links('x', 'y'), raised: [] }
  const raised = [{ insight_id: 'x', before: null, after: 'critical' as const }]
  const second = { source_id: 'b', id: '2', added: links('z'), raised }
  const undo = undoOfMerge(first, [second], () => links('x', 'z'))
  assert.deepEqual([undo.removed.insights, undo.noted], [['y'], ['y']])
  assert.deepEqual(undo.changed, [{ ...second, added: links('z', 'x'), raised: [] }])
})
