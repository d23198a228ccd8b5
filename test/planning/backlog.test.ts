import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOpportunities } from '#domain/planning/backlog/jobs.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { type Body, createPlanningClient, type PlanningClient } from './planning-client.ts'

/* Which subthemes and themes become opportunities, and what these are called. */

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const createTheme = async (name: string): Promise<string> => (await client.call('POST', '/themes', { name })).body.id

const createInsights = async (count: number, category: string, theme_ids: string[], name = 'The list is slow') => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await client.insight({ name: `${name} ${n}`, category, theme_ids })).id)
  return ids
}

type NewSubtheme = { theme: string; name: string; subject?: string; aspect?: string; insights: readonly string[] }

async function createSubtheme({ theme, name, subject, aspect, insights }: NewSubtheme): Promise<string> {
  const id = newId()
  await app.store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, subject, aspect, insight_count)
    values (${org.id}, ${id}, ${theme}, ${name}, ${subject ?? null}, ${aspect ?? null}, ${insights.length})`)
  await app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org.id}, ${id}, x.id from unnest(${insights}::uuid[]) as x (id)`)
  return id
}

const refresh = () => app.store.transaction((db) => findOpportunities(db, org.id))

/** Title, category, kind of source and number of insights of each. */
async function opportunities(): Promise<[string, string, string, number][]> {
  await refresh()
  const { data } = await client.read('/opportunities', { limit: '100' })
  return data
    .map((one: Body) => [one.title, one.category, one.source_ref.source_type, one.insight_count])
    .sort((a: string[], b: string[]) => (a[0]! < b[0]! ? -1 : 1))
}

test('requests and problems of a theme are opportunities beside those of its subthemes', async () => {
  const theme = await createTheme('Calendar sync')
  const twice = await createInsights(3, 'BUGS_AND_ERRORS', [theme], 'Appointments are there twice')
  await createSubtheme({ theme, name: 'Appointments: appear twice', aspect: 'duplicated', insights: twice })
  await createInsights(3, 'FEATURE_REQUESTS', [theme], 'Please add a week view')
  await createInsights(5, 'PAIN_POINTS', [theme], 'It takes a minute')
  const expected = [
    ['Appointments: appear twice', 'BUGS_AND_ERRORS', 'subtheme', 3],
    ['Calendar sync: problems', 'PAIN_POINTS', 'theme_problems', 5],
    ['Calendar sync: requests', 'FEATURE_REQUESTS', 'theme_requests', 3],
  ]
  assert.deepEqual(await opportunities(), expected)
  await createInsights(1, 'FEATURE_REQUESTS', [theme], 'Please add holidays')
  expected[2]![3] = 4
  assert.deepEqual(await opportunities(), expected, 'new requests join, and nothing is made twice')
})

test('too few, unsorted and catch-all insights, praise and general complaints are none', async () => {
  const theme = await createTheme('Reports')
  await createInsights(2, 'FEATURE_REQUESTS', [theme])
  await createInsights(4, 'USABILITY_ISSUES', [theme])
  await createInsights(9, 'FEATURE_REQUESTS', [])
  const rest = await createTheme('What is left')
  await app.store.run(sql`update theme set is_catch_all = true where org_id = ${org.id} and id = ${rest}`)
  const left = await createInsights(9, 'FEATURE_REQUESTS', [rest])
  await createSubtheme({ theme: rest, name: 'Rows: too slow', aspect: 'slow', insights: left })
  for (const name of ['General satisfaction', 'Other', 'Allgemeine Zufriedenheit']) {
    const general = await createTheme(name)
    const insights = await createInsights(6, 'PAIN_POINTS', [general])
    await createSubtheme({ theme: general, name: `${name}: too slow`, aspect: 'slow', insights })
  }
  assert.deepEqual(await opportunities(), [])
  const invoices = await createTheme('Invoices')
  for (const aspect of ['complaints', 'praise', 'works-well', 'in-use']) {
    const insights = await createInsights(3, 'FEATURE_REQUESTS', [invoices])
    await createSubtheme({ theme: invoices, name: `Invoices: ${aspect}`, aspect, insights })
  }
  assert.deepEqual(await opportunities(), [['Invoices: requests', 'FEATURE_REQUESTS', 'theme_requests', 12]])
})

test('a title says what is asked of a subject, in the language of the organization', async () => {
  const theme = await createTheme('Leasingvertrag')
  const names = ['Bitte eine Übersicht der Verträge einbauen', 'Ich möchte den Vertrag im Portal kündigen können']
  const insights = [
    ...(await createInsights(2, 'FEATURE_REQUESTS', [theme], names[0])),
    ...(await createInsights(2, 'FEATURE_REQUESTS', [theme], names[1])),
  ]
  await createSubtheme({ theme, name: 'Kündigung', subject: 'Kündigung', insights })
  await createInsights(3, 'FEATURE_REQUESTS', [theme], names[0])
  await createInsights(5, 'BUGS_AND_ERRORS', [theme], 'Der Vertrag wird im Portal nicht angezeigt')
  assert.deepEqual(
    (await opportunities()).map(([title]) => title),
    ['Kündigung: Wünsche', 'Leasingvertrag: Probleme', 'Leasingvertrag: Wünsche'],
  )
})

