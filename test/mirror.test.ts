import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCursor, type Route } from '#contract/core/route.ts'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { createFixture } from './fixtures.ts'
import { namesOf, publicCases, publicRoutes, sampleOf } from './samples.ts'
import { useTestServerWithSharedOrg, org, app } from './test-server.ts'
import { readPages } from './read-pages.ts'

/* A copy kept up to date with updated_since must equal a full read: for every list with deltas and after every write. */

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
 * Fields computed from other resources at read time. Changes of those appear in their own list and do not update this
 * resource; a client that stores these fields must read it again (docs/api.md#mirror-a-list-delta-export).
 */
const computedFields = new Set([
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

useTestServerWithSharedOrg()

async function readAll(
  path: string,
  query: Record<string, string>,
  take: (item: Item & { deleted?: true }) => void,
): Promise<string | undefined> {
  const read = async (cursor: object) => {
    const { status, body, text } = await app.call(org.admin.key, 'GET', path, {
      query: { ...query, limit: '7', ...cursor },
    })
    assert.equal(status, 200, text)
    return body
  }
  let syncUntil: string | undefined
  for await (const page of readPages(read)) {
    for (const item of page.data) take(item)
    syncUntil = page.pagination.sync_until
  }
  return syncUntil
}

/** Applies the changes since a time; returns the time for the next sync. */
async function syncDelta(route: Route, mirror: Mirror, since: string): Promise<string> {
  const query = { updated_since: since, ...(takes(route, 'include_deleted') && { include_deleted: 'true' }) }
  const next = await readAll(route.path, query, (item) =>
    item.deleted === true ? mirror.delete(item.id) : mirror.set(item.id, item),
  )
  assert.ok(next, `${route.path} returns sync_until`)
  return next
}

async function readFull(route: Route): Promise<Mirror> {
  const mirror: Mirror = new Map()
  await readAll(route.path, takes(route, 'include_archived') ? { include_archived: 'true' } : {}, (item) =>
    mirror.set(item.id, item),
  )
  return mirror
}

/** Dates all rows back by a day, so that no row is returned only because it is recent. */
async function backdateRows() {
  const tables = await app.store.rows<{ name: string }>(sql`
    select a.table_name as name from information_schema.columns a
    join information_schema.columns b
      on b.table_schema = a.table_schema and b.table_name = a.table_name and b.column_name = 'org_id'
    join information_schema.tables t
      on t.table_schema = a.table_schema and t.table_name = a.table_name and t.table_type = 'BASE TABLE'
    where a.table_schema = 'public' and a.column_name = 'updated_at' and a.is_generated = 'NEVER' order by 1`)
  assert.ok(tables.length >= 8)
  for (const { name } of tables)
    await app.store.run(
      sql`update ${raw(name)} set updated_at = updated_at - interval '1 day' where org_id = ${org.id}`,
    )
}

/** Changes beyond the sample requests: insights that leave a list by dismissal or merge, and return. */
async function applyExtraChanges([dismissed, back, gone, other]: string[]) {
  const call = async (method: string, path: string, body?: object) =>
    assert.ok((await app.call(org.admin.key, method, path, { ...(body && { body }) })).status < 300, path)
  await call('PATCH', `/insights/${dismissed}`, { status: 'dismissed' })
  await call('PATCH', `/insights/${back}`, { status: 'dismissed' })
  await call('PATCH', `/insights/${back}`, { status: 'active' })
  await call('POST', `/insights/${other}/merge`, { source_insight_ids: [gone] })
}

/** As a client does: archived themes leave the list of themes, and their insights stay as they are. */
function withThemesOf(mirror: Mirror, themes: ReadonlySet<string>): Mirror {
  const isLive = ({ id }: Item) => themes.has(id)
  const current = ([id, item]: [string, Item]): [string, Item] => [
    id,
    Array.isArray(item.themes) ? { ...item, themes: (item.themes as Item[]).filter(isLive) } : item,
  ]
  return new Map([...mirror].map(current))
}

const storedFields = (mirror: Mirror) =>
  Object.fromEntries(
    [...mirror.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((item) => [item.id, Object.fromEntries(Object.entries(item).filter(([name]) => !computedFields.has(name)))]),
  )

test('finds the lists with updated_since in the inventory', () => {
  assert.ok(lists.length >= 9, lists.map(([id]) => id).join())
})

/** Last, because the themes of all other writes are removed: the document of themes does not have them. */
const removesThemes = ([id]: [string, Route]) => id === 'applyTaxonomy'

test('a copy kept by deltas equals a full read, for every list after every write', async () => {
  const all = publicCases.filter(([, route]) => route.method !== 'GET')
  const writes = [...all.filter((one) => !removesThemes(one)), ...all.filter(removesThemes)]
  const prepared: { id: string; route: Route; fixture: Awaited<ReturnType<typeof createFixture>> }[] = []
  for (const [id, route] of writes)
    prepared.push({ id, route, fixture: await createFixture(app, org, '', namesOf(route)) })
  const kept = new Map(lists.map(([id, route]) => [id, { route, mirror: new Map() as Mirror, since: '2020-01-01' }]))
  const followAll = async () => {
    for (const one of kept.values()) one.since = await syncDelta(one.route, one.mirror, one.since)
  }
  await followAll()
  await backdateRows()
  for (const { id, route, fixture } of prepared) {
    const { path, query, body } = sampleOf(route, fixture)
    const reply = await app.call(org.admin.key, route.method, path, {
      query,
      headers: { 'idempotency-key': newId() },
      ...(body && { body }),
    })
    assert.ok(reply.status < 300, `${id}: ${reply.text}`)
  }
  await applyExtraChanges(prepared.flatMap(({ fixture }) => fixture.insightId ?? []).slice(-4))
  await followAll()
  const themes = new Set<string>()
  await readAll('/themes', {}, ({ id }) => themes.add(id))
  for (const [id, { route, mirror }] of kept) {
    assert.ok(mirror.size > 0, `${id} is not empty`)
    const copy = withThemesOf(mirror, themes)
    assert.deepEqual(storedFields(copy), storedFields(await readFull(route)), id)
  }
})

test('an empty delta does not skip later changes', async () => {
  for (const [id, route] of lists) {
    const mirror: Mirror = new Map()
    const now = new Date().toISOString()
    assert.ok((await syncDelta(route, mirror, now)) <= new Date().toISOString(), id)
    const later = new Date(Date.now() + 60_000).toISOString()
    assert.ok((await syncDelta(route, mirror, later)) <= later, id)
  }
})
