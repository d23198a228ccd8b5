import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { recordAudit } from '#domain/events/audit/record.ts'
import { minRetentionDays } from '#domain/events/audit/rules.ts'
import { firstIdAt } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { deleteExpired } from '#worker/retention.ts'
import { type Org, startTestApp, type TestApp } from '../../test-app.ts'
import { waitFor, waitForLockWaits } from '../../wait-for.ts'
import { signedIn } from '../browser.ts'

/* What could be missing in the log: the address, an entry of another way to the same end, an entry for a reader. */

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp({ trustProxy: { hops: 1 } })
  org = await app.org()
})
after(() => app.close())

type Entry = Record<string, any>
const read = (query: Record<string, string>, of = org) => app.call(of.admin.key, 'GET', '/audit', { query })
const list = async (query: Record<string, string> = {}, of = org): Promise<Entry[]> => {
  const reply = await read(query, of)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data
}

test('calls through MCP have the address and the program of the client, as counted from the right', async () => {
  const headers = {
    authorization: `Bearer ${org.admin.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-forwarded-for': '198.51.100.66, 203.0.113.9',
    forwarded: 'for=198.51.100.66',
    'user-agent': 'Assistant/1',
  }
  const call = async (name: string, args: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
    const reply = await fetch(`${app.baseUrl}/mcp?mode=write`, { method: 'POST', headers, body })
    return ((await reply.json()) as { result: { structuredContent: Entry } }).result.structuredContent
  }
  const { id: themeId } = await call('create_theme', { name: 'Through MCP' })
  await call('archive_theme', { themeId })
  const [entry] = await list({ resource_id: themeId })
  assert.deepEqual(
    [entry!.operation, entry!.actor, entry!.address, entry!.user_agent],
    ['archiveTheme', { type: 'api_key', id: org.admin.keyId }, '203.0.113.9', 'Assistant/1'],
  )
})

/** Holds the tables that say who calls, until `release`. */
async function holdSignIns() {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const done = app.store.transaction(async (db) => {
    await db.run(sql`lock table api_key, user_session in access exclusive mode`)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await done
  }
}

test('a client that leaves before its write is authorized has its address in the log', async () => {
  const own = await app.org()
  const made = { url: 'https://hooks.example.com/left', events: ['*'] }
  const webhook = (await app.call(own.admin.key, 'POST', '/webhooks', { body: made })).body.id as string
  const release = await holdSignIns()
  const opened = once(app.server.server, 'connection') as Promise<[Socket]>
  const client = connect(Number(new URL(app.baseUrl).port), '127.0.0.1')
  client.write(
    `DELETE /api/v1/webhooks/${webhook} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${own.admin.key}\r\n\r\n`,
  )
  const [socket] = await opened
  await waitForLockWaits(app, 1)
  client.resetAndDestroy()
  await waitFor('the server sees that the client has left', () => socket.destroyed)
  await release()
  const [entry] = await waitFor('the entry', async () => {
    const found = await list({ operation: 'deleteWebhook' }, own)
    return found.length > 0 && found
  })
  assert.equal(entry!.address, '127.0.0.1')
})

test('archiving by an update or an action is recorded like archiving, another change is not', async () => {
  const own = await app.org()
  const call = async (method: string, path: string, body: object) => {
    const headers: Record<string, string> = path.startsWith('/build') ? { 'idempotency-key': crypto.randomUUID() } : {}
    const reply = await app.call(own.admin.key, method, path, { body, headers })
    assert.ok(reply.status < 300, reply.text)
    return reply.body as Entry
  }
  const kinds: Record<string, object> = {
    initiatives: { title: 'Import' },
    opportunities: { title: 'Export', category: 'PAIN_POINTS' },
    projects: { title: 'Sync' },
    surveys: { title: 'Churn' },
    themes: { name: 'Speed' },
  }
  const expected: string[] = []
  for (const [kind, fields] of Object.entries(kinds)) {
    const name = Object.keys(fields)[0]!
    const { id } = await call('POST', `/${kind}`, fields)
    await call('PATCH', `/${kind}/${id}`, { [name]: `Another of the ${kind}` })
    await call('PATCH', `/${kind}/${id}`, kind === 'themes' ? { archived: true } : { status: 'archived' })
    expected.push(id as string)
  }
  const { id: project } = await call('POST', '/projects', { title: 'Acted on' })
  await call('POST', '/build/projects', { action: 'update_status', project_id: project, status: 'in_progress' })
  await call('POST', '/build/projects', { action: 'update_status', project_id: project, status: 'archived' })
  const recorded = (await list({}, own)).toReversed()
  assert.deepEqual(
    recorded.map((entry) => [entry.operation, entry.resource_id]),
    [
      ['updateInitiative', expected[0]],
      ['updateOpportunity', expected[1]],
      ['updateProject', expected[2]],
      ['updateSurvey', expected[3]],
      ['updateTheme', expected[4]],
      ['buildProjects.update_status', project],
    ],
  )
  assert.ok(recorded.every(({ before: was, after: is }) => was === null && is === null))
})

test('a person who takes another name is recorded with both', async () => {
  const browser = await signedIn(app, org.member)
  const { name } = (await browser.app('GET', '/session')).body.user
  assert.equal((await browser.app('PATCH', '/session/user', { body: { name: 'Ana Lima' } })).status, 200)
  const [entry] = await list({ operation: 'updateProfile' })
  assert.deepEqual([entry!.before.user.name, entry!.after.user.name], [name, 'Ana Lima'])
})

test('an entry that commits late follows those that were read before it', async () => {
  const own = await app.org()
  const actor = { type: 'system', id: null } as const
  const record = (operation: string) => recordAudit(app.store, own.id, { operation, actor })
  const seen: Entry[] = []
  const follow = async () => {
    const after = seen.at(-1)?.id as string | undefined
    seen.push(...(await list({ order: 'oldest', ...(after && { after }) }, own)))
  }
  await record('first')
  const commit = Promise.withResolvers<void>()
  const inserted = Promise.withResolvers<void>()
  const late = app.store.transaction(async (db) => {
    await recordAudit(db, own.id, { operation: 'late', actor })
    inserted.resolve()
    await commit.promise
  })
  await inserted.promise
  await record('early')
  await follow()
  assert.ok(!seen.some(({ operation }) => operation === 'early'))
  commit.resolve()
  await late
  // Until transactions of other tests have ended that began before.
  await waitFor('all entries', async () => (await follow(), seen.length >= 3))
  assert.deepEqual(
    seen.map(({ operation }) => operation),
    ['first', 'late', 'early'],
  )
})

test('a reader whose last entry was deleted by the retention continues with what is left', async () => {
  const own = await app.org()
  const dayMs = 24 * 60 * 60 * 1000
  const now = Date.now()
  const idOf = (days: number) => firstIdAt(now - days * dayMs)
  const add = (days: number) =>
    app.store.run(sql`
      insert into audit_entry (org_id, id, operation, actor_type, created_at)
      values (${own.id}, ${idOf(days)}, ${`${days} days`}, 'system', now() - make_interval(days => ${days}))`)
  const last = idOf(minRetentionDays + 1)
  await add(minRetentionDays + 1)
  const following = async (after: string) => (await list({ order: 'oldest', after }, own)).map((one) => one.operation)
  assert.deepEqual(await following(last), [])
  await deleteExpired(app.store, { auditDays: minRetentionDays })
  assert.deepEqual(await list({}, own), [])
  assert.deepEqual(await following(last), [])
  await add(1)
  // Until transactions of other tests have ended that began before.
  const left = await waitFor('what is left', async () => {
    const entries = await following(last)
    return entries.length > 0 && entries
  })
  assert.deepEqual(left, ['1 days'])
  const unknown = await read({ order: 'oldest', after: idOf(minRetentionDays - 1) }, own)
  assert.equal(unknown.body.error.details[0].path, 'query.after')
})
