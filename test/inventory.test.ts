import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bodyOf, errorsOf, hasCursor, type Route, scopeOf } from '#contract/core/route.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Fixture, createFixture } from './fixtures.ts'
import { allRoutes, fieldsOf, namesOf, publicCases, sampleOf } from './samples.ts'
import { changedTables, hashDatabase } from './support/hash-database.ts'
import { type Org, startTestApp, type Reply, type TestApp } from './test-app.ts'

/* Checks that every route of the inventory must pass. */

let app: TestApp
let mine: Org
let theirs: Org
let fixture: Fixture
let foreign: Fixture

before(async () => {
  app = await startTestApp()
  mine = await app.org()
  theirs = await app.org({ name: 'CANARY-B' })
  fixture = await createFixture(app, mine)
  foreign = await createFixture(app, theirs, 'CANARY-B ')
})
after(() => app.close())

const send = (
  key: string | null,
  route: Route,
  from: Fixture = fixture,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const { path, query, body } = sampleOf(route, from)
  return app.call(key, route.method, path, {
    query,
    headers: { ...(route.idempotent && { 'idempotency-key': newId() }), ...headers },
    ...(body && { body }),
  })
}
const codeOf = (reply: Reply) => reply.body?.error?.code as string | undefined

const policy = (change: Parameters<typeof updateOrganization>[2]) => updateOrganization(app.store, mine.id, change)

const when = (applies: boolean, name: string, run: () => Promise<void>) => void (applies && test(name, run))

/** Each authorization failure with its setup and teardown, in the contract's order. */
const authFailures: {
  code: string
  applies?: (route: Route) => boolean
  enter(): Promise<unknown>
  leave(): Promise<unknown>
}[] = [
  {
    code: 'INVALID_API_KEY',
    enter: () => app.store.run(sql`update api_key set revoked_at = now() where id = ${mine.member.keyId}`),
    leave: () => app.store.run(sql`update api_key set revoked_at = null where id = ${mine.member.keyId}`),
  },
  { code: 'API_DISABLED', enter: () => policy({ api_enabled: false }), leave: () => policy({ api_enabled: true }) },
  {
    code: 'MEMBERSHIP_REVOKED',
    enter: () => app.store.run(sql`update membership set status = 'suspended' where id = ${mine.member.memberId}`),
    leave: () => app.store.run(sql`update membership set status = 'active' where id = ${mine.member.memberId}`),
  },
  { code: 'ROLE_NOT_ALLOWED', enter: () => policy({ api_members: false }), leave: () => policy({ api_members: true }) },
  {
    code: 'SCOPE_NOT_ALLOWED',
    enter: () => policy({ api_read: false, api_write: false }),
    leave: () => policy({ api_read: true, api_write: true }),
  },
  {
    code: 'FEATURE_NOT_AVAILABLE',
    applies: (route) => route.feature !== undefined && route.feature !== 'subthemes',
    enter: () => policy({ feature_competitors: false, feature_segments: false }),
    leave: () => policy({ feature_competitors: true, feature_segments: true }),
  },
]

const routeChecks = [
  requiresKey,
  rejectsEachReason,
  requiresAdmin,
  rejectsUnknownQuery,
  rejectsUnknownFields,
  hidesForeignObjects,
  hidesForeignIds,
  isIdempotent,
  rejectsBadKeys,
  checksPaging,
  isDescribed,
]

describe('every public route', () => {
  for (const [id, route] of publicCases) for (const check of routeChecks) check(id, route)
})

function requiresKey(id: string, route: Route) {
  test(`${id}: no key is 401 before anything else is checked`, async () => {
    const reply = await app.call(
      null,
      route.method,
      route.path.replace(/\{\w+\}/g, 'not-an-id'),
      bodyOf(route) ? { rawBody: '{"__proto__":' } : {},
    )
    assert.equal(reply.status, 401)
    assert.equal(codeOf(reply), 'UNAUTHORIZED')
    assert.ok(reply.headers.get('x-request-id'))
  })
}

function rejectsEachReason(id: string, route: Route) {
  test(`${id}: is rejected for each reason, also with an unreadable body`, async () => {
    for (const failure of authFailures) {
      if (failure.applies && !failure.applies(route)) continue
      await failure.enter()
      try {
        assert.equal(codeOf(await send(mine.member.key, route)), failure.code)
        const broken = await app.call(
          mine.member.key,
          route.method,
          route.path.replace(/\{\w+\}/g, 'not-an-id'),
          bodyOf(route) ? { rawBody: '{' } : {},
        )
        assert.equal(codeOf(broken), failure.code)
      } finally {
        await failure.leave()
      }
    }
  })
}

function requiresAdmin(id: string, route: Route) {
  when(route.admin === true, `${id}: a member gets ROLE_NOT_ALLOWED`, async () => {
    assert.equal(codeOf(await send(mine.member.key, route)), 'ROLE_NOT_ALLOWED')
  })
}

