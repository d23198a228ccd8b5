import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, type ProjectClient, createProjectClient } from './project-client.ts'

let client: ProjectClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createProjectClient(app, org)
  },
})

const quoteText = 'The export just spins when I select everything.'

async function createStory() {
  const { id: project_id } = await client.project()
  const feedback_id = await client.feedback(`Hello. ${quoteText} Bye.`)
  const verified = await client.insight({ name: 'Export fails', feedback_id, quote: quoteText })
  const unverified = await client.insight({ name: 'Exports failing', quote: 'Nobody wrote this.' })
  const insight_ids = [verified.id, unverified.id]
  await client.build({ action: 'assign_insights', project_id, insight_ids })
  const reply = await client.build({ action: 'generate_evidence_story', project_id })
  assert.equal(reply.status, 200, reply.text)
  return { project_id, feedback_id, verified, unverified, insight_ids, body: reply.body as Body }
}
const latest = async (id: string): Promise<Body> => (await client.read(id)).latest_evidence_story

test('a story is generated within the request, with verified quotes only', async () => {
  const { project_id, feedback_id, verified, insight_ids, body } = await createStory()
  const { evidence_story: story, project, job_id } = body
  assert.deepEqual([job_id, project.latest_evidence_story], [null, story])
  assert.deepEqual(
    [story.status, story.engine, story.stale, story.job_id, story.generated_by],
    ['ready', 'extractive', false, null, org.admin.userId],
  )
  assert.deepEqual(story.quotes, [{ text: quoteText, insight_id: verified.id, feedback_id }])
  assert.deepEqual(story.key_findings, [{ text: 'Export fails (2 insights)', insight_ids: [...insight_ids].sort() }])
  assert.deepEqual(story.stats, {
    insight_count: 2,
    contact_count: 0,
    sentiment_breakdown: { positive: 0, negative: 2, neutral: 0 },
    sources: [{ source: 'zendesk', count: 1 }],
  })
  assert.deepEqual(await latest(project_id), story)
})

test('without evidence, or when all of it is deleted, no story is generated', async () => {
  const { id: project_id } = await client.project()
  const refused = await client.build({ action: 'generate_evidence_story', project_id })
  assert.deepEqual([refused.status, codeOf(refused)], [409, 'INVALID_STATE'])
  assert.match(refused.body.error.message, /assign insights/)
  const { id } = await client.insight()
  await client.build({ action: 'assign_insights', project_id, insight_ids: [id] })
  await client.call('DELETE', `/insights/${id}`)
  assert.equal(codeOf(await client.build({ action: 'generate_evidence_story', project_id })), 'INVALID_STATE')
})