test('a subtheme with the title that its theme would have is one opportunity with it', async () => {
  const theme = await createTheme('Exports')
  const insights = await createInsights(3, 'FEATURE_REQUESTS', [theme])
  await createSubtheme({ theme, name: 'Exports: requests', aspect: 'requests', insights })
  await createInsights(4, 'FEATURE_REQUESTS', [theme])
  assert.deepEqual(await opportunities(), [['Exports: requests', 'FEATURE_REQUESTS', 'subtheme', 7]])
})

test('what a person has archived is not found again', async () => {
  const theme = await createTheme('Exports')
  await createInsights(3, 'FEATURE_REQUESTS', [theme])
  assert.equal((await opportunities()).length, 1)
  const [{ id }] = (await client.read('/opportunities')).data
  await client.call('PATCH', `/opportunities/${id}`, { status: 'archived' })
  await createInsights(3, 'FEATURE_REQUESTS', [theme])
  assert.deepEqual(await opportunities(), [])
  const all = (await client.read('/opportunities', { status: 'archived' })).data
  assert.deepEqual(
    all.map((one: Body) => [one.id, one.status, one.insight_count]),
    [[id, 'archived', 3]],
  )
})

test('the summary of such an opportunity quotes its insights', async () => {
  const theme = await createTheme('Exports')
  const ids = await createInsights(3, 'FEATURE_REQUESTS', [theme])
  for (const [n, id] of ids.entries())
    await app.store.run(sql`
      update insight set quote = ${['Excel export please', 'A file of all years', 'CSV with my columns'][n]!}
      where org_id = ${org.id} and id = ${id}`)
  await refresh()
  const [{ summary }] = (await client.read('/opportunities')).data
  assert.equal(summary, 'In customers’ words: “CSV with my columns”; “A file of all years”; “Excel export please”.')
})

const titles = async () => (await opportunities()).map(([title]) => title)

test('titles follow the names of themes and subthemes, unless a person has edited them', async () => {
  const theme = await createTheme('Calendar sync')
  await createInsights(3, 'FEATURE_REQUESTS', [theme], 'Please add a week view')
  const slow = await createInsights(3, 'PAIN_POINTS', [theme], 'It takes a minute')
  const subtheme = await createSubtheme({ theme, name: 'Appointments: too slow', aspect: 'slow', insights: slow })
  assert.deepEqual(await titles(), ['Appointments: too slow', 'Calendar sync: requests'])
  await client.call('PATCH', `/themes/${theme}`, { name: 'Calendars' })
  await client.call('PATCH', `/subthemes/${subtheme}`, { name: 'Appointments: slow to load' })
  assert.deepEqual(await titles(), ['Appointments: slow to load', 'Calendars: requests'])
  await client.call('PATCH', `/themes/${theme}`, { name: 'Diaries' })
  const { renamed } = await refresh()
  assert.deepEqual(
    renamed.map(({ previous, title }) => [previous, title]),
    [['Calendars: requests', 'Diaries: requests']],
  )
  const { data } = await client.read('/opportunities', { limit: '100' })
  const edited = data.find(({ title }: Body) => title === 'Diaries: requests')
  await client.call('PATCH', `/opportunities/${edited.id}`, { title: 'A week view' })
  await client.call('PATCH', `/themes/${theme}`, { name: 'Planners' })
  assert.deepEqual(await titles(), ['A week view', 'Appointments: slow to load'])
})

test('an opportunity of a merged theme is one of what it was merged into, if that has none', async () => {
  const [first, second, third] = await Promise.all(['Calendars', 'Diaries', 'Planners'].map(createTheme))
  await createInsights(3, 'FEATURE_REQUESTS', [first!], 'Please add a week view')
  await createInsights(3, 'FEATURE_REQUESTS', [third!], 'Please add a year view')
  assert.deepEqual(await titles(), ['Calendars: requests', 'Planners: requests'])
  const merge = (into: string, source: string) =>
    client.call('POST', `/themes/${into}/merge`, { source_theme_ids: [source] })
  await merge(second!, first!)
  assert.deepEqual(await titles(), ['Diaries: requests', 'Planners: requests'])
  await merge(second!, third!)
  assert.deepEqual(await titles(), ['Diaries: requests', 'Planners: requests'], 'both have evidence of their own')
})

test('an opportunity of a merged subtheme is one of what it was merged into, if that has none', async () => {
  const theme = await createTheme('Calendar sync')
  const slow = await createInsights(3, 'PAIN_POINTS', [theme], 'It takes a minute')
  const few = await createInsights(1, 'PAIN_POINTS', [theme], 'It takes an hour')
  const source = await createSubtheme({ theme, name: 'Appointments: too slow', aspect: 'slow', insights: slow })
  const into = await createSubtheme({ theme, name: 'Calendars: too slow', aspect: 'slow', insights: few })
  assert.deepEqual(await titles(), ['Appointments: too slow'])
  await client.call('POST', `/subthemes/${into}/merge`, { source_subtheme_ids: [source] })
  assert.deepEqual(await opportunities(), [['Calendars: too slow', 'PAIN_POINTS', 'subtheme', 4]])
})