function rejectsUnknownQuery(id: string, route: Route) {
  test(`${id}: an unknown query parameter is rejected by name`, async () => {
    const { path, query, body } = sampleOf(route, fixture)
    const reply = await app.call(mine.admin.key, route.method, path, {
      query: { ...query, nonsense: '1' },
      headers: { 'idempotency-key': newId() },
      ...(body && { body }),
    })
    assert.equal(codeOf(reply), 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, 'query.nonsense')
  })
}

function rejectsUnknownFields(id: string, route: Route) {
  when(
    bodyOf(route) !== undefined,
    `${id}: unknown body fields are rejected by name, including mass assignment`,
    async () => {
      const { path, body } = sampleOf(route, fixture)
      for (const field of ['org_id', 'organization_id', 'id', 'created_at', 'role']) {
        if (field in (body ?? {}) || field in (fieldsOf(route)?.properties ?? {})) continue
        const reply = await app.call(mine.admin.key, route.method, path, {
          body: { ...body, [field]: 'x' },
          headers: { 'idempotency-key': newId() },
        })
        assert.equal(codeOf(reply), 'VALIDATION_ERROR', field)
        assert.ok(
          reply.body.error.details.some((d: { path: string }) => d.path === `body.${field}`),
          reply.text,
        )
      }
    },
  )
}

function hidesForeignObjects(id: string, route: Route) {
  when(/\{\w+Id\}/.test(route.path), `${id}: an object of another organization looks like an unknown one`, async () => {
    for (const [, name] of route.path.matchAll(/\{(\w+Id)\}/g)) {
      const unknown = await send(mine.admin.key, route, { ...fixture, [name!]: newId() })
      const other = await send(mine.admin.key, route, { ...fixture, [name!]: foreign[name!] })
      const malformed = await send(mine.admin.key, route, { ...fixture, [name!]: 'not-an-id' })
      assert.equal(unknown.text, other.text)
      assert.equal(unknown.status, other.status)
      assert.equal(malformed.status, 404)
      assert.equal(other.status, 404)
      assert.ok(!other.text.includes('CANARY-B'))
    }
  })
}

function hidesForeignIds(id: string, route: Route) {
  when(
    idFields(route).length > 0,
    `${id}: ids of another organization in the body look like unknown ones`,
    async () => {
      for (const name of idFields(route)) {
        const { path, body } = sampleOf(route, fixture)
        const withId = async (value: unknown) => {
          const list = Array.isArray(body![name]) || name.endsWith('_ids')
          const headers = { 'idempotency-key': newId() }
          const reply = await app.call(mine.admin.key, route.method, path, {
            body: { ...body, [name]: list ? [value] : value },
            headers,
          })
          return {
            status: reply.status,
            text: reply.text.replaceAll(String(value), '<id>').replaceAll(headers['idempotency-key'], '<key>'),
          }
        }
        const known = foreign[name] ?? foreign[`${name.replace(/_ids?$/, '')}Id`] ?? newId()
        const other = await withId(Array.isArray(known) ? (known[0] ?? newId()) : known)
        assert.deepEqual(other, await withId(newId()))
        assert.equal(other.status, isTarget(route, name) ? 404 : 400, name)
      }
    },
  )
}

function isIdempotent(id: string, route: Route) {
  when(
    route.method !== 'GET',
    `${id}: a dry run changes nothing; a repeated key takes effect once and rejects another payload`,
    async () => {
      const fresh = await createFixture(app, mine, '', namesOf(route))
      const key = newId()
      const dryRun = await dryRunChangesNothing(route, fresh, key)
      const first = await send(mine.admin.key, route, fresh, { 'idempotency-key': key })
      assert.ok(first.status < 300, first.text)
      if (!route.noDryRun) assert.equal(dryRun.status, first.status, dryRun.text)
      assert.deepEqual(first.body.idempotency, { key, replayed: false })
      const requestId = first.headers.get('x-request-id')
      const events = await assertEventRecorded(route, requestId)
      assert.deepEqual(dryRun.events, route.noDryRun ? [] : events)
      const again = await send(mine.admin.key, route, fresh, { 'idempotency-key': key })
      assert.deepEqual(again.body, { ...first.body, idempotency: { key, replayed: true } })
      assert.equal(again.status, first.status)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      const twice = await app.store.rows(
        sql`select 1 from event where org_id = ${mine.id} and request_id = ${again.headers.get('x-request-id')}`,
      )
      assert.equal(twice.length, 0, 'a replay is no second event')
      const other = await send(
        mine.admin.key,
        allRoutes.find(([other]) => other === (id === 'createTheme' ? 'createInsight' : 'createTheme'))![1],
        fixture,
        { 'idempotency-key': key },
      )
      assert.equal(codeOf(other), 'IDEMPOTENCY_CONFLICT')
    },
  )
}

