import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { migrate } from '#store/migrate.ts'
import { sql } from '#store/sql.ts'
import { createDatabase, testCluster } from './database.ts'
import { app, type Body, call, org, useTestServer } from './test-server.ts'
import { withConnection } from './upgrade/legacy-database.ts'

/* Lists pass stored documents through (docs/decisions/0005): what they show is what the object itself shows. */

useTestServer()

/** Characters that JSON escapes, that separate items in a list, and that take more than one UTF-16 unit. */
const awkward = 'A "quoted" \\ back\\slash,\ttab, ü, 漢字, \u2028 and 😀 {"id":"'
const common = (listed: Body, detail: Body) =>
  Object.fromEntries(Object.keys(listed).map((name) => [name, detail[name]]))

async function callOk(method: string, path: string, body?: Body): Promise<Body> {
  const reply = await call(method, path, body)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

async function assertListed(path: string, id: string): Promise<Body> {
  const listed = (await callOk('GET', `${path}?limit=100`)).data.find((item: { id: string }) => item.id === id)
  const detail = await callOk('GET', `${path}/${id}`)
  assert.deepEqual(listed, common(listed, detail), path)
  return listed
}

test('a contact with everything, and one with nothing', async () => {
  const full = await callOk('POST', '/contacts', {
    email: 'Ana+x@Example.com',
    name: awkward,
    phone: '+351 1234567',
    title: awkward,
    country: 'PT',
    language: 'pt',
    company: { name: awkward, domain: 'example.com', mrr: 1200.5, attributes: { [awkward.slice(0, 30)]: awkward } },
    attributes: { plan: 'pro', text: awkward, share: 0.1, active: true },
    tags: [awkward.slice(0, 20), 'null', 'a,b', '{}'],
    identities: [{ provider: 'crm', external_id: awkward.slice(0, 30) }],
  })
  const { id: feedbackId } = await callOk('POST', '/feedback', { content: 'Slow', contact_id: full.id })
  await callOk('POST', '/insights', {
    name: 'Slow',
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    feedback_id: feedbackId,
  })
  await callOk('POST', '/nps/responses', { score: 7, contact: { email: 'ana+x@example.com' } })
  const listed = await assertListed('/contacts', full.id)
  assert.deepEqual(
    [listed.insight_count, listed.sentiment_breakdown.negative, listed.latest_nps.type],
    [1, 1, 'passive'],
  )
  assert.ok(listed.feedback_count >= 1 && listed.last_feedback_at)
  const empty = await callOk('POST', '/contacts', { email: 'b@example.com', company: { name: 'B' } })
  const none = await assertListed('/contacts', empty.id)
  assert.deepEqual(none.company, { name: 'B', domain: null, plan: null, mrr: null, size: null, attributes: {} })
  assert.deepEqual([none.feedback_count, none.last_feedback_at, none.latest_nps, none.identities], [0, null, null, []])
})

test('feedback with everything, and with nothing', async () => {
  const { id } = await callOk('POST', '/feedback', {
    content: awkward,
    title: awkward,
    source: 'slack',
    external_id: awkward.slice(0, 30),
    url: 'https://example.com/?q="x"',
    rating: { value: 4.5, scale_min: 1, scale_max: 5 },
    tags: ['a "b"', 'NULL'],
    metadata: { [awkward]: { deep: [1.25, null, awkward] } },
    contact: { email: 'c@example.com', name: awkward },
    occurred_at: '2026-01-02T03:04:05.600Z',
  })
  const listed = await assertListed('/feedback', id)
  assert.equal(listed.occurred_at, '2026-01-02T03:04:05.600Z')
  assert.equal(listed.contact.name, awkward)
  const { id: plain } = await callOk('POST', '/feedback', { content: 'Plain' })
  assert.deepEqual((await assertListed('/feedback', plain)).rating, null)
})

test('themes, Projects and opportunities', async () => {
  const theme = await callOk('POST', '/themes', { name: awkward.slice(0, 40), notes: awkward })
  await assertListed('/themes', theme.id)
  const initiative = await callOk('POST', '/initiatives', { title: awkward.slice(0, 40) })
  const project = await callOk('POST', '/projects', {
    title: awkward.slice(0, 40),
    description: awkward,
    initiative_id: initiative.id,
  })
  const listed = await assertListed('/projects', project.id)
  assert.equal(listed.initiative.id, initiative.id)
  const segment = await callOk('POST', '/segments', { name: 'Segment “A”' })
  const opportunity = await callOk('POST', '/opportunities', {
    title: awkward.slice(0, 40),
    category: 'PAIN_POINTS',
    summary: awkward,
    segment_ids: [segment.id],
  })
  const shown = await assertListed('/opportunities', opportunity.id)
  assert.deepEqual(shown.segment_ids, [segment.id])
})

test('pages of two are the whole list in its order, with every sort', async () => {
  for (let n = 0; n < 5; n++) await callOk('POST', '/contacts', { email: `p${n}@example.com`, name: `Name ${5 - n}` })
  // Control characters, which the API refuses, separate items and fields in what the database returns.
  await app.store.run(sql`update contact set name = name || E'\\x1e\\x1f"' where org_id = ${org.id}`)
  for (const sort of ['-created_at', 'created_at', 'name', '-name', '-updated_at']) {
    const whole = (await callOk('GET', `/contacts?limit=100&sort=${sort}`)).data.map((item: { id: string }) => item.id)
    const ids: string[] = []
    for (let cursor = ''; ids.length < 100;) {
      const { data, pagination } = await callOk('GET', `/contacts?limit=2&sort=${sort}${cursor}`)
      ids.push(...data.map((item: { id: string }) => item.id))
      if (!pagination.has_more) break
      cursor = `&cursor=${pagination.next_cursor}`
    }
    assert.deepEqual(ids, whole, sort)
  }
})

test('a client that synchronizes sees what was deleted', async () => {
  const since = new Date(Date.now() - 60_000).toISOString()
  const { id } = await callOk('POST', '/contacts', { email: 'gone@example.com' })
  assert.equal((await call('DELETE', `/contacts/${id}`)).status, 200)
  const { data, pagination } = await callOk('GET', `/contacts?limit=100&updated_since=${since}&include_deleted=true`)
  const gone = data.find((item: { id: string }) => item.id === id)
  assert.deepEqual(Object.keys(gone), ['id', 'deleted', 'deleted_at', 'merged_into_id'])
  assert.ok(pagination.sync_until)
  assert.deepEqual((await callOk('GET', `/contacts?updated_since=${new Date().toISOString()}`)).data, [])
})

test(
  'a table that a migration rewrites can be read by its indexes alone',
  { skip: testCluster() !== undefined },
  async () => {
    const { connection, drop } = await createDatabase()
    const migration = (name: string, text: string) => ({ name, text, checksum: name })
    const first = migration(
      '1.sql',
      'create table item (n integer) with (autovacuum_enabled = off); insert into item select generate_series(1, 5000)',
    )
    const rewriting = migration('2.sql', 'alter table item add column twice integer generated always as (n * 2) stored')
    try {
      await migrate(connection, [first])
      await migrate(connection, [first, rewriting])
      const { rows } = await withConnection(connection, (client: pg.Client) =>
        client.query("select relallvisible from pg_class where relname = 'item'"),
      )
      assert.ok(rows[0].relallvisible > 0)
    } finally {
      await drop()
    }
  },
)
