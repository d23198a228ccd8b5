import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { type Body, codeOf, createPlanningClient, idsOf, pathOf, type PlanningClient } from './planning-client.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const countsOf = async (id: string) => (await client.read(`/opportunities/${id}`)).importance_counts
const setImportance = (opportunity: string, insight: string, importance: string | null) =>
  client.call('PATCH', `/opportunities/${opportunity}/insights/${insight}`, { importance })

test('a customer counts once, by the highest importance of their insights', async () => {
  const [ana, ben] = [await client.contact('ana'), await client.contact('ben')]
  const ofAna = [(await client.insight({ contact_id: ana })).id, (await client.insight({ contact_id: ana })).id]
  const ofBen = (await client.insight({ contact_id: ben })).id
  const anonymous = [(await client.insight()).id, (await client.insight()).id]
  const { id } = await client.opportunity()
  const add = (insight_ids: string[], importance?: string) =>
    client.call('POST', `/opportunities/${id}/insights`, { insight_ids, ...(importance && { importance }) })
  await add([ofAna[0]!], 'nice_to_have')
  await add([ofAna[1]!, ofBen], 'important')
  await add(anonymous)
  assert.deepEqual(await countsOf(id), { critical: 0, important: 2, nice_to_have: 0 })
  assert.equal((await setImportance(id, ofAna[0]!, 'critical')).status, 200)
  assert.deepEqual(await countsOf(id), { critical: 1, important: 1, nice_to_have: 0 })
  for (const insight of anonymous) await setImportance(id, insight, 'nice_to_have')
  assert.deepEqual(await countsOf(id), { critical: 1, important: 1, nice_to_have: 2 }, 'each is a customer of its own')
  const listed = (await client.read('/opportunities')).data[0]
  assert.deepEqual(listed.importance_counts, { critical: 1, important: 1, nice_to_have: 2 })

  await setImportance(id, ofAna[0]!, null)
  await client.call('DELETE', `/opportunities/${id}/insights/${ofBen}`)
  assert.deepEqual(await countsOf(id), { critical: 0, important: 1, nice_to_have: 2 })
  await client.call('PATCH', `/insights/${ofAna[1]}`, { status: 'dismissed' })
  assert.deepEqual(await countsOf(id), { critical: 0, important: 0, nice_to_have: 2 })
})

test('importance is read, filtered by, sorted by and kept where evidence is added again', async () => {
  const insights = [(await client.insight()).id, (await client.insight()).id, (await client.insight()).id]
  const [one, two, none] = [await client.opportunity(), await client.opportunity(), await client.opportunity()]
  await client.call('POST', `/opportunities/${two.id}/insights`, {
    insight_ids: insights.slice(0, 2),
    importance: 'critical',
  })
  await client.call('POST', `/opportunities/${one.id}/insights`, { insight_ids: insights, importance: 'important' })
  await setImportance(one.id, insights[0]!, 'critical')
  const again = await client.call('POST', `/opportunities/${one.id}/insights`, {
    insight_ids: insights,
    importance: 'nice_to_have',
  })
  assert.deepEqual(again.body, { ...again.body, linked: 0, already_linked: 3 })
  const evidence = await client.read(`/opportunities/${one.id}/insights`)
  assert.deepEqual(
    evidence.data.map((item: Body) => [item.id, item.importance]),
    [
      [insights[2], 'important'],
      [insights[1], 'important'],
      [insights[0], 'critical'],
    ],
  )
  const critical = await client.read(`/opportunities/${one.id}/insights`, { importance: 'critical' })
  assert.deepEqual(idsOf(critical), [insights[0]])

  assert.deepEqual(idsOf(await client.read('/opportunities', { sort: '-critical_count' })), [two.id, one.id, none.id])
  assert.deepEqual(idsOf(await client.read('/opportunities', { importance: 'important' })), [one.id])
  const either = await client.read('/opportunities', { importance: 'important,critical', sort: '-critical_count' })
  assert.deepEqual(idsOf(either), [two.id, one.id])
  assert.equal((await client.read('/opportunities', { importance: 'nice_to_have' })).data.length, 0)
})

