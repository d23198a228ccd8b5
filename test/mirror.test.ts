import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCursor, type Route } from '#contract/core/route.ts'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { makeFixture } from './fixtures.ts'
import { namesOf, publicCases, publicRoutes, sampleOf } from './samples.ts'
import { openOneGround, org, world } from './ground.ts'

/* What a caller keeps by asking for changes is what they would get by asking for everything: for every list that tells of changes, after every write there is. */

type Item = Record<string, unknown> & { id: string }
type Mirror = Map<string, Item>

const takes = (route: Route, name: string) => route.query !== undefined && name in route.query.properties
const isWhole = (route: Route) =>
  !route.path.includes('{') &&
  !(route.query as { required?: string[] }).required?.some(
    (name) => name !== 'limit' && !('default' in route.query!.properties[name]!),
  )
const lists = publicRoutes.filter(
  ([, route]) => route.method === 'GET' && hasCursor(route) && takes(route, 'updated_since') && isWhole(route),
)

/**
 * What an answer works out from other objects when it is read. A change of those is told by their own list, and does not date the object anew;
 * a caller who keeps these fields asks for the object again (docs/delta-export.md).
 */
const workedOut = new Set([
  'updated_at',
  'insight_count',
  'contact_count',
  'feedback_count',
  'sentiment_breakdown',
  'last_feedback_at',
  'response_count',
  'completion_rate',
  'last_response_at',
])

openOneGround()

async function pages(
  path: string,
  query: Record<string, string>,
  take: (item: Item & { deleted?: true }) => void,
): Promise<string | undefined> {
  for (let cursor = ''; ;) {
    const { status, body, text } = await world.call(org.admin.key, 'GET', path, {
      query: { ...query, limit: '7', ...(cursor && { cursor }) },
    })
    assert.equal(status, 200, text)
    for (const item of body.data) take(item)
    if (!body.pagination.has_more) return body.pagination.sync_until
    cursor = body.pagination.next_cursor
  }
}

/** Brings a mirror up to date; answers with where to go on from. */
async function follow(route: Route, mirror: Mirror, since: string): Promise<string> {
  const query = { updated_since: since, ...(takes(route, 'include_deleted') && { include_deleted: 'true' }) }
  const next = await pages(route.path, query, (item) =>
    item.deleted === true ? mirror.delete(item.id) : mirror.set(item.id, item),
  )
  assert.ok(next, `${route.path} says until when it told`)
  return next
}

async function fromScratch(route: Route): Promise<Mirror> {
  const mirror: Mirror = new Map()
  await pages(route.path, takes(route, 'include_archived') ? { include_archived: 'true' } : {}, (item) =>
    mirror.set(item.id, item),
  )
  return mirror
}

/** As if everything so far had happened yesterday: nothing is told again only because it is fresh. */
async function age() {
  const tables = await world.store.rows<{ name: string }>(sql`
    select a.table_name as name from information_schema.columns a join information_schema.columns b on b.table_schema = a.table_schema and b.table_name = a.table_name and b.column_name = 'org_id'
    join information_schema.tables t on t.table_schema = a.table_schema and t.table_name = a.table_name and t.table_type = 'BASE TABLE'
    where a.table_schema = 'public' and a.column_name = 'updated_at' and a.is_generated = 'NEVER' order by 1`)
  assert.ok(tables.length >= 8)
  for (const { name } of tables)
    await world.store.run(
      sql`update ${raw(name)} set updated_at = updated_at - interval '1 day' where org_id = ${org.id}`,
    )
}

/** What no sample does, because one of each is enough for it: things that leave a list by another door, and come back. */
async function more([dismissed, back, gone, other]: string[]) {
  const call = async (method: string, path: string, body?: object) =>
    assert.ok((await world.call(org.admin.key, method, path, { ...(body && { body }) })).status < 300, path)
  await call('PATCH', `/insights/${dismissed}`, { status: 'dismissed' })
  await call('PATCH', `/insights/${back}`, { status: 'dismissed' })
  await call('PATCH', `/insights/${back}`, { status: 'active' })
  await call('POST', `/insights/${other}/merge`, { source_insight_ids: [gone] })
}

const own = (mirror: Mirror) =>
  Object.fromEntries(
    [...mirror.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((item) => [item.id, Object.fromEntries(Object.entries(item).filter(([name]) => !workedOut.has(name)))]),
  )

test('lists that tell of changes are found in the inventory', () => {
  assert.ok(lists.length >= 9, lists.map(([id]) => id).join())
})

test('a mirror kept by changes equals one made from scratch, for every list and after every write', async () => {
  const writes = publicCases.filter(([, route]) => route.method !== 'GET')
  const prepared: { id: string; route: Route; fixture: Awaited<ReturnType<typeof makeFixture>> }[] = []
  for (const [id, route] of writes)
    prepared.push({ id, route, fixture: await makeFixture(world, org, '', namesOf(route)) })
  const kept = new Map(lists.map(([id, route]) => [id, { route, mirror: new Map() as Mirror, since: '2020-01-01' }]))
  const followAll = async () => {
    for (const one of kept.values()) one.since = await follow(one.route, one.mirror, one.since)
  }
  await followAll()
  await age()
  for (const { id, route, fixture } of prepared) {
    const { path, query, body } = sampleOf(route, fixture)
    const reply = await world.call(org.admin.key, route.method, path, {
      query,
      headers: { 'idempotency-key': newId() },
      ...(body && { body }),
    })
    assert.ok(reply.status < 300, `${id}: ${reply.text}`)
  }
  await more(prepared.flatMap(({ fixture }) => fixture.insightId ?? []).slice(-4))
  await followAll()
  for (const [id, { route, mirror }] of kept) {
    assert.ok(mirror.size > 0, `${id} holds something`)
    assert.deepEqual(own(mirror), own(await fromScratch(route)), id)
  }
})

test('an empty answer does not lose what happens next', async () => {
  for (const [id, route] of lists) {
    const mirror: Mirror = new Map()
    const now = new Date().toISOString()
    assert.ok((await follow(route, mirror, now)) <= new Date().toISOString(), id)
    const later = new Date(Date.now() + 60_000).toISOString()
    assert.ok((await follow(route, mirror, later)) <= later, id)
  }
})
