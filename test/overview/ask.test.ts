import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, org, useTestServerWithSharedOrg } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* Questions about segments, periods, companies and rankings, answered from data written here. */

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
/** In the calendar week before this one. */
const lastWeek = daysAgo(((now.getUTCDay() + 6) % 7) + 3)
/** The first day of the last third quarter that has begun. */
const inQ3 = new Date(Date.UTC(now.getUTCFullYear() - (now.getUTCMonth() < 6 ? 1 : 0), 6, 1, 0, 0, 1))
const longAgo = daysAgo(1500)

const ids: Record<string, string> = {}
/** When something negative was said. */
const complaints: Date[] = []

async function createInsight(
  [category, sentiment]: readonly [string, string],
  name: string,
  { contact, at = now, ...more }: { contact?: string; at?: Date; [field: string]: unknown } = {},
) {
  const { id } = await callOk('POST', '/insights', {
    name,
    category,
    sentiment,
    quote: `${name}, really.`,
    occurred_at: at.toISOString(),
    ...(contact && { contact_id: ids[contact] }),
    ...more,
  })
  if (sentiment === 'NEGATIVE') complaints.push(at)
  ids[name] = id
}

const request = ['FEATURE_REQUESTS', 'NEUTRAL'] as const
const bug = ['BUGS_AND_ERRORS', 'NEGATIVE'] as const
const pain = ['PAIN_POINTS', 'NEGATIVE'] as const
const delight = ['DELIGHTS', 'POSITIVE'] as const

async function createContacts() {
  ids.enterprise = (await callOk('POST', '/segments', { name: 'Enterprise customers' })).id
  const contacts = {
    ana: { company: { name: 'ACME Corp', plan: 'scale' }, country: 'DE', name: 'Ana Lima' },
    bo: { company: { name: 'ACME Corp', plan: 'scale' }, country: 'DE', name: 'Bo Chen' },
    cy: { company: { name: 'Zenith Ltd', plan: 'free' }, country: 'FR', name: 'Cy Dupont' },
    di: { company: { name: 'Tiny' }, country: 'US', name: 'Di Ray' },
  }
  for (const [key, contact] of Object.entries(contacts))
    ids[key] = (await callOk('POST', '/contacts', { email: `${key}@example.com`, ...contact })).id
  for (const [key, score] of [
    ['ana', 10],
    ['cy', 2],
  ] as const)
    await callOk('POST', '/nps/responses', { contact_id: ids[key], score, analyze: false })
}

async function createInsights() {
  const segment_ids = [ids.enterprise!]
  await createInsight(request, 'Please add dark mode', { contact: 'ana', segment_ids, at: inQ3 })
  await createInsight(request, 'A night theme would help', { contact: 'bo', segment_ids, at: inQ3 })
  await createInsight(request, 'Dark mode for the editor', { at: inQ3 })
  await createInsight(request, 'Dark mode was wished for years ago', { contact: 'di', at: longAgo })
  await createInsight(request, 'Audit log for admins', { contact: 'cy', at: inQ3 })
  await createInsight(request, 'SAML for everybody', { contact: 'ana', segment_ids, at: longAgo })
  await createInsight(bug, 'The list crashes on opening', { contact: 'di', at: lastWeek, tags: ['ios'] })
  await createInsight(bug, 'The list crashes on scrolling', { contact: 'cy', at: lastWeek, tags: ['android'] })
  await createInsight(bug, 'Sync loses entries', { contact: 'di', at: longAgo, tags: ['ios'] })
  await createInsight(pain, 'Invoices come late', { contact: 'ana' })
  await createInsight(pain, 'Late invoices annoy accounting', { contact: 'bo' })
  await createInsight(pain, 'The reports are slow', { contact: 'cy' })
  await createInsight(delight, 'The onboarding is wonderful', { contact: 'ana' })
  await createInsight(delight, 'The colours are lovely', { contact: 'cy' })
}

/** Two insights belong to a subtheme, as after a synthesis, and one only to its theme. */
async function createSubtheme() {
  const theme = await callOk('POST', '/themes', { name: 'Money' })
  await callOk('PATCH', `/insights/${ids['The reports are slow']}`, { theme_ids: [theme.id] })
  const id = (ids.subtheme = newId())
  const members = [ids['Invoices come late'], ids['Late invoices annoy accounting']]
  await app.store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, insight_count)
    values (${org.id}, ${id}, ${theme.id}, 'Invoices arrive late', 2)`)
  await app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org.id}, ${id}, unnest(${members}::uuid[])`)
}

useTestServerWithSharedOrg({
  async afterStart() {
    await createContacts()
    await createInsights()
    await createSubtheme()
  },
})

const ask = (q: string, more: Record<string, string> = {}) => callOk('GET', '/search/answer', undefined, { q, ...more })

/** Every sentence ends with sources, every source is cited once, and every quote is that of its insight. */
function assertSourced({ answer, citations }: any) {
  for (const sentence of answer.split(/(?<=\])\. ?/).filter(Boolean)) assert.match(sentence, /\[\d+\]$/, sentence)
  const used = new Set([...answer.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])))
  assert.deepEqual(
    [...used].sort((a, b) => a - b),
    citations.map((_: unknown, n: number) => n + 1),
  )
}

