import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { seedGraph } from '../competitors/seed.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'
import type { Org } from '../test-app.ts'
import { readPages } from '../read-pages.ts'

let other: Org

useTestServerWithSharedOrg({
  async afterStart() {
    other = await app.org({ name: 'Other' })
    await fill(org)
  },
})

const created: Record<string, any> = {}

async function make(path: string, body: object, key = org.admin.key): Promise<any> {
  const reply = await app.call(key, 'POST', path, { body })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const get = async (path: string, query: Record<string, string> = {}, key = org.admin.key) => {
  const reply = await app.call(key, 'GET', path, { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const find = (q: string, more: Record<string, string> = {}, key = org.admin.key) => get('/search', { q, ...more }, key)
const insight = (name: string, more: object = {}) =>
  make('/insights', { name, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', ...more })

async function fill({ admin: { key } }: Org) {
  created.theme = await make('/themes', { name: 'Export', notes: 'CSV and PDF' }, key)
  created.contact = await make(
    '/contacts',
    { email: 'ana.lima@acme-widgets.example', name: 'Ana Lima', company: { name: 'Widgets Export Ltd' } },
    key,
  )
  created.feedback = await make(
    '/feedback',
    {
      content: 'When I click <b>export</b> & wait, the exporting never ends.',
      source: 'slack',
      contact_id: created.contact.id,
    },
    key,
  )
  created.spins = await insight('Large exports never finish', {
    quote: 'the exporting never ends',
    feedback_id: created.feedback.id,
    contact_id: created.contact.id,
    theme_ids: [created.theme.id],
  })
  created.slow = await insight('Export of the yearly report is slow', {
    quote: 'I wait ten minutes for the report',
    category: 'USABILITY_ISSUES',
  })
  created.loved = await insight('The dark theme is loved', {
    sentiment: 'POSITIVE',
    category: 'DELIGHTS',
    quote: 'dark mode makes me happy',
  })
  created.japanese = await insight('書き出しが終わらない', { quote: '大きなファイルの書き出しが止まる' })
  created.project = await make('/projects', { title: 'Stream the export', description: 'No more waiting' }, key)
  created.initiative = await make('/initiatives', { title: 'Data out', goal: 'Exports that finish' }, key)
  created.opportunity = await make(
    '/opportunities',
    { title: 'Large exports fail', category: 'PAIN_POINTS', summary: 'They spin' },
    key,
  )
}

const typesOf = (body: any) => [...new Set(body.data.map((hit: any) => hit.type))].sort()

test('one search finds every type by words in any inflection', async () => {
  const body = await find('exporting')
  assert.deepEqual(typesOf(body), ['contact', 'feedback', 'initiative', 'insight', 'opportunity', 'project', 'theme'])
  assert.deepEqual(body.search.counts_by_type, {
    insight: 2,
    theme: 1,
    feedback: 1,
    contact: 1,
    project: 1,
    initiative: 1,
    opportunity: 1,
  })
  assert.deepEqual(
    [body.search.mode, body.search.requested_mode, body.search.fallback, body.search.matched],
    ['lexical', 'lexical', false, 'all_words'],
  )
  const scores = body.data.map((hit: any) => hit.score)
  assert.deepEqual(
    scores,
    [...scores].sort((a: number, b: number) => b - a),
  )
  for (const hit of body.data) assert.match(hit.url, new RegExp(`^/[a-z]+/${hit.id}$`))
})

test('a title weighs more than a body, and prefixes match', async () => {
  const { data } = await find('repor', { types: 'insight' })
  assert.equal(data[0].id, created.slow.id)
  const ranked = await find('dark')
  assert.equal(ranked.data[0].id, created.loved.id)
})

test('highlights are offsets of the words, and snippets contain no markup except <mark>', async () => {
  const { data } = await find('exporting', { types: 'feedback' })
  const [hit] = data
  assert.equal(
    hit.snippet,
    'When I click &#60;b&#62;<mark>export</mark>&#60;/b&#62; &#38; wait, the <mark>exporting</mark> never ends.',
  )
  const content = created.feedback.content as string
  assert.deepEqual(
    hit.highlights.map((h: any) => [h.field, content.slice(h.start, h.end)]),
    [
      ['content', 'export'],
      ['content', 'exporting'],
    ],
  )
})

test('quotes, minus and OR are supported', async () => {
  const ids = async (q: string) => (await find(q, { types: 'insight' })).data.map((hit: any) => hit.id).sort()
  assert.deepEqual(await ids('"yearly report"'), [created.slow.id])
  assert.deepEqual(await ids('export -slow'), [created.spins.id])
  assert.deepEqual(await ids('dark or slow'), [created.loved.id, created.slow.id].sort())
})

test('a misspelled word is corrected from the vocabulary, and the response says so', async () => {
  for (const [typed, meant] of [
    ['exprot', 'export'],
    ['reprot', 'report'],
    ['exportt', 'exports'],
  ] as const) {
    const { search, data } = await find(typed)
    assert.equal(search.matched, 'corrected_words', typed)
    assert.ok(search.corrected_q === meant || search.corrected_q === 'export', `${typed} → ${search.corrected_q}`)
    assert.ok(data.length > 0)
  }
})

test('without a match of all words any word matches, and scripts without spaces match as substrings', async () => {
  const any = await find('why does my nightly export of invoices stall')
  assert.equal(any.search.matched, 'any_word')
  assert.ok(any.data.some((hit: any) => hit.id === created.spins.id))
  const inside = await find('ファイル')
  assert.equal(inside.search.matched, 'substring')
  assert.deepEqual(
    inside.data.map((hit: any) => [hit.id, hit.snippet]),
    [[created.japanese.id, '大きな<mark>ファイル</mark>の書き出しが止まる']],
  )
  const nothing = await find('zzzzqqqq')
  assert.deepEqual([nothing.data, nothing.search.counts_by_type], [[], {}])
})

test('contacts are found by parts of their email address', async () => {
  for (const q of ['lima', 'acme', 'ana.lima@acme-widgets.example'])
    assert.deepEqual(
      (await find(q, { types: 'contact' })).data.map((hit: any) => hit.id),
      [created.contact.id],
      q,
    )
})

test('filters narrow the search and exclude types without the filtered field', async () => {
  assert.deepEqual(
    (await find('export', { category: 'USABILITY_ISSUES' })).data.map((hit: any) => hit.id),
    [created.slow.id],
  )
  assert.deepEqual(
    (await find('export', { theme_id: created.theme.id })).data.map((hit: any) => hit.id),
    [created.spins.id],
  )
  assert.deepEqual(typesOf(await find('export', { contact_id: created.contact.id })), [
    'contact',
    'feedback',
    'insight',
  ])
  assert.deepEqual((await find('export', { sentiment: 'POSITIVE' })).data, [])
  assert.deepEqual(typesOf(await find('export', { types: 'project,theme' })), ['project', 'theme'])
  assert.deepEqual((await find('export', { created_before: '2001-01-01' })).data, [])
})

test('pages contain every hit once, in a stable order', async () => {
  const whole = await find('export')
  const seen: string[] = []
  for await (const page of readPages((cursor) => find('export', { limit: '2', ...cursor }))) {
    seen.push(...page.data.map((hit: any) => hit.id))
    assert.deepEqual(page.search.counts_by_type, whole.search.counts_by_type)
  }
  assert.deepEqual(
    seen,
    whole.data.map((hit: any) => hit.id),
  )
})

test('an unavailable mode falls back visibly, or is rejected without allow_fallback', async () => {
  const { search } = await find('export', { mode: 'semantic' })
  assert.deepEqual([search.mode, search.requested_mode, search.fallback], ['lexical', 'semantic', true])
  const refused = await app.call(org.admin.key, 'GET', '/search', {
    query: { q: 'export', mode: 'semantic', allow_fallback: 'false' },
  })
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
})

test('another organization’s and deleted records are not found', async () => {
  assert.deepEqual((await find('export', {}, other.admin.key)).data, [])
  const gone = await insight('Quixotic finding')
  assert.equal((await find('quixotic')).data.length, 1)
  await app.call(org.admin.key, 'DELETE', `/insights/${gone.id}`)
  assert.deepEqual((await find('quixotic')).data, [])
})

test('any input is treated as text and cannot break the query', async () => {
  for (const q of [
    "'",
    '"',
    '\\',
    '%',
    '_',
    '& | !',
    'a & b',
    ':*',
    '<->',
    '((',
    'the',
    '-',
    'or',
    '😀',
    "x'; drop table insight; --",
    'a'.repeat(500),
    '𝔘𝔫𝔦 code',
    'foo:* bar',
  ])
    assert.equal((await app.call(org.admin.key, 'GET', '/search', { query: { q } })).status, 200, q)
  for (const q of ["'", '& | !', '😀 ?', 'the or a', 'x:*'.repeat(20)])
    assert.equal((await app.call(org.admin.key, 'GET', '/search/answer', { query: { q: `${q}  ` } })).status, 200, q)
  assert.equal((await app.call(org.admin.key, 'GET', '/search', { query: { q: ' ' } })).status, 400)
})

test('near-identical texts are similar, within the own organization only', async () => {
  const twin = await insight('Large export never finishes', { quote: 'exporting never ends for us' })
  const { data, mode } = await get('/search/similar', { type: 'insight', id: created.spins.id, types: 'insight' })
  assert.equal(mode, 'lexical')
  assert.equal(data[0].id, twin.id)
  assert.ok(data.every((hit: any) => hit.id !== created.spins.id && hit.score >= 0.5))
  for (const id of [newId(), created.spins.id]) {
    const key = id === created.spins.id ? other.admin.key : org.admin.key
    assert.equal((await app.call(key, 'GET', '/search/similar', { query: { type: 'insight', id } })).status, 404)
  }
})

test('an answer cites its quotes word for word, and abstains without evidence', async () => {
  const { answer, verdict, citations, insight_count, contact_count, engine } = await get('/search/answer', {
    q: 'What do customers say about export?',
  })
  assert.equal(verdict, 'supported')
  assert.equal(engine, 'extractive')
  assert.equal(insight_count, 3)
  assert.equal(contact_count, 1)
  for (const sentence of answer.split(/(?<=\])\. ?/).filter(Boolean)) assert.match(sentence, /\[\d+\]$/, sentence)
  for (const [, place] of answer.matchAll(/\[(\d+)\]/g)) assert.ok(citations[Number(place) - 1], place)
  const cited = citations.find((citation: any) => citation.id === created.spins.id)
  assert.equal(created.feedback.content.slice(cited.start, cited.end), cited.quote)
  const nothing = await get('/search/answer', { q: 'What do people say about billing invoices?' })
  assert.deepEqual(
    [nothing.answer, nothing.verdict, nothing.citations, nothing.coverage],
    [null, 'insufficient', [], 'none'],
  )
  assert.equal((await get('/search/answer', { q: 'dark theme?' })).verdict, 'partial')
})

test('interviews and tickets are found as their own types', async () => {
  const interview = await make('/interviews', {
    title: 'Talk with Bo',
    interview_date: '2026-05-02',
    transcript: {
      format: 'plain',
      text: 'Bo: The zeppelin view is confusing.\n\nBo: I cannot find it.\n\nBo: That is all.',
    },
    analyze: false,
  })
  const reply = await app.call(org.admin.key, 'POST', '/support/custom/tickets', {
    body: { subject: 'Zeppelin view broken', body: 'The zeppelin view is broken' },
    headers: { 'idempotency-key': newId() },
  })
  assert.ok(reply.status < 300, reply.text)
  const { data, search } = await find('zeppelin')
  assert.deepEqual(data.find((hit: any) => hit.type === 'interview')?.url, `/interviews/${interview.id}`)
  assert.ok(!('feedback' in search.counts_by_type))
  assert.equal((await find('zeppelin', { types: 'interview' })).data.length, 1)
})

test('in a large organization common words are found among the newest rows, rare ones at any age', async () => {
  const large = await app.org({ name: 'Large' })
  const count = 5400
  await app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, created_at, updated_at)
    select ${large.id}, ('019a0000-' || lpad(to_hex(n / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      'Ubiquitous words' || case when n % 40 = 0 then ' middling' else '' end || case when n <= 7 then ' ancient' else '' end || case when n % 2000 = 1999 then ' scattered' else '' end,
      case when n % 2 = 0 then 'NEGATIVE' else 'POSITIVE' end, 'PAIN_POINTS', now(), now() from generate_series(1, ${count}::int) n`)
  const key = large.admin.key
  const counts = async (q: string, more: Record<string, string> = {}) =>
    (await find(q, { ...more, limit: '1' }, key)).search
  assert.deepEqual(
    [(await counts('ubiquitous')).counts_by_type, (await counts('ubiquitous')).counts_capped],
    [{ insight: 200 }, true],
  )
  for (const [q, found] of [
    ['middling', count / 40],
    ['ancient', 7],
    ['scattered', 2],
    ['ancient or scattered', 9],
  ] as const)
    assert.deepEqual(
      [(await counts(q)).counts_by_type, (await counts(q)).counts_capped],
      [{ insight: found }, false],
      q,
    )
  assert.deepEqual((await counts('ancient', { sentiment: 'NEGATIVE' })).counts_by_type, { insight: 3 })
  assert.deepEqual((await find('ancient')).data, [], 'nothing of another organization')
  const seen = new Set<string>()
  for await (const page of readPages((cursor) => find('ubiquitous', { limit: '70', ...cursor }, key)))
    for (const hit of page.data) seen.add(hit.id)
  assert.equal(seen.size, 200)
  const oldest = [...seen].sort()[0]!
  assert.equal(
    (await app.store.first<{ n: number }>(
      sql`select count(*) as n from insight where org_id = ${large.id} and id >= ${oldest}`,
    ))!.n,
    200,
    'the newest of all that match',
  )
})

test('surveys are found, and competitor insights of the published graph on request', async () => {
  const own = await app.org({ name: 'Watches' })
  const key = own.admin.key
  const survey = await make('/surveys', { title: 'Zebra quarterly pulse', description: 'About okapi exports' }, key)
  assert.deepEqual(
    (await find('okapi', {}, key)).data.map((hit: any) => [hit.type, hit.id, hit.url]),
    [['survey', survey.id, `/surveys/${survey.id}`]],
  )
  await seedGraph(app.store, own, 'Okapi ')
  assert.deepEqual((await find('okapi', {}, key)).search.counts_by_type, { survey: 1 })
  const filters = { types: 'competitor_insight' }
  const result = await find('exports fail', filters, key)
  assert.equal(result.search.counts_by_type.competitor_insight, result.data.length)
  assert.ok(result.data.length >= 1)
  for (const hit of result.data) {
    assert.deepEqual([hit.type, hit.url], ['competitor_insight', `/competitors/insights/${hit.id}`])
    assert.match(hit.snippet, /<mark>/)
    assert.equal((await get(hit.url, {}, key)).id, hit.id)
  }
  assert.deepEqual((await find('exports fail', { ...filters, sentiment: 'POSITIVE' }, key)).data, [])
  assert.deepEqual((await find('exports fail', filters)).data, [], 'nothing of another organization')
  await app.store.run(sql`update organization set feature_competitors = false where id = ${own.id}`)
  assert.deepEqual((await find('exports fail', filters, key)).data, [], 'nothing where the feature is off')
})
