import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countChangedDays } from '#domain/daily-counts/jobs.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

/* NPS reports and survey summaries from daily counts equal those that read rows, which a filter by all values does. */

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

const seed = Number(process.env.SEED ?? 1 + Math.floor(Math.random() * 1e6))
const random = seededRandom(seed)
const upTo = (n: number) => Math.floor(random() * n)
const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!
const dayMs = 86_400_000
const someTime = () => new Date(Date.now() - 60_000 - upTo(9 * dayMs)).toISOString()

async function call(method: string, path: string, body?: object, query?: Record<string, string>): Promise<any> {
  const reply = await app.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text} (seed ${seed})`)
  return reply.body
}

const options = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const questions = [
  { key: 'stars', type: 'rating', text: 'How good?' },
  { key: 'people', type: 'number', text: 'How many?', scale: { min: 0, max: 1000 } },
  { key: 'uses', type: 'multi_choice', text: 'What?', options },
  { key: 'again', type: 'boolean', text: 'Again?' },
  { key: 'since', type: 'date', text: 'Since when?' },
  { key: 'why', type: 'open_text', text: 'Why?' },
]
const ids = { survey: '', everyone: '', themes: [] as string[], segments: [] as string[], contacts: [] as string[] }
const sources = ['app', 'web']
let serial = 0
let isArchived = false

async function prepare() {
  ids.survey = (await call('POST', '/surveys', { title: 'Ask', questions, status: 'active' })).id
  ids.everyone = (await call('POST', '/segments', { name: 'Everyone' })).id
  for (const name of ['Export', 'Search', 'Sync']) ids.themes.push((await call('POST', '/themes', { name })).id)
  for (const name of ['Big', 'Small']) ids.segments.push((await call('POST', '/segments', { name })).id)
  for (let i = 0; i < 6; i++) {
    const company = { name: 'Acme', ...(i % 3 && { plan: pick(['Pro', 'pro', 'Free']) }) }
    const contact = { email: `c${i}@acme.example`, company, ...(i % 2 && { country: pick(['DE', 'BR']) }) }
    ids.contacts.push((await call('POST', '/contacts', contact)).id)
  }
  await call('POST', `/segments/${ids.everyone}/contacts`, { contact_ids: ids.contacts })
}

const nameThemes = async () => {
  const { data } = await call('GET', '/feedback', undefined, random() < 0.7 ? { source_type: 'nps_response' } : {})
  if (!data.length) return
  const live = ids.themes.slice(isArchived ? 1 : 0)
  const theme_ids = [...new Set([pick(live), pick(live)])].slice(0, upTo(3))
  const facts = { sentiment: 'NEGATIVE', category: pick(['PAIN_POINTS', 'DELIGHTS']), feedback_id: pick<any>(data).id }
  await call('POST', '/insights', { name: `Insight ${++serial}`, theme_ids, ...facts })
}

const writes: Record<string, () => Promise<unknown>> = {
  respond: () =>
    call('POST', '/nps/responses', {
      score: upTo(11),
      source: pick(sources),
      external_id: `r-${upTo(15)}`,
      responded_at: someTime(),
      ...(random() < 0.8 && { contact_id: pick(ids.contacts) }),
      ...(random() < 0.7 && { reason: `Because of ${++serial}` }),
    }),
  answer: () =>
    call('POST', `/surveys/${ids.survey}/responses`, {
      external_id: `s-${upTo(15)}`,
      contact_id: pick(ids.contacts),
      completed: random() < 0.7,
      ...(random() < 0.8 && { submitted_at: someTime() }),
      answers: [
        { key: 'stars', value: 1 + upTo(5) },
        { key: 'people', value: upTo(40) / 4 },
        { key: 'uses', value: pick([['a'], ['a', 'b'], ['c', 'b']]) },
        { key: 'again', value: random() < 0.5 },
        { key: 'since', value: `2026-01-${10 + upTo(20)}` },
        { key: 'why', value: `An answer ${++serial}` },
      ].filter(() => random() < 0.7),
    }),
  nameThemes,
  more: nameThemes,
  changeContact: () =>
    call('PATCH', `/contacts/${pick(ids.contacts)}`, {
      company: { plan: pick(['Pro', 'PRO', 'Free']) },
      country: 'FR',
    }),
  joinSegment: () => call('POST', `/segments/${pick(ids.segments)}/contacts`, { contact_ids: [pick(ids.contacts)] }),
  async archiveTheme() {
    isArchived = !isArchived
    await call('PATCH', `/themes/${ids.themes[0]}`, { archived: isArchived })
  },
  async deleteSurveyResponse() {
    const { data } = await call('GET', `/surveys/${ids.survey}/responses`)
    if (data.length > 4) await call('DELETE', `/surveys/${ids.survey}/responses/${pick<any>(data).id}`)
  },
  async deleteResponse() {
    const { data } = await call('GET', '/nps/responses')
    if (data.length > 4) await call('DELETE', `/nps/responses/${pick<any>(data).id}`)
  },
}

const withoutPeriod = (report: unknown) =>
  JSON.parse(JSON.stringify(report), (key, value) => (key === 'period' ? undefined : value))

async function compare(when: string) {
  const from = new Date(Date.now() - 5 * dayMs).toISOString()
  const reports = [
    ['/nps', {}],
    ['/nps', { from }],
    ...['theme', 'segment', 'plan', 'country', 'source'].map((by) => ['/nps/breakdown', { by }] as const),
  ] as const
  for (const [path, query] of reports) {
    const counted = withoutPeriod(await call('GET', path, undefined, query))
    const read = withoutPeriod(await call('GET', path, undefined, { ...query, source: sources.join(',') }))
    assert.deepEqual(counted, read, `${path} ${JSON.stringify(query)} ${when}, seed ${seed}`)
  }
  for (const query of [{}, { submitted_after: from }] as Record<string, string>[]) {
    const counted = await call('GET', `/surveys/${ids.survey}/summary`, undefined, query)
    const read = await call('GET', `/surveys/${ids.survey}/summary`, undefined, { ...query, segment_id: ids.everyone })
    assert.deepEqual(counted, read, `summary ${JSON.stringify(query)} ${when}, seed ${seed}`)
  }
  await compareArrivals(when)
}

async function compareArrivals(when: string) {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const { data } = await call('GET', '/categories', undefined, { created_after: since })
  const counted = Object.fromEntries(data.map((one: any) => [one.key, one.insight_count]).filter(([, n]: any) => n > 0))
  const rows = await app.store.rows<{ category: string; n: number }>(sql`
    select category, count(*) as n from insight where org_id = ${org.id} and live and created_at >= ${since} group by 1`)
  assert.deepEqual(counted, Object.fromEntries(rows.map(({ category, n }) => [category, n])), `${when}, seed ${seed}`)
  const past = await call('GET', '/categories', undefined, { created_before: since })
  assert.equal(Math.max(...past.data.map((one: any) => one.insight_count)), 0)
}

/** Whatever was chosen before, each series has something to count. */
async function writeOneOfEach() {
  const company = { name: 'Last', plan: 'Pro' }
  const { id: contact_id } = await call('POST', '/contacts', { email: 'last@acme.example', company })
  await call('POST', `/segments/${ids.everyone}/contacts`, { contact_ids: [contact_id] })
  const response = { score: 0, source: 'app', external_id: 'last', contact_id, reason: 'It is slow' }
  const { feedback_id } = await call('POST', '/nps/responses', response)
  const insight = { name: 'Slow', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [ids.themes[1]!] }
  await call('POST', '/insights', { ...insight, feedback_id })
  const answers = { stars: 3, uses: ['a'], since: '2026-01-02' }
  await call('POST', `/surveys/${ids.survey}/responses`, {
    contact_id,
    answers: Object.entries(answers).map(([key, value]) => ({ key, value })),
  })
}

/** Without the margin for long transactions, which would leave all of these days uncounted. */
async function count() {
  await countChangedDays(app.store)
  await app.store.run(sql`
    update daily_count_state set counted_at = counted_at + interval '3 minutes' where counted_at <= now()`)
}

test('NPS reports and survey summaries equal those of the rows after random writes', async () => {
  await prepare()
  const names = Object.keys(writes)
  for (let step = 1; step <= 60; step++) {
    await writes[step % 2 ? pick(names) : pick(['respond', 'answer'])]!()
    if (step % 30 === 0) await compare(`after ${step} writes`)
    if (step % 20 === 0) await count()
  }
  await writeOneOfEach()
  await count()
  await compare('when all days are counted')
  const kinds = await app.store.rows<{ series: string }>(sql`
    select distinct series from daily_count where org_id = ${org.id}`)
  for (const series of ['nps.insights', 'nps.themed', 'nps.plan', 'survey.number', 'survey.option', 'survey.latest'])
    assert.ok(
      kinds.some((one) => one.series === series),
      `${series} is counted`,
    )
})