test('a change of importance says what it was, and refuses what is not evidence', async () => {
  const [insight, other] = [(await client.insight()).id, (await client.insight()).id]
  const { id } = await client.opportunity({ insight_ids: [insight] })
  await setImportance(id, insight, 'important')
  const reply = await client.call('PATCH', `/opportunities/${id}/insights/${insight}`, {
    importance: 'critical',
    reason: 'They said so.',
  })
  const { importance, reason, added_by } = reply.body
  assert.deepEqual([importance, reason, added_by], ['critical', 'They said so.', org.admin.userId])
  const [event] = await app.store.rows<{ previous: Body }>(sql`
    select previous from event where org_id = ${org.id} and type = 'opportunity.updated' order by id desc limit 1`)
  assert.deepEqual(event!.previous, { importance: 'important', reason: null })

  assert.equal(codeOf(await setImportance(id, other, 'critical')), 'NOT_FOUND')
  assert.equal(codeOf(await setImportance(newId(), insight, 'critical')), 'NOT_FOUND')
  const wrong = await setImportance(id, insight, 'huge')
  assert.deepEqual([codeOf(wrong), pathOf(wrong)], ['VALIDATION_ERROR', 'body.importance'])
  await client.call('DELETE', `/opportunities/${id}`)
  assert.equal(codeOf(await setImportance(id, insight, null)), 'INVALID_STATE')
  assert.deepEqual(await countsOf(id), { critical: 1, important: 0, nice_to_have: 0 })
})

test('words suggest an importance and never set it', async () => {
  const quote = 'Since the update we cannot work at all.'
  const insight = (await client.insight({ quote, name: 'Update stops the work' })).id
  const { id } = await client.opportunity({ insight_ids: [insight] })
  const [item] = (await client.read(`/opportunities/${id}/insights`)).data
  assert.deepEqual([item.importance, item.suggested_importance], [null, 'critical'])
  assert.deepEqual(await countsOf(id), { critical: 0, important: 0, nice_to_have: 0 })
})

test('suggested evidence is similar, live and not evidence yet', async () => {
  const about = async (name: string) => (await client.insight({ name, quote: `${name} again and again.` })).id
  const linked = await about('The CSV export of large tables fails')
  const similar = await about('Exporting large tables as CSV fails')
  const dismissed = await about('The CSV export of a large table fails')
  for (const name of ['The dark theme is pretty', 'Invoices arrive late', 'The team is friendly']) await about(name)
  await client.call('PATCH', `/insights/${dismissed}`, { status: 'dismissed' })
  const withEvidence = await client.opportunity({ title: 'Something else', insight_ids: [linked] })
  const suggested = (await client.read(`/opportunities/${withEvidence.id}/suggested-insights`)).data
  assert.equal(suggested[0]?.id, similar)
  assert.ok(!idsOf({ data: suggested }).some((id) => [linked, dismissed].includes(id)))
  assert.ok(suggested.every(({ similarity }: Body, n: number) => similarity <= (suggested[n - 1]?.similarity ?? 1)))

  const byHand = await client.opportunity({ title: 'The CSV export of large tables fails' })
  const first = (await client.read(`/opportunities/${byHand.id}/suggested-insights`, { limit: '1' })).data
  assert.equal(first.length, 1)
  assert.ok([linked, similar].includes(first[0].id))
})

test('an opportunity without evidence has no rank until it gets some', async () => {
  const ranked = await client.opportunity({ insight_ids: [(await client.insight()).id] })
  const byHand = await client.opportunity()
  assert.deepEqual([ranked.rank, byHand.rank, byHand.impact_score], [1, null, 0])
  assert.deepEqual(idsOf(await client.read('/opportunities')), [ranked.id, byHand.id])
  const insights = [(await client.insight()).id, (await client.insight()).id]
  await client.call('POST', `/opportunities/${byHand.id}/insights`, { insight_ids: insights })
  assert.equal((await client.read(`/opportunities/${byHand.id}`)).rank, 1)
  for (const insight of insights) await client.call('DELETE', `/opportunities/${byHand.id}/insights/${insight}`)
  assert.equal((await client.read(`/opportunities/${byHand.id}`)).rank, null)
  assert.equal((await client.read(`/opportunities/${ranked.id}`)).rank, 1)
})
