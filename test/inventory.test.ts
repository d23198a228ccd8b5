import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bodyOf, errorsOf, hasCursor, type Route, scopeOf } from '#contract/core/route.ts'
import { changeOrganization } from '#domain/account/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Fixture, makeFixture } from './fixtures.ts'
import { allRoutes, fieldsOf, namesOf, publicCases, sampleOf } from './samples.ts'
import { type Org, openWorld, type Reply, type World } from './world.ts'

/* What must hold for every route there is, and for each one that will be added. */

let world: World
let mine: Org
let theirs: Org
let fixture: Fixture
let foreign: Fixture

before(async () => {
  world = await openWorld()
  mine = await world.org()
  theirs = await world.org({ name: 'CANARY-B' })
  fixture = await makeFixture(world, mine)
  foreign = await makeFixture(world, theirs, 'CANARY-B ')
})
after(() => world.close())

const send = (
  key: string | null,
  route: Route,
  from: Fixture = fixture,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const { path, query, body } = sampleOf(route, from)
  return world.call(key, route.method, path, {
    query,
    headers: { ...(route.idempotent && { 'idempotency-key': newId() }), ...headers },
    ...(body && { body }),
  })
}
const codeOf = (reply: Reply) => reply.body?.error?.code as string | undefined

const policy = (change: Parameters<typeof changeOrganization>[2]) => changeOrganization(world.store, mine.id, change)

const when = (applies: boolean, name: string, run: () => Promise<void>) => void (applies && test(name, run))

