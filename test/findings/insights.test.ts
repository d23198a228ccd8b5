import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, call, useTestServer, org, app } from '../test-server.ts'
import { insertFeedback } from '../insert-feedback.ts'
import { readPages } from '../read-pages.ts'

useTestServer()

const theme = async (): Promise<Body> => (await call('POST', '/themes', { name: `Theme ${newId()}` })).body
const insight = async (more: Body = {}): Promise<Body> => {
  const reply = await call('POST', '/insights', {
    name: 'Export fails',
    sentiment: 'NEGATIVE',
    category: 'BUGS_AND_ERRORS',
    ...more,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const ids = async (query: Record<string, string>) =>
  (await call('GET', '/insights', undefined, query)).body.data.map((i: Body) => i.id)

const feedback = (content: string, contact_id: string | null = null) =>
  insertFeedback(app.store, org.id, {
    content,
    source: 'zendesk',
    source_type: 'cs_ticket',
    contact_id,
    url: 'https://x.example/1',
    language: 'en',
  })
async function contact(name: string): Promise<string> {
  const id = newId()
  await app.store.run(
    sql`insert into contact (org_id, id, name, email) values (${org.id}, ${id}, ${name}, ${`${name}@example.com`})`,
  )
  return id
}
async function segment(name: string): Promise<string> {
  const id = newId()
  await app.store.run(sql`insert into segment (org_id, id, name, color) values (${org.id}, ${id}, ${name}, '#000000')`)
  return id
}

test('list items have exactly the contract’s fields, the detail adds the source', async () => {
  const ana = await contact('ana')
  const feedbackId = await feedback('The export spins forever', ana)
  const made = await insight({ feedback_id: feedbackId, quote: 'export spins' })
  const item = (await call('GET', '/insights')).body.data[0]
  assert.deepEqual(Object.keys(item).sort(), [
    'category',
    'created_at',
    'id',
    'name',
    'quote',
    'sentiment',
    'themes',
    'updated_at',
  ])
  const detail = (await call('GET', `/insights/${made.id}`)).body
  assert.deepEqual(
    [
      detail.feedback_id,
      detail.contact_id,
      detail.user_email,
      detail.user_name,
      detail.interview_date,
      detail.source,
      detail.source_type,
      detail.source_url,
      detail.language,
    ],
    [feedbackId, ana, 'ana@example.com', 'ana', null, 'zendesk', 'cs_ticket', 'https://x.example/1', 'en'],
  )
  for (const key of Object.keys(item)) assert.deepEqual(detail[key], item[key])
})

test('texts are returned byte for byte from the stored document', async () => {
  const name = 'quote " backslash \\ slash / tab \t é 😀 \u2028'
  const made = await insight({ name, quote: `line\nbreak "${name}"` })
  const item = (await call('GET', '/insights')).body.data[0]
  assert.deepEqual([item.name, item.quote], [name.trim(), `line\nbreak "${name}"`])
  assert.equal(made.name, name.trim())
})

test('a quote must occur in its source, ignoring white space and quotation marks', async () => {
  const feedbackId = await feedback('She said:\n  “the   export\tjust  spins” — 😀 every day')
  const made = await insight({ feedback_id: feedbackId })
  const add = (body: Body) => call('POST', `/insights/${made.id}/quotes`, body)
  const good = (await add({ text: '"the export just spins"' })).body
  const content = 'She said:\n  “the   export\tjust  spins” — 😀 every day'
  assert.deepEqual(
    [good.verified, good.is_representative, content.slice(good.start, good.end)],
    [true, true, '“the   export\tjust  spins”'],
  )
  const refused = await add({ text: 'the import just spins' })
  const errorOf = ({ status, body }: Awaited<typeof refused>) => [
    status,
    body.error.details[0].code,
    body.error.details[0].message,
  ]
  assert.deepEqual(errorOf(refused), [
    400,
    'QUOTE_NOT_IN_SOURCE',
    'is not in the source; send allow_unverified to keep it anyway',
  ])
  const changed = await call('PATCH', `/insights/${made.id}/quotes/${good.id}`, { text: 'the import just spins' })
  assert.deepEqual(
    errorOf(changed),
    [400, 'QUOTE_NOT_IN_SOURCE', 'is not in the source'],
    'allow_unverified is not mentioned where it is not a field',
  )
  const kept = (await add({ text: 'the import just spins', allow_unverified: true, is_representative: true })).body
  assert.deepEqual([kept.verified, kept.start, kept.is_representative], [false, null, true])
  assert.equal((await call('GET', `/insights/${made.id}`)).body.quote, 'the import just spins')
  const quotes = (await call('GET', `/insights/${made.id}/quotes`, undefined, { limit: '1' })).body
  assert.equal(quotes.data[0].is_representative, false)
  const next = (
    await call('GET', `/insights/${made.id}/quotes`, undefined, { limit: '1', cursor: quotes.pagination.next_cursor })
  ).body
  assert.deepEqual([next.data[0].id, next.pagination.has_more], [kept.id, false])
})

test('an insight has exactly one representative quote, which the list shows', async () => {
  const made = await insight({ quote: 'first words' })
  const shown = async () => (await call('GET', '/insights')).body.data[0].quote
  const second = (await call('POST', `/insights/${made.id}/quotes`, { text: 'second words' })).body
  assert.equal(await shown(), 'first words')
  await call('PATCH', `/insights/${made.id}/quotes/${second.id}`, { is_representative: true })
  assert.equal(await shown(), 'second words')
  await call('PATCH', `/insights/${made.id}/quotes/${second.id}`, { redacted: true })
  assert.equal(await shown(), '[redacted]')
  assert.equal((await call('GET', `/insights/${made.id}/quotes`)).body.data[1].text, '[redacted]')
  await call('DELETE', `/insights/${made.id}/quotes/${second.id}`)
  assert.equal(await shown(), 'first words')
  await call('PATCH', `/insights/${made.id}`, { quote: 'new words' })
  assert.equal(await shown(), 'new words')
  assert.equal((await call('GET', `/insights/${made.id}/quotes`)).body.data.length, 1)
  await call('PATCH', `/insights/${made.id}`, { quote: null })
  assert.equal(await shown(), null)
})

test('the last quote of an automatic insight cannot be removed', async () => {
  const made = await insight({ quote: 'the words' })
  await app.store.run(sql`update insight set origin = 'auto' where org_id = ${org.id} and id = ${made.id}`)
  const [quote] = (await call('GET', `/insights/${made.id}/quotes`)).body.data
  assert.equal((await call('DELETE', `/insights/${made.id}/quotes/${quote.id}`)).body.error.code, 'INVALID_STATE')
  assert.equal((await call('PATCH', `/insights/${made.id}`, { quote: null })).body.error.code, 'INVALID_STATE')
})

async function createFilterSamples() {
  const ana = await contact('ana')
  const gold = await segment('Gold')
  const [one, two] = [await theme(), await theme()]
  const a = await insight({
    theme_ids: [one.id],
    contact_id: ana,
    tags: ['export', 'csv'],
    occurred_at: '2026-01-05T12:00:00Z',
    name: 'Alpha 50%',
  })
  const b = await insight({
    theme_ids: [one.id, two.id],
    sentiment: 'POSITIVE',
    category: 'DELIGHTS',
    segment_ids: [gold],
    occurred_at: '2026-02-05T00:00:00Z',
    description: 'needle',
  })
  const c = await insight({
    sentiment: 'NEUTRAL',
    category: 'GENERAL_FEEDBACK',
    feedback_id: await feedback('x'),
    quote: 'x needle',
    allow_unverified: true,
  })
  const project = (await call('POST', '/projects', { title: 'p' })).body
  await app.store.run(
    sql`insert into project_insight (org_id, project_id, insight_id) values (${org.id}, ${project.id}, ${b.id})`,
  )
  return { ana, gold, one, two, a, b, c, project }
}

function filterCases({ ana, gold, one, two, a, b, c, project }: Awaited<ReturnType<typeof createFilterSamples>>) {
  const cases: [Record<string, string>, Body[]][] = [
    [{}, [c, b, a]],
    [{ theme_id: one.id }, [b, a]],
    [{ theme_id: two.id }, [b]],
    [{ unthemed: 'true' }, [c]],
    [{ unthemed: 'false' }, [b, a]],
    [{ sentiment: 'NEGATIVE' }, [a]],
    [{ sentiment: 'NEGATIVE,NEUTRAL' }, [c, a]],
    [{ category: 'DELIGHTS' }, [b]],
    [{ category: 'DELIGHTS,BUGS_AND_ERRORS' }, [b, a]],
    [{ contact_id: ana }, [a]],
    [{ segment_id: gold }, [b]],
    [{ tag: 'csv,other' }, [a]],
    [{ source: 'zendesk' }, [c]],
    [{ origin: 'manual' }, [c, b, a]],
    [{ origin: 'auto' }, []],
    [{ occurred_after: '2026-02-05', occurred_before: '2026-03-01' }, [b]],
    [{ occurred_before: '2026-02-05' }, [a]],
    [{ q: '50%' }, [a]],
    [{ q: 'NEEDLE' }, [c, b]],
    [{ project_id: project.id }, [b]],
    [{ opportunity_id: newId() }, []],
    [{ subtheme_id: newId() }, []],
    [{ created_before: '2026-01-01' }, []],
    [{ theme_id: one.id, sentiment: 'POSITIVE', q: 'needle' }, [b]],
    [{ status: 'dismissed' }, []],
  ]
  return cases
}

test('every filter works, alone and combined', async () => {
  const samples = await createFilterSamples()
  const { one, a, b, c } = samples
  for (const [query, expected] of filterCases(samples))
    assert.deepEqual(
      await ids(query),
      expected.map((i) => i.id),
      JSON.stringify(query),
    )
  await call('PATCH', `/insights/${a.id}`, { status: 'dismissed' })
  assert.deepEqual(await ids({ status: 'dismissed' }), [a.id])
  assert.deepEqual(await ids({}), [c.id, b.id])
  assert.deepEqual(await ids({ status: 'active,dismissed' }), [c.id, b.id, a.id])
  const ofTheme = (await call('GET', `/themes/${one.id}/insights`, undefined, { sentiment: 'POSITIVE' })).body
  assert.deepEqual(
    ofTheme.data.map((i: Body) => i.id),
    [b.id],
  )
})

test('every order pages through all insights once, while others are written and deleted', async () => {
  const made = []
  for (let i = 0; i < 9; i++) made.push(await insight({ occurred_at: `2026-01-0${1 + (i % 3)}T00:00:00Z` }))
  await app.store.run(
    sql`
      update insight set confidence = 0.5
      where org_id = ${org.id} and id = any(${made.slice(0, 4).map((i) => i.id)}::uuid[])`,
  )
  for (const sort of ['-created_at', 'created_at', '-occurred_at', 'occurred_at', '-confidence']) {
    const whole = await ids({ sort })
    const walked: string[] = []
    let passing: Body | undefined
    const read = async (cursor: object) =>
      (await call('GET', '/insights', undefined, { sort, limit: '2', ...cursor })).body
    for await (const page of readPages(read)) {
      walked.push(...page.data.map((i: Body) => i.id))
      if (passing) await call('DELETE', `/insights/${passing.id}`)
      passing = await insight({ name: 'passing by' })
    }
    assert.deepEqual(
      walked.filter((id) => whole.includes(id)),
      whole,
      sort,
    )
    assert.equal(new Set(walked).size, walked.length)
    await call('DELETE', `/insights/${passing!.id}`)
  }
})

test('a cursor is valid only for its list, filters and organization, and only unchanged', async () => {
  for (let i = 0; i < 3; i++) await insight()
  const { next_cursor: cursor } = (await call('GET', '/insights', undefined, { limit: '1' })).body.pagination
  const code = async (path: string, query: Record<string, string>, key = org.admin.key) =>
    (await app.call(key, 'GET', path, { query })).body.error?.code
  assert.equal(await code('/insights', { cursor, limit: '2' }), undefined)
  assert.equal(await code('/insights', { cursor, sentiment: 'NEGATIVE' }), 'INVALID_CURSOR')
  assert.equal(await code('/themes', { cursor }), 'INVALID_CURSOR')
  assert.equal(await code('/insights', { cursor }, (await app.org()).admin.key), 'INVALID_CURSOR')
  for (let i = 0; i < cursor.length; i++) {
    const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1)
    assert.equal(await code('/insights', { cursor: changed }), 'INVALID_CURSOR', changed)
  }
  for (const odd of [cursor.slice(0, -1), `${cursor}A`, `${cursor}.`])
    assert.equal(await code('/insights', { cursor: odd }), 'INVALID_CURSOR')
})

test('one unknown reference writes nothing', async () => {
  for (const [field, value] of [
    ['theme_ids', [newId()]],
    ['segment_ids', [newId()]],
    ['feedback_id', newId()],
    ['contact_id', newId()],
  ] as const) {
    const reply = await call('POST', '/insights', {
      name: 'x',
      sentiment: 'NEUTRAL',
      category: 'DELIGHTS',
      [field]: value,
    })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, `body.${field}`])
  }
  assert.deepEqual(await ids({}), [])
})