const changes: Record<string, (story: Awaited<ReturnType<typeof createStory>>) => Promise<unknown>> = {
  'more evidence': async ({ project_id }) =>
    client.build({ action: 'assign_insights', project_id, insight_ids: [(await client.insight()).id] }),
  'less evidence': ({ project_id, insight_ids }) =>
    client.build({ action: 'unassign_insights', project_id, insight_ids: insight_ids.slice(1) }),
  'an edited insight': ({ verified }) => client.call('PATCH', `/insights/${verified.id}`, { sentiment: 'POSITIVE' }),
  'a deleted insight': ({ verified }) => client.call('DELETE', `/insights/${verified.id}`),
  'a dismissed insight': ({ verified }) => client.call('PATCH', `/insights/${verified.id}`, { status: 'dismissed' }),
  'another quote': ({ unverified }) => client.call('PATCH', `/insights/${unverified.id}`, { quote: 'Other words.' }),
  'a merge': ({ verified, unverified }) =>
    client.call('POST', `/insights/${verified.id}/merge`, { source_insight_ids: [unverified.id] }),
}
const createSubtheme = async (insights: readonly string[]) => {
  const [theme, subtheme] = [
    (await client.call('POST', '/themes', { name: `Export ${newId()}` })).body.id as string,
    newId(),
  ]
  await app.store.run(
    sql`insert into subtheme (org_id, id, theme_id, name)
      values (${org.id}, ${subtheme}, ${theme}, 'Exports never finish')`,
  )
  for (const id of insights)
    await app.store.run(
      sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${subtheme}, ${id})`,
    )
  return { theme, subtheme }
}

for (const [name, change] of Object.entries(changes))
  test(`${name} makes the story stale until it is generated again`, async () => {
    const story = await createStory()
    await change(story)
    assert.equal((await latest(story.project_id)).stale, true)
    await client.build({ action: 'generate_evidence_story', project_id: story.project_id })
    assert.equal((await latest(story.project_id)).stale, false)
  })

test('a story names themes and segments, and renaming one or a subtheme makes it stale', async () => {
  const { id: project_id } = await client.project()
  const segment = await client.segment('Enterprise')
  const people = [
    await client.call('POST', '/contacts', { email: 'ana@acme.example' }),
    await client.call('POST', '/contacts', { email: 'ben@acme.example' }),
  ].map((reply) => reply.body.id as string)
  const insights = []
  for (const contact_id of people)
    insights.push(
      (await client.insight({ name: contact_id === people[0] ? 'Download hangs' : 'Spreadsheet is empty', contact_id }))
        .id,
    )
  await app.store.run(
    sql`update insight set segment_ids = array[${segment}]::uuid[] where org_id = ${org.id} and id = ${insights[0]}`,
  )
  const { subtheme, theme } = await createSubtheme(insights)
  await client.call('PATCH', `/themes/${theme}`, { name: 'Export' })
  await client.build({ action: 'assign_insights', project_id, insight_ids: insights })
  const story = (await client.build({ action: 'generate_evidence_story', project_id })).body.evidence_story
  assert.equal(story.title, 'Export: Download hangs (and 1 more point)')
  assert.deepEqual(story.key_findings, [
    { text: 'Download hangs (1 customer; from Enterprise)', insight_ids: [insights[0]] },
    { text: 'Spreadsheet is empty', insight_ids: [insights[1]] },
  ])
  assert.ok(story.narrative.some((one: Body) => one.text === 'Both insights fall under “Export”.'))
  const catchAll = sql`update theme set is_catch_all = true where org_id = ${org.id} and id = ${theme}`
  assert.ok(story.narrative.some((one: Body) => one.text === 'By segment, 1 of 2 customers is from Enterprise.'))
  for (const rename of [
    () => app.store.run(sql`update subtheme set name = 'Exports stop' where org_id = ${org.id} and id = ${subtheme}`),
    () => client.call('PATCH', `/themes/${theme}`, { name: 'Exporting' }),
    () => app.store.run(sql`update segment set name = 'Large' where org_id = ${org.id} and id = ${segment}`),
  ]) {
    assert.equal((await latest(project_id)).stale, false)
    await rename()
    assert.equal((await latest(project_id)).stale, true)
    await client.build({ action: 'generate_evidence_story', project_id })
  }
  await app.store.run(catchAll)
  const again = (await client.build({ action: 'generate_evidence_story', project_id })).body.evidence_story
  assert.ok(!JSON.stringify(again).includes('Exporting'), 'a catch-all theme is not named')
})

test('counter-evidence includes opposing insights that are not assigned to the Project', async () => {
  const { id: project_id } = await client.project()
  const bad = (await client.insight({ name: 'Export fails' })).id
  const good = (
    await client.insight({ name: 'Export is quick and complete', sentiment: 'POSITIVE', category: 'DELIGHTS' })
  ).id
  const deleted = (await client.insight({ name: 'Export is lovely', sentiment: 'POSITIVE', category: 'DELIGHTS' })).id
  await createSubtheme([bad, good, deleted])
  await client.call('DELETE', `/insights/${deleted}`)
  await client.insight({ name: 'Search is lovely', sentiment: 'POSITIVE', category: 'DELIGHTS' })
  await client.build({ action: 'assign_insights', project_id, insight_ids: [bad] })
  const story = (await client.build({ action: 'generate_evidence_story', project_id })).body.evidence_story
  assert.deepEqual(story.counter_evidence, [
    { text: 'Export is quick and complete (1 insight; outside this evidence)', insight_ids: [good] },
  ])
  assert.deepEqual([story.stats.insight_count, story.narrative.at(-1).insight_ids], [1, [good]])
})

test('unrelated changes do not make a story stale', async () => {
  const { project_id, verified } = await createStory()
  await client.call('PATCH', `/insights/${verified.id}`, { tags: ['export'] })
  await client.build({ action: 'update_title', project_id, title: 'Other' })
  await client.insight()
  assert.equal((await latest(project_id)).stale, false)
})

test('a quote redacted later is redacted in earlier stories too', async () => {
  const { project_id, verified } = await createStory()
  const { quotes } = (await client.call('GET', `/insights/${verified.id}`)).body
  await client.call('PATCH', `/insights/${verified.id}/quotes/${quotes[0].id}`, { redacted: true })
  const story = await latest(project_id)
  assert.deepEqual([story.quotes[0].text, story.stale], ['[redacted]', true])
  const all = await client.call('GET', `/projects/${project_id}/evidence-stories`)
  assert.ok(!all.text.includes(quoteText))
  await client.build({ action: 'generate_evidence_story', project_id })
  assert.deepEqual((await latest(project_id)).quotes, [])
})

test('the same evidence gives the same story, and earlier stories stay listed', async () => {
  const { project_id, body } = await createStory()
  const again = (await client.build({ action: 'generate_evidence_story', project_id })).body.evidence_story
  const content = ({ title, narrative, key_findings, quotes, counter_evidence, stats }: Body) => ({
    title,
    narrative,
    key_findings,
    quotes,
    counter_evidence,
    stats,
  })
  assert.deepEqual(content(again), content(body.evidence_story))
  const page = async (query: Record<string, string>) =>
    (await client.call('GET', `/projects/${project_id}/evidence-stories`, undefined, query)).body
  const first = await page({ limit: '1' })
  const second = await page({ limit: '1', cursor: first.pagination.next_cursor })
  assert.deepEqual(
    [...first.data, ...second.data].map((s: Body) => s.id),
    [again.id, body.evidence_story.id],
  )
  assert.equal(second.pagination.has_more, false)
})
