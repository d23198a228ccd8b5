import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic, type Route } from '#contract/core/route.ts'
import { inventory } from '#contract/index.ts'
import { DeferredAuthDb } from '#api/auth/deferred-auth-db.ts'
import { ReadContext } from '#api/pipeline/request-context.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { validator } from '#api/pipeline/validate.ts'
import { handlers } from '#api/routes/handlers.ts'
import { type FactsRow, parseKeyFacts, selectKeyFacts } from '#domain/access/keys/queries-auth.ts'
import { secretHash } from '#domain/access/keys/rules.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { isRead, type Sql, sql } from '#store/sql.ts'
import { createFixture } from './fixtures.ts'
import { sampleOf } from './samples.ts'
import { app, org, useTestServer } from './test-server.ts'

/* Reads whose caller is authorized by their first statement. */

useTestServer()

const deferred = (Object.entries(inventory) as [keyof typeof handlers, Route][]).filter(
  ([, route]) => route.method === 'GET' && isPublic(route) && !route.feature && !route.admin,
)

class RefusedError extends Error {}
const refuse = () => {
  throw new RefusedError()
}
const admit = () => ({ org: org.id, user: org.admin.userId, role: 'admin' as const })
const facts = () => selectKeyFacts(secretHash(org.admin.key))

/** The statements that reach the database. */
function recording(store: Store): { store: Store; sent: Sql[] } {
  const sent: Sql[] = []
  const note = <T extends Sql>(query: T) => {
    sent.push(query)
    return query
  }
  return {
    sent,
    store: {
      ...store,
      rows: (query) => store.rows(note(query)),
      first: (query) => store.first(note(query)),
      run: (query) => store.run(note(query)),
      pair: (first, second) => store.pair(note(first), note(second)),
      transaction: () => assert.fail('a read began a transaction'),
    },
  }
}

const inputOf = (route: Route, path: string, query: Record<string, string>) => {
  const values = path.split('/').map(decodeURIComponent)
  const params = Object.fromEntries(
    route.path.split('/').flatMap((part, n) => (part.startsWith('{') ? [[part.slice(1, -1), values[n]]] : [])),
  )
  return validator(route)({ url: '', params, query, body: undefined })
}

test('a read of a refused caller has no effect: it writes nothing and calls nobody', async () => {
  const fixture = await createFixture(app, org)
  const calls: string[] = []
  const llm = { model: 'test', complete: async () => calls.push('llm') && { status: 'invalid' as const } }
  assert.ok(deferred.length > 50)
  for (const [id, route] of deferred) {
    const { store, sent } = recording(app.store)
    const db = new DeferredAuthDb(store, facts(), refuse)
    const { path, query } = sampleOf(route, fixture)
    const input = inputOf(route, path, query)
    const deps = { ...app, semanticSearch: null, llm, log: console } as unknown as ServerDeps
    const auth = { caller: { org: org.id, user: org.admin.userId }, authorize: () => db.authorize() }
    const ctx = new ReadContext(auth, { scope: 'read', db, input, routeId: id }, deps)
    const handle = handlers[id] as (ctx: ReadContext, input: object) => Promise<unknown>
    // A handler without statements has nothing to refuse; its response waits for the check.
    const outcome = await handle(ctx, input).catch((error: unknown) => error)
    if (sent.length > 0) assert.ok(outcome instanceof RefusedError, `${id}: ${String(outcome)}`)
    assert.deepEqual(
      sent.filter((query) => !isRead(query)),
      [],
      id,
    )
  }
  assert.deepEqual(calls, [])
})