test('merging moves quotes, themes and evidence, and forwards the old id', async () => {
  const [one, two] = [await theme(), await theme()]
  const target = await insight({ theme_ids: [one.id], quote: 'target words' })
  const source = await insight({ theme_ids: [one.id, two.id], quote: 'source words' })
  const opportunity = (
    await call('POST', '/opportunities', { title: 'Better export', category: 'PAIN_POINTS', insight_ids: [source.id] })
  ).body
  const merged = (await call('POST', `/insights/${target.id}/merge`, { source_insight_ids: [source.id] })).body
  assert.deepEqual(
    merged.themes.map((t: Body) => t.id),
    [one.id, two.id],
  )
  assert.deepEqual(
    merged.quotes.map((q: Body) => [q.text, q.is_representative]),
    [
      ['target words', true],
      ['source words', false],
    ],
  )
  assert.deepEqual(merged.evidence_of.opportunity_ids, [opportunity.id])
  const gone = await call('GET', `/insights/${source.id}`)
  assert.deepEqual([gone.status, gone.body.error.code, gone.body.error.replacement_id], [410, 'MERGED', target.id])
  assert.equal((await call('DELETE', `/insights/${source.id}`)).status, 410)
  assert.equal((await call('POST', `/insights/${target.id}/merge`, { source_insight_ids: [target.id] })).status, 400)
})