const nameById = () => new Map(Object.entries(ids).map(([name, id]) => [id, name]))
const citedNames = ({ citations }: any): string[] =>
  citations.map((citation: any) => nameById().get(citation.id)!).sort()
const fields = ({ understood }: any) => understood.filters.map((filter: any) => [filter.field, filter.values])

test('a ranking counts the matching insights and groups them by subtheme', async () => {
  const reply = await ask('biggest pain points of ACME Corp')
  assertSourced(reply)
  assert.deepEqual(fields(reply), [
    ['category', ['PAIN_POINTS']],
    ['company', ['acme corp']],
  ])
  assert.deepEqual([reply.understood.intent, reply.understood.topic], ['rank', null])
  assert.deepEqual([reply.insight_count, reply.contact_count], [2, 2])
  assert.deepEqual(reply.groups, [
    {
      type: 'subtheme',
      id: ids.subtheme,
      name: 'Invoices arrive late',
      insight_count: 2,
      contact_count: 2,
      sentiment_breakdown: { positive: 0, negative: 2, neutral: 0 },
      insight_ids: [ids['Late invoices annoy accounting'], ids['Invoices come late']],
      projects: [],
    },
  ])
  assert.deepEqual(reply.insight_ids, reply.groups[0].insight_ids)
  assert.match(
    reply.answer,
    /^2 insights from 2 contacts match: all negative \[1\]\. 1\. Subtheme “Invoices arrive late”/,
  )
})

test('the largest groups come first, whether subthemes or similar insights', async () => {
  const reply = await ask('top complaints this month')
  assertSourced(reply)
  assert.equal(reply.groups[0].id, ids.subtheme)
  const counts = reply.groups.map((group: any) => group.insight_count)
  assert.deepEqual(
    counts,
    [...counts].sort((a: number, b: number) => b - a),
  )
  const rest = reply.groups.find((group: any) => group.type === 'rest_of_theme')
  assert.deepEqual([rest.name, rest.insight_count, rest.contact_count], ['Money', 1, 1])
  assert.match(reply.answer, /Outside the subthemes of theme “Money”: 1 insight from 1 contact, negative/)
  const month = (at: Date) => at.toISOString().slice(0, 7)
  assert.equal(reply.insight_count, complaints.filter((at) => month(at) === month(now)).length)
})

test('the requests of a segment', async () => {
  const reply = await ask('what do enterprise customers want?')
  assertSourced(reply)
  assert.deepEqual(fields(reply), [
    ['category', ['FEATURE_REQUESTS']],
    ['segment', [ids.enterprise]],
  ])
  assert.deepEqual(citedNames(reply), ['A night theme would help', 'Please add dark mode', 'SAML for everybody'])
})

test('people are counted once each, by words and synonyms, within the period', async () => {
  const since = inQ3.toISOString().slice(0, 10)
  const reply = await ask(`how many people asked for dark mode since ${since}?`)
  assertSourced(reply)
  assert.equal(reply.understood.topic, 'dark mode')
  assert.deepEqual([reply.insight_count, reply.contact_count], [3, 2])
  assert.match(reply.answer, /^2 contacts match, with 3 insights, 1 of them without a known contact: all neutral /)
  assert.equal((await ask('how many people asked for dark mode?')).contact_count, 3)
})

test('bugs of last week by tag', async () => {
  const reply = await ask('which bugs were reported last week on iOS?')
  assertSourced(reply)
  assert.deepEqual(citedNames(reply), ['The list crashes on opening'])
  assert.deepEqual((await ask('which bugs were reported last week?')).insight_count, 2)
})

test('NPS groups', async () => {
  assert.deepEqual(citedNames(await ask('what do promoters like?')), ['The onboarding is wonderful'])
  const detractors = await ask("NPS detractors' main issues")
  assertSourced(detractors)
  assert.deepEqual(citedNames(detractors), ['The list crashes on scrolling', 'The reports are slow'])
})

test('requests of a quarter by country', async () => {
  const reply = await ask('most requested features in Q3 by German customers')
  assert.deepEqual(
    fields(reply).map(([field]: string[]) => field),
    ['category', 'country', 'period'],
  )
  assert.deepEqual(citedNames(reply), ['A night theme would help', 'Please add dark mode'])
  assert.deepEqual(citedNames(await ask('What do customers in France want?')), ['Audit log for admins'])
})

test('contacts and plans', async () => {
  assert.deepEqual(citedNames(await ask('What does Ana Lima complain about?')), ['Invoices come late'])
  const free = await ask('complaints of customers on the free plan')
  assert.deepEqual(citedNames(free), ['The list crashes on scrolling', 'The reports are slow'])
})

test('filters of the request apply as well, and win over those of the question', async () => {
  const reply = await ask('which bugs were reported last week?', { tag: 'android' })
  assert.deepEqual(citedNames(reply), ['The list crashes on scrolling'])
  assert.equal((await ask('top complaints', { category: 'DELIGHTS' })).answer, null)
})