function rejectsBadKeys(id: string, route: Route) {
  when(route.method !== 'GET', `${id}: an invalid Idempotency-Key is rejected`, async () => {
    for (const bad of ['x'.repeat(129), 'käse'])
      assert.equal(
        codeOf(await send(mine.admin.key, route, fixture, { 'idempotency-key': Buffer.from(bad).toString('latin1') })),
        'IDEMPOTENCY_KEY_INVALID',
      )
    if (!route.idempotent) return
    const { path, body } = sampleOf(route, fixture)
    assert.equal(codeOf(await app.call(mine.admin.key, route.method, path, { body })), 'IDEMPOTENCY_KEY_REQUIRED')
  })
}

function checksPaging(id: string, route: Route) {
  when(hasCursor(route), `${id}: limits outside of the declared ones and foreign cursors are rejected`, async () => {
    const { path, query: needed } = sampleOf(route, fixture)
    const ask = (query: Record<string, string>) =>
      app.call(mine.admin.key, 'GET', path, { query: { ...needed, ...query } })
    for (const cursor of ['x', 'WyJhIl0.AAAA', '..', 'e30.e30'])
      assert.equal(codeOf(await ask({ cursor })), 'INVALID_CURSOR', cursor)
    if (!('limit' in route.query!.properties)) return
    const { maximum } = route.query!.properties.limit as { maximum?: number }
    assert.ok(maximum === 100 || id === 'listPoints', 'only one-line items come in longer pages')
    for (const limit of [
      '0',
      String(maximum! + 1),
      '-1',
      '1.5',
      '1e2',
      '+5',
      ' 5',
      '5 ',
      '',
      '５',
      '2147483648',
      '9007199254740993',
      'abc',
    ])
      assert.equal(codeOf(await ask({ limit })), 'VALIDATION_ERROR', limit)
    for (const limit of ['1', '50', String(maximum)]) assert.equal((await ask({ limit })).status, 200)
    const twice = await app.call(
      mine.admin.key,
      'GET',
      `${path}?${new URLSearchParams([...Object.entries(needed), ['limit', '5'], ['limit', '6']])}`,
    )
    assert.equal(codeOf(twice), 'VALIDATION_ERROR')
  })
}

function isDescribed(id: string, route: Route) {
  test(`${id}: has a summary, a scope and distinct errors`, () => {
    assert.ok(route.summary.length >= 5)
    assert.equal(scopeOf(route), route.method === 'GET' ? 'read' : 'write')
    assert.equal(new Set(errorsOf(route)).size, errorsOf(route).length)
  })
}

/** The same request as the write that follows, with the same key. */
async function dryRunChangesNothing(route: Route, from: Fixture, key: string) {
  const { path, query, body } = sampleOf(route, from)
  const before = await hashDatabase(app.store)
  const reply = await app.call(mine.admin.key, route.method, path, {
    query: { ...query, dry_run: 'true' },
    headers: { 'idempotency-key': key },
    ...(body && { body }),
  })
  assert.deepEqual(changedTables(before, await hashDatabase(app.store)), [])
  if (route.noDryRun) {
    assert.equal(codeOf(reply), 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, 'query.dry_run')
  } else assert.equal(reply.body.dry_run, true, reply.text)
  const events = (reply.body.dry_run_events ?? []) as { type: string }[]
  return { status: reply.status, text: reply.text, events: events.map(({ type }) => type) }
}

async function assertEventRecorded(route: Route, requestId: string | null) {
  const events = await app.store.rows<{ type: string | null; actor_id: string; user_id: string }>(sql`
    select type, actor_id, user_id from event where org_id = ${mine.id} and request_id = ${requestId} order by id`)
  assert.equal(events.length > 0, !route.readOnly, 'a write leaves an audit row')
  assert.ok(events.every((row) => row.actor_id === mine.admin.keyId && row.user_id === mine.admin.userId))
  const declared = typeof route.event === 'object' ? route.event[Object.keys(route.actions!)[0]!] : route.event
  if (declared && events.length > 0) assert.equal(events[0]!.type, declared)
  return events.flatMap(({ type }) => type ?? [])
}

test('no field name occurs in two parts of a route', () => {
  for (const [id, route] of allRoutes) {
    const names = [route.params, route.query, route.body].flatMap((part) => Object.keys(part?.properties ?? {}))
    assert.equal(new Set(names).size, names.length, id)
  }
})

test('nothing of the other organization was changed, and every response matched its schema', async () => {
  assert.deepEqual(app.errors, [])
  const reply = await app.call(theirs.admin.key, 'GET', `/themes/${foreign.themeId as string}`)
  assert.equal(reply.body.insight_count, 2)
})

function idFields(route: Route): string[] {
  return Object.keys(fieldsOf(route)?.properties ?? {}).filter((name) => /_ids?$/.test(name) && name !== 'external_id')
}

/** The target object of a Build action or a promotion is in the body; if unknown it is 404, other unknown ids are 400. */
const isTarget = (route: Route, name: string) =>
  name === 'source_id' ||
  (route.actions !== undefined && name === `${route.path.split('/').at(-1)!.replace(/ies$/, 'y').replace(/s$/, '')}_id`)