test('deleting is idempotent, and an edit sets edited_by_human', async () => {
  const made = await insight()
  assert.equal(made.edited_by_human, false)
  const edited = (await call('PATCH', `/insights/${made.id}`, { description: 'better', tags: ['b', 'a'] })).body
  assert.deepEqual([edited.edited_by_human, edited.description, edited.tags], [true, 'better', ['b', 'a']])
  assert.ok(edited.updated_at >= made.updated_at)
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await call('DELETE', `/insights/${made.id}`)).body, { id: made.id, deleted: true })
  assert.equal((await call('PATCH', `/insights/${made.id}`, { name: 'x' })).status, 404)
})

test('a delta export includes deleted and merged insights', async () => {
  const [a, b, c] = [await insight(), await insight(), await insight()]
  await call('DELETE', `/insights/${a.id}`)
  await call('POST', `/insights/${b.id}/merge`, { source_insight_ids: [c.id] })
  const query = { updated_since: '2026-01-01', include_deleted: 'true', limit: '2' }
  const first = (await call('GET', '/insights', undefined, query)).body
  const second = (await call('GET', '/insights', undefined, { ...query, cursor: first.pagination.next_cursor })).body
  const rows: Record<string, Body> = Object.fromEntries(
    [...first.data, ...second.data].map((row: Body) => [row.id, row]),
  )
  assert.deepEqual([rows[a.id]!.deleted, rows[a.id]!.merged_into_id], [true, null])
  assert.equal(rows[c.id]!.merged_into_id, b.id)
  assert.equal(rows[b.id]!.name, 'Export fails')
  assert.equal(second.pagination.has_more, false)
  assert.ok(second.pagination.sync_until)
})

test('categories count live insights, and only an admin can rename them', async () => {
  await insight()
  await insight({ sentiment: 'POSITIVE' })
  const { data } = (await call('GET', '/categories')).body
  assert.equal(data.length, 6)
  const bugs = data.find((c: Body) => c.key === 'BUGS_AND_ERRORS')
  assert.deepEqual(
    [bugs.insight_count, bugs.sentiment_breakdown, bugs.opportunity_category],
    [2, { positive: 1, negative: 1, neutral: 0 }, true],
  )
  const renamed = (await call('PATCH', '/categories/BUGS_AND_ERRORS', { name: 'Defects' })).body
  assert.deepEqual([renamed.name, renamed.insight_count], ['Defects', 2])
  assert.equal((await call('GET', '/categories/NOPE')).status, 404)
})