test('without a match there is no answer but a reason that names topic and filters', async () => {
  for (const [q, reason] of [
    [
      'how many people asked for zebras in 2019?',
      'No feedback matches “zebras”: filters feature requests; 1 Jan 2019 to 31 Dec 2019.',
    ],
    ['what do Japanese customers want?', 'No feedback matches: filters feature requests; country Japan.'],
    ['zebras', 'No feedback matches “zebras”.'],
    ['the or a', 'The question names no topic, period, segment or kind of feedback.'],
  ] as const) {
    const reply = await ask(q)
    assert.deepEqual(
      [reply.answer, reply.verdict, reply.insight_count, reply.citations, reply.groups, reply.reason],
      [null, 'insufficient', 0, [], [], reason],
      q,
    )
  }
  assert.equal((await ask('dark mode')).reason, null)
})

test('“which company” ranks companies, and the counts are those of the lists', async () => {
  const reply = await ask('which company is the most unhappy?')
  assertSourced(reply)
  assert.deepEqual([reply.understood.by, reply.understood.intent], ['company', 'rank'])
  const companies = reply.groups.map(({ type, name, insight_count }: any) => [type, name, insight_count])
  assert.deepEqual(companies, [
    ['company', 'ACME Corp', 2],
    ['company', 'Tiny', 2],
    ['company', 'Zenith Ltd', 2],
  ])
  for (const { insight_count, insight_ids } of [reply, ...reply.groups]) assert.equal(insight_ids.length, insight_count)
  assert.match(reply.answer, /1\. Company ACME Corp: 2 insights from 2 contacts, all negative, such as “/)
  assert.deepEqual(
    (await ask('complaints by plan')).groups.map(({ name }: any) => name),
    ['scale', 'free'],
  )
})

test('quotes say who said them, where and when', async () => {
  const reply = await ask('late invoices with quotes')
  assertSourced(reply)
  assert.deepEqual(reply.understood.forms, ['quotes'])
  const [{ person, company, source, occurred_at }] = reply.citations
  assert.deepEqual([person, company, source, occurred_at], ['Bo Chen', 'ACME Corp', null, now.toISOString()])
  assert.match(
    reply.answer,
    /“Late invoices annoy accounting, really\.” \(Bo Chen, ACME Corp, \d+ \p{L}+ \d{4}\) \[1\]/u,
  )
})

test('a table has a row for each insight, or for each value that is counted by', async () => {
  const rows = await ask('what does ACME want? as a table')
  assert.deepEqual(rows.table.columns, ['quote', 'person', 'company', 'source', 'date'])
  assert.equal(rows.table.rows.length, rows.insight_count)
  const groups = await ask('complaints by company in a table')
  assert.deepEqual(groups.table.rows[0], ['ACME Corp', '2', '2', '0', '2', '0'])
  assert.equal((await ask('what does ACME want?')).table, null)
})

test('a comparison counts both periods, each with its list', async () => {
  const q = 'how many people asked for dark mode in 2026 compared with the year before?'
  const { insight_count, comparison, understood } = await ask(q.replace('2026', String(inQ3.getUTCFullYear())))
  const year = inQ3.getUTCFullYear()
  assert.deepEqual(understood.filters.at(-1).values, [`${year}-01-01T00:00:00.000Z/${year + 1}-01-01T00:00:00.000Z`])
  assert.deepEqual([insight_count, comparison.insight_count, comparison.insight_ids], [3, 0, []])
  assert.equal(comparison.from, `${year - 1}-01-01T00:00:00.000Z`)
})

test('a question goes on with those before it, and a new one does not', async () => {
  const previous = 'what do customers want?\nwhat about dark mode?'
  const follow = await ask('and from Germany?', { previous })
  assert.deepEqual([follow.understood.topic, follow.understood.follows_up], ['dark mode', true])
  assert.deepEqual(citedNames(follow), ['A night theme would help', 'Please add dark mode'])
  const fresh = await ask('which bugs were reported last week?', { previous })
  assert.deepEqual([fresh.understood.follows_up, fresh.insight_count], [false, 2])
})

test('questions and answers in German', async () => {
  const reply = await ask('Wie viele Kunden aus Deutschland wünschen sich dark mode?')
  assertSourced(reply)
  assert.deepEqual([reply.understood.language, reply.understood.topic], ['de', 'dark mode'])
  assert.deepEqual(citedNames(reply), ['A night theme would help', 'Please add dark mode'])
  assert.match(reply.answer, /^2 Kontakte passen dazu, mit 2 Erkenntnissen: alle neutral/)
  assert.equal(
    (await ask('Was wollen Kunden aus Japan?')).reason,
    'Kein Feedback passt; Filter: Funktionswünsche; Land Japan.',
  )
})

test('names and insights of another organization are unknown', async () => {
  const other = await app.org({ name: 'Other' })
  const { body } = await app.call(other.admin.key, 'GET', '/search/answer', {
    query: { q: 'biggest pain points of ACME Corp' },
  })
  assert.deepEqual(
    [body.answer, body.understood.topic, body.understood.filters.map((filter: any) => filter.field)],
    [null, 'ACME Corp', ['category']],
  )
})