/** Each way to be refused, how to get there and back, in the contract's order. */
const refusals: {
  code: string
  applies?: (route: Route) => boolean
  enter(): Promise<unknown>
  leave(): Promise<unknown>
}[] = [
  {
    code: 'INVALID_API_KEY',
    enter: () => world.store.run(sql`update api_key set revoked_at = now() where id = ${mine.member.keyId}`),
    leave: () => world.store.run(sql`update api_key set revoked_at = null where id = ${mine.member.keyId}`),
  },
  { code: 'API_DISABLED', enter: () => policy({ api_enabled: false }), leave: () => policy({ api_enabled: true }) },
  {
    code: 'MEMBERSHIP_REVOKED',
    enter: () => world.store.run(sql`update membership set status = 'suspended' where id = ${mine.member.memberId}`),
    leave: () => world.store.run(sql`update membership set status = 'active' where id = ${mine.member.memberId}`),
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

describe('every public route', () => {
  for (const [id, route] of publicCases) {
    test(`${id}: no key is 401 before anything else is looked at`, async () => {
      const reply = await world.call(
        null,
        route.method,
        route.path.replace(/\{\w+\}/g, 'not-an-id'),
        bodyOf(route) ? { rawBody: '{"__proto__":' } : {},
      )
      assert.equal(reply.status, 401)
      assert.equal(codeOf(reply), 'UNAUTHORIZED')
      assert.ok(reply.headers.get('x-request-id'))
    })

    test(`${id}: is refused for each single reason, also with an unreadable body`, async () => {
      for (const refusal of refusals) {
        if (refusal.applies && !refusal.applies(route)) continue
        await refusal.enter()
        try {
          assert.equal(codeOf(await send(mine.member.key, route)), refusal.code)
          const broken = await world.call(
            mine.member.key,
            route.method,
            route.path.replace(/\{\w+\}/g, 'not-an-id'),
            bodyOf(route) ? { rawBody: '{' } : {},
          )
          assert.equal(codeOf(broken), refusal.code)
        } finally {
          await refusal.leave()
        }
      }
    })

    when(route.admin === true, `${id}: a member is told that admins do this`, async () => {
      assert.equal(codeOf(await send(mine.member.key, route)), 'ROLE_NOT_ALLOWED')
    })

    test(`${id}: an unknown query parameter is refused by name`, async () => {
      const { path, query, body } = sampleOf(route, fixture)
      const reply = await world.call(mine.admin.key, route.method, path, {
        query: { ...query, nonsense: '1' },
        headers: { 'idempotency-key': newId() },
        ...(body && { body }),
      })
      assert.equal(codeOf(reply), 'VALIDATION_ERROR')
      assert.equal(reply.body.error.details[0].path, 'query.nonsense')
    })

    when(
      bodyOf(route) !== undefined,
      `${id}: unknown body fields are refused by name, mass assignment among them`,
      async () => {
        const { path, body } = sampleOf(route, fixture)
        for (const field of ['org_id', 'organization_id', 'id', 'created_at', 'role']) {
          if (field in (body ?? {}) || field in (fieldsOf(route)?.properties ?? {})) continue
          const reply = await world.call(mine.admin.key, route.method, path, {
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

    when(
      /\{\w+Id\}/.test(route.path),
      `${id}: another organization's object answers like one that never was`,
      async () => {
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
      },
    )

    when(
      idFields(route).length > 0,
      `${id}: ids of another organization in the body are as unknown as any`,
      async () => {
        for (const name of idFields(route)) {
          const { path, body } = sampleOf(route, fixture)
          const withId = async (value: unknown) => {
            const list = Array.isArray(body![name]) || name.endsWith('_ids')
            const headers = { 'idempotency-key': newId() }
            const reply = await world.call(mine.admin.key, route.method, path, {
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

    when(route.method !== 'GET', `${id}: a key used twice acts once, and not for another payload`, async () => {
      const fresh = await makeFixture(world, mine, '', namesOf(route))
      const key = newId()
      const first = await send(mine.admin.key, route, fresh, { 'idempotency-key': key })
      assert.ok(first.status < 300, first.text)
      assert.deepEqual(first.body.idempotency, { key, replayed: false })
      const requestId = first.headers.get('x-request-id')
      const told = await world.store.rows<{ type: string | null; actor_id: string; user_id: string }>(sql`
        select type, actor_id, user_id from event where org_id = ${mine.id} and request_id = ${requestId}`)
      assert.ok(told.length > 0, 'a write leaves an audit row')
      assert.ok(told.every((row) => row.actor_id === mine.admin.keyId && row.user_id === mine.admin.userId))
      const declared = typeof route.event === 'object' ? route.event[Object.keys(route.actions!)[0]!] : route.event
      if (declared) assert.equal(told[0]!.type, declared)
      const again = await send(mine.admin.key, route, fresh, { 'idempotency-key': key })
      assert.deepEqual(again.body, { ...first.body, idempotency: { key, replayed: true } })
      assert.equal(again.status, first.status)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      const twice = await world.store.rows(
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
    })

    when(route.method !== 'GET', `${id}: a bad Idempotency-Key is refused`, async () => {
      for (const bad of ['x'.repeat(129), 'käse'])
        assert.equal(
          codeOf(
            await send(mine.admin.key, route, fixture, { 'idempotency-key': Buffer.from(bad).toString('latin1') }),
          ),
          'IDEMPOTENCY_KEY_INVALID',
        )
      if (!route.idempotent) return
      const { path, body } = sampleOf(route, fixture)
      assert.equal(codeOf(await world.call(mine.admin.key, route.method, path, { body })), 'IDEMPOTENCY_KEY_REQUIRED')
    })

    when(hasCursor(route), `${id}: limits outside 1 to 100 and foreign cursors are refused`, async () => {
      const { path, query: needed } = sampleOf(route, fixture)
      const ask = (query: Record<string, string>) =>
        world.call(mine.admin.key, 'GET', path, { query: { ...needed, ...query } })
      for (const cursor of ['x', 'WyJhIl0.AAAA', '..', 'e30.e30'])
        assert.equal(codeOf(await ask({ cursor })), 'INVALID_CURSOR', cursor)
      if (!('limit' in route.query!.properties)) return
      for (const limit of [
        '0',
        '101',
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
      for (const limit of ['1', '50', '100']) assert.equal((await ask({ limit })).status, 200)
      const twice = await world.call(
        mine.admin.key,
        'GET',
        `${path}?${new URLSearchParams([...Object.entries(needed), ['limit', '5'], ['limit', '6']])}`,
      )
      assert.equal(codeOf(twice), 'VALIDATION_ERROR')
    })

    test(`${id}: says what it is`, () => {
      assert.ok(route.summary.length >= 5)
      assert.equal(scopeOf(route), route.method === 'GET' ? 'read' : 'write')
      assert.equal(new Set(errorsOf(route)).size, errorsOf(route).length)
    })
  }
})

test('no field name stands in two parts of a route', () => {
  for (const [id, route] of allRoutes) {
    const names = [route.params, route.query, route.body].flatMap((part) => Object.keys(part?.properties ?? {}))
    assert.equal(new Set(names).size, names.length, id)
  }
})

test('nothing of the other organization was changed, and no answer broke its schema', async () => {
  assert.deepEqual(world.errors, [])
  const reply = await world.call(theirs.admin.key, 'GET', `/themes/${foreign.themeId as string}`)
  assert.equal(reply.body.insight_count, 2)
})

function idFields(route: Route): string[] {
  return Object.keys(fieldsOf(route)?.properties ?? {}).filter((name) => /_ids?$/.test(name) && name !== 'external_id')
}

/** A Build action names its object in the body, and a promotion what it promotes; that one is not found, whatever else it names is a bad value. */
const isTarget = (route: Route, name: string) =>
  name === 'source_id' ||
  (route.actions !== undefined && name === `${route.path.split('/').at(-1)!.replace(/ies$/, 'y').replace(/s$/, '')}_id`)