test('a statement that writes is sent after the check, however it is sent', async () => {
  const ways = {
    rows: (db: DeferredAuthDb, query: Sql) => db.rows(query),
    first: (db: DeferredAuthDb, query: Sql) => db.first(query),
    run: (db: DeferredAuthDb, query: Sql) => db.run(query),
  }
  for (const [way, send] of Object.entries(ways)) {
    const id = newId()
    const insert = sql`with row as (select ${org.id} as org, ${id}::uuid as id)
      insert into last_use (org_id, id, last_used_at) select org, id, now() from row returning id`
    const isStored = async () => (await app.store.first(sql`select 1 from last_use where id = ${id}`)) !== undefined
    await assert.rejects(send(new DeferredAuthDb(app.store, facts(), refuse), insert), RefusedError)
    assert.equal(await isStored(), false, way)
    await send(new DeferredAuthDb(app.store, facts(), admit), insert)
    assert.equal(await isStored(), true, way)
  }
})

test('a statement that changes rows is told from one that reads', () => {
  const reads = [
    sql`select 1 from feedback for update`,
    sql`with updated as (select updated_at from theme) select * from updated`,
    sql`values (1)`,
  ]
  const writes = [
    sql`insert into theme (id) values (${1})`,
    sql`with gone as (delete from theme returning id) select id from gone`,
    sql`with ${sql`changed as (update theme t set name = ${'x'} returning id)`} select id from changed`,
    sql`select id from (${sql`update only "theme" set name = ''`}) x`,
    sql`merge into theme using x on true when matched then do nothing`,
    sql`truncate theme`,
  ]
  assert.deepEqual(reads.map(isRead), [true, true, true])
  assert.deepEqual(writes.map(isRead), [false, false, false, false, false, false])
})

test('a row has its own columns, in any order and of any name', async () => {
  const rows = [
    sql`select 'a' as zeta, 2 as "10", 1 as "2", null::int as none, 'k' as key_id, array[1, 2] as list`,
    sql`select 1 as id where false`,
    sql`select null::text as nothing`,
  ]
  for (const row of rows) {
    const db = new DeferredAuthDb(app.store, facts(), admit)
    assert.deepEqual(await db.first(row), await app.store.first(row))
  }
})

test('the facts of a key are those of its columns, in every state', async () => {
  const { keyId, memberId, key } = org.member
  const states = [
    sql`select 1`,
    sql`update api_key set client_id = 'app_1', redirect_host = 'app.example.com' where id = ${keyId}`,
    sql`update api_key set expires_at = '2020-01-01', can_read = false where id = ${keyId}`,
    sql`update api_key set revoked_at = now(), revoked_reason = 'owner_left', can_write = false where id = ${keyId}`,
    sql`update organization set api_enabled = false, api_members = false, feature_segments = false where id = ${org.id}`,
    sql`update organization set api_read = false, api_admins = false, feature_competitors = false where id = ${org.id}`,
    sql`update membership set role = 'admin' where id = ${memberId}`,
    sql`update membership set role = 'contributor' where id = ${memberId}`,
    sql`update membership set role = 'viewer' where id = ${memberId}`,
    sql`update membership set status = 'suspended' where id = ${memberId}`,
  ]
  for (const state of states) {
    await app.store.run(state)
    const columns = await app.store.first<Record<string, unknown>>(sql`
      select k.id as key_id, k.org_id, k.user_id, k.expires_at is not null and k.expires_at <= now() as expired,
        k.revoked_at is not null as revoked, coalesce(k.revoked_reason = 'owner_left', false) as owner_left,
        k.client_id is not null as of_app, k.can_read, k.can_write, true as org_found, true as user_found, o.api_enabled, o.api_admins, o.api_members,
        o.api_read, o.api_write, o.feature_competitors as competitors, o.feature_subthemes as subthemes,
        o.feature_segments as segments, coalesce(m.role = 'admin', false) as admin,
        coalesce(m.role = 'member', false) as member, coalesce(m.role = 'contributor', false) as contributor,
        coalesce(m.role = 'viewer', false) as viewer, m.role as member_role
      from api_key k join organization o on o.id = k.org_id
      left join membership m on m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active'
      where k.id = ${keyId}`)
    assert.deepEqual(parseKeyFacts(await app.store.first<FactsRow>(selectKeyFacts(secretHash(key)))), columns)
  }
})
