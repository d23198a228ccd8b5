import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxEntriesPerFlush, createRequestAudit } from '#api/ops/request-audit.ts'
import { assembleServer } from '#serve/assemble-server.ts'
import { newId } from '#store/ids.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { maxRequests, deleteExpired, requestDays } from '#worker/retention.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { type Browser, signedIn } from './browser.ts'
import { readPages } from '../read-pages.ts'
import { waitFor } from '../wait-for.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})

type Entry = { id: string; path: string; status: number; code: string | null; key_id: string; request_id: string }
const quiet = { info() {}, warn() {}, error() {} }

const listed = async (browser: Browser, query: Record<string, string> = {}) => {
  const reply = await browser.app('GET', '/requests', { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body as { data: Entry[]; pagination: { next_cursor: string | null } }
}

/** Requests are logged shortly after their response: polls until `count` are listed. */
async function written(browser: Browser, count: number): Promise<Entry[]> {
  const enough = async () => {
    const { data } = await listed(browser)
    return data.length >= count && data
  }
  return waitFor(`${count} entries in the request log`, enough, 180_000, 50)
}

test('API key requests are listed by route and outcome: admins see all, members their own', async () => {
  const org = await app.org()
  const other = await app.org()
  const missing = await app.call(org.member.key, 'GET', `/themes/${newId()}`)
  await app.call(org.admin.key, 'GET', '/themes', { query: { q: 'something private' } })
  const admin = await signedIn(app, org.admin)
  assert.deepEqual(
    (await written(admin, 2)).map(({ path, status, code, key_id }) => [path, status, code, key_id]),
    [
      ['/api/v1/themes', 200, null, org.admin.keyId],
      ['/api/v1/themes/{themeId}', 404, 'NOT_FOUND', org.member.keyId],
    ],
  )
  assert.equal((await listed(admin, { outcome: 'failed' })).data[0]!.request_id, missing.headers.get('x-request-id'))
  assert.deepEqual(
    (await listed(admin, { outcome: 'ok' })).data.map(({ status }) => status),
    [200],
  )
  assert.equal((await listed(admin, { key_id: org.admin.keyId })).data.length, 1)
  const member = await signedIn(app, org.member)
  assert.deepEqual(
    (await listed(member)).data.map(({ key_id }) => key_id),
    [org.member.keyId],
  )
  assert.deepEqual((await listed(await signedIn(app, other.admin))).data, [])
  const { rows } = await app.store.pool.query('select to_jsonb(r)::text as line from api_request r where org_id = $1', [
    org.id,
  ])
  assert.equal(rows.length, 2)
  for (const { line } of rows)
    assert.ok(!line.includes('private') && !line.includes(org.admin.key) && !line.includes(org.member.key), line)
})

/** A second server on the same database. */
async function openSecond() {
  const store = openStore({ ...app.connection, max: 2 })
  const server = assembleServer({
    store,
    secret: app.secret,
    settings: app.settings,
    version: 'test',
    rates: null,
    log: quiet,
  })
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await server.close()
    await store.close()
  }
  return { baseUrl, close }
}

test('requests to one server are listed by another, and pending rows are written on shutdown', async () => {
  const org = await app.org()
  const second = await openSecond()
  const response = await fetch(`${second.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${org.admin.key}` } })
  await response.text()
  await second.close()
  const admin = await signedIn(app, org.admin)
  assert.deepEqual(
    (await listed(admin)).data.map(({ request_id }) => request_id),
    [response.headers.get('x-request-id')],
  )
  await app.call(org.admin.key, 'GET', '/me')
  assert.equal((await written(admin, 2)).length, 2)
})

const noteOf = (org: Org, n: number) => ({
  org: org.id,
  at: Date.now(),
  method: 'GET',
  route: '/api/v1/me',
  status: 200,
  code: null,
  duration_ms: 1,
  request_id: String(n),
  key_id: org.admin.keyId,
  user_id: org.admin.userId,
})

test('under load the latest requests are logged in one batch, and a deleted organization does not affect others', async () => {
  const org = await app.org()
  let statements = 0
  const counting: Store = { ...app.store, run: (query) => (statements++, app.store.run(query)) }
  const notes = createRequestAudit(counting, quiet)
  for (let n = 0; n < maxEntriesPerFlush + 20; n++) notes.note(noteOf(org, n))
  notes.note({ ...noteOf(org, 0), org: 'org_that_is_gone' })
  await notes.stop()
  assert.equal(statements, 1)
  const kept = await app.store.rows<{ request_id: string }>(
    sql`select request_id from api_request where org_id = ${org.id} order by id`,
  )
  assert.deepEqual(
    [kept.length, kept[0]!.request_id, kept.at(-1)!.request_id],
    [maxEntriesPerFlush, '20', String(maxEntriesPerFlush + 19)],
  )
})

test('pages are contiguous', async () => {
  const org = await app.org()
  const notes = createRequestAudit(app.store, quiet)
  for (let n = 0; n < 7; n++) notes.note(noteOf(org, n))
  await notes.stop()
  const admin = await signedIn(app, org.admin)
  const seen: string[] = []
  for await (const { data } of readPages((cursor) => listed(admin, { limit: '3', ...cursor })))
    seen.push(...data.map(({ request_id }) => request_id))
  assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0'])
})

test('the log is limited in age and size per organization', async () => {
  const [busy, calm] = [await app.org(), await app.org()]
  const fill = (org: Org, count: number, daysAgo: number) =>
    app.store.run(sql`
    insert into api_request (org_id, id, key_id, user_id, method, path, status, duration_ms, request_id, created_at)
    select ${org.id}, ('019a0000-0000-7000-8000-' || lpad(to_hex(n + ${daysAgo}::int * 100000), 12, '0'))::uuid, ${org.admin.keyId}, ${org.admin.userId}, 'GET', '/api/v1/me', 200, 1, n::text, now() - make_interval(days => ${daysAgo})
    from generate_series(1, ${count}::int) n`)
  await fill(calm, 5, 0)
  await fill(calm, 3, requestDays + 1)
  // Statistics of a small table must not make it slow.
  await app.store.run(sql`analyze api_request`)
  await fill(busy, maxRequests + 30, 0)
  await deleteExpired(app.store)
  const left = async (org: Org) =>
    (await app.store.first<{ count: number; first: number }>(
      sql`select count(*) as count, min(request_id::int) as first from api_request where org_id = ${org.id}`,
    ))!
  assert.deepEqual(await left(busy), { count: maxRequests, first: 31 })
  assert.equal((await left(calm)).count, 5)
})
