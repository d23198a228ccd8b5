import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxAtOnce, requestNotes } from '#api/ops/request-audit.ts'
import { assemble } from '#serve/assemble.ts'
import { newId } from '#store/ids.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { maxRequests, prune, requestDays } from '#worker/upkeep.ts'
import { type Org, openWorld, type World } from '../world.ts'
import { type Browser, signedIn } from './browser.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(async () => {
  assert.deepEqual(world.errors, [])
  await world.close()
})

type Entry = { id: string; path: string; status: number; code: string | null; key_id: string; request_id: string }
const quiet = { info() {}, warn() {}, error() {} }

const listed = async (browser: Browser, query: Record<string, string> = {}) => {
  const reply = await browser.app('GET', '/requests', { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body as { data: Entry[]; pagination: { next_cursor: string | null } }
}

/** They are written down soon after their answers: asks until as many are there. */
async function written(browser: Browser, count: number): Promise<Entry[]> {
  for (let turns = 0; turns < 1200; turns++) {
    const { data } = await listed(browser)
    if (data.length >= count) return data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${count} requests were never written down`)
}

test('requests of keys are listed by route and outcome: admins see all, others their own, other organizations none', async () => {
  const org = await world.org()
  const other = await world.org()
  const missing = await world.call(org.member.key, 'GET', `/themes/${newId()}`)
  await world.call(org.admin.key, 'GET', '/themes', { query: { q: 'something private' } })
  const admin = await signedIn(world, org.admin)
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
  const member = await signedIn(world, org.member)
  assert.deepEqual(
    (await listed(member)).data.map(({ key_id }) => key_id),
    [org.member.keyId],
  )
  assert.deepEqual((await listed(await signedIn(world, other.admin))).data, [])
  const { rows } = await world.store.pool.query(
    'select to_jsonb(r)::text as line from api_request r where org_id = $1',
    [org.id],
  )
  assert.equal(rows.length, 2)
  for (const { line } of rows)
    assert.ok(!line.includes('private') && !line.includes(org.admin.key) && !line.includes(org.member.key), line)
})

/** Another server on the same database, as a second process is. */
async function openSecond() {
  const store = openStore({ ...world.connection, max: 2 })
  const server = assemble({
    store,
    secret: world.secret,
    settings: world.settings,
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

test('what one server was asked is listed by the other, and what was waiting is written when a server stops', async () => {
  const org = await world.org()
  const second = await openSecond()
  const asked = await fetch(`${second.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${org.admin.key}` } })
  await asked.text()
  await second.close()
  const admin = await signedIn(world, org.admin)
  assert.deepEqual(
    (await listed(admin)).data.map(({ request_id }) => request_id),
    [asked.headers.get('x-request-id')],
  )
  await world.call(org.admin.key, 'GET', '/me')
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

test('of a flood the latest are written down, in one statement that nobody waits for, and an organization that is gone hinders no other', async () => {
  const org = await world.org()
  let statements = 0
  const counting: Store = { ...world.store, run: (query) => (statements++, world.store.run(query)) }
  const notes = requestNotes(counting, quiet)
  for (let n = 0; n < maxAtOnce + 20; n++) notes.note(noteOf(org, n))
  notes.note({ ...noteOf(org, 0), org: 'org_that_is_gone' })
  await notes.stop()
  assert.equal(statements, 1)
  const kept = await world.store.rows<{ request_id: string }>(
    sql`select request_id from api_request where org_id = ${org.id} order by id`,
  )
  assert.deepEqual(
    [kept.length, kept[0]!.request_id, kept.at(-1)!.request_id],
    [maxAtOnce, '20', String(maxAtOnce + 19)],
  )
})

test('pages follow each other without a gap', async () => {
  const org = await world.org()
  const notes = requestNotes(world.store, quiet)
  for (let n = 0; n < 7; n++) notes.note(noteOf(org, n))
  await notes.stop()
  const admin = await signedIn(world, org.admin)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, pagination }: Awaited<ReturnType<typeof listed>> = await listed(admin, {
      limit: '3',
      ...(cursor && { cursor }),
    })
    seen.push(...data.map(({ request_id }) => request_id))
    cursor = pagination.next_cursor
  }
  assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0'])
})

test('the log goes back so far and holds so many, of each organization by itself', async () => {
  const [busy, calm] = [await world.org(), await world.org()]
  const fill = (org: Org, count: number, daysAgo: number) =>
    world.store.run(sql`
    insert into api_request (org_id, id, key_id, user_id, method, path, status, duration_ms, request_id, created_at)
    select ${org.id}, ('019a0000-0000-7000-8000-' || lpad(to_hex(n + ${daysAgo}::int * 100000), 12, '0'))::uuid, ${org.admin.keyId}, ${org.admin.userId}, 'GET', '/api/v1/me', 200, 1, n::text, now() - make_interval(days => ${daysAgo})
    from generate_series(1, ${count}::int) n`)
  await fill(busy, maxRequests + 30, 0)
  await fill(calm, 5, 0)
  await fill(calm, 3, requestDays + 1)
  await prune(world.store)
  const left = async (org: Org) =>
    (await world.store.first<{ count: number; first: number }>(
      sql`select count(*) as count, min(request_id::int) as first from api_request where org_id = ${org.id}`,
    ))!
  assert.deepEqual(await left(busy), { count: maxRequests, first: 31 })
  assert.equal((await left(calm)).count, 5)
})
