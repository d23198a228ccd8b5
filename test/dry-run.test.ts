import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { canDryRun } from '#contract/core/route.ts'
import { handleMcp } from '#mcp/http.ts'
import { sql } from '#store/sql.ts'
import { signedIn } from './account/browser.ts'
import { type } from './client/terminal.ts'
import { createFixture } from './fixtures.ts'
import { allRoutes } from './samples.ts'
import { changedTables, hashDatabase } from './support/hash-database.ts'
import { app, call, org, useTestServer } from './test-server.ts'

/* test/inventory.test.ts compares the whole database before and after a dry run of every public write. */

useTestServer({ mail: true })

const countThemes = async () =>
  (await app.store.rows(sql`select 1 from theme where org_id = ${org.id} and archived_at is null`)).length

type Case = { path: string; body?: object }

/** A request for each write of the web app that succeeds in this order. */
async function appWrites(): Promise<Record<string, Case>> {
  const admin = await signedIn(app, org.admin)
  const invitation = (await admin.app('POST', '/invitations', { body: { email: 'gone@example.com' } })).body
  const view = (await admin.app('POST', '/views', { body: { name: 'Mine', path: '/insights' } })).body
  const names = new Set(['surveyId', 'feedbackId', 'connectedAppId'])
  const { surveyId, feedbackId, connectedAppId, ...ask } = await createFixture(app, org, '', names)
  const link = (await admin.app('POST', `/surveys/${surveyId}/links`, { body: { name: 'Footer' } })).body
  const member = `/members/${org.member.memberId}`
  const hook = { kind: 'slack', name: '#feedback', url: 'https://hooks.slack.com/services/T0/B0/x' }
  const channel = (await admin.app('POST', '/notification-channels', { body: hook })).body
  const widget = { name: 'Website', allowed_origins: ['https://www.example.com'] }
  const { id: widgetId } = (await admin.app('POST', '/feedback-widgets', { body: widget })).body
  return {
    createFeedbackWidget: { path: '/feedback-widgets', body: { ...widget, name: 'Second' } },
    updateFeedbackWidget: { path: `/feedback-widgets/${widgetId}`, body: { name: 'Renamed' } },
    revokeFeedbackWidget: { path: `/feedback-widgets/${widgetId}` },
    updateNotificationSettings: { path: '/session/notifications', body: { weekly_digest: true } },
    createNotificationChannel: { path: '/notification-channels', body: { ...hook, name: '#second' } },
    updateNotificationChannel: { path: `/notification-channels/${channel.id}`, body: { name: '#renamed' } },
    deleteNotificationChannel: { path: `/notification-channels/${channel.id}` },
    createSurveyLink: { path: `/surveys/${surveyId}/links`, body: { name: 'Second' } },
    revokeSurveyLink: { path: `/surveys/${surveyId}/links/${link.id}` },
    switchOrganization: { path: '/session/organization', body: { org_id: org.id } },
    updateOrganization: { path: '/organization', body: { name: 'Renamed' } },
    updateMember: { path: member, body: { role: 'admin' } },
    createMemberPasswordReset: { path: `${member}/password-reset` },
    removeMember: { path: member },
    lookAtInvitation: { path: '/invitations/look', body: { token: invitation.token } },
    createInvitation: { path: '/invitations', body: { email: 'new@example.com' } },
    revokeInvitation: { path: `/invitations/${invitation.id}` },
    updatePolicy: { path: '/policy', body: { enabled: true } },
    createApiKey: { path: '/api-keys', body: { name: 'Second key' } },
    testApiKey: { path: '/api-keys/test', body: { key: org.admin.key } },
    updateProfile: { path: '/session/user', body: { name: 'Another name' } },
    triageFeedback: { path: '/inbox/triage', body: { feedback_ids: [feedbackId], state: 'processed' } },
    createView: { path: '/views', body: { name: 'Second', path: '/themes' } },
    updateView: { path: `/views/${view.id}`, body: { name: 'Renamed' } },
    deleteView: { path: `/views/${view.id}` },
    updateIngestFilters: { path: '/ingest-filters', body: { min_length: 5 } },
    recordExport: { path: '/audit/exports', body: { list: 'insights', format: 'csv', row_count: 3 } },
    connectApp: {
      path: '/connected-apps',
      body: {
        client: ask.client,
        redirect_uri: ask.redirect_uri,
        organization: org.id,
        code_challenge: 'x'.repeat(43),
        scopes: ['read'],
      },
    },
    revokeConnectedApp: { path: `/connected-apps/${connectedAppId}` },
    revokeApiKey: { path: `/api-keys/${org.admin.keyId}` },
  }
}

/** Outside of an organization, its end, as large as the whole demo, or tested with the contacts that it needs. */
const elsewhere = new Set([
  'completeSetup',
  'deleteOrganization',
  'loadDemoData',
  'removeDemoData',
  'sendProjectMessage',
])

test('a dry run of every write of the web app changes nothing and has the status of the write', async () => {
  const cases = await appWrites()
  const writes = allRoutes.filter(([, route]) => route.audience === 'app' && route.method !== 'GET')
  const missing = writes.filter(([id, route]) => canDryRun(route) && !elsewhere.has(id) && !(id in cases))
  assert.deepEqual(
    missing.map(([id]) => id),
    [],
  )
  const browser = await signedIn(app, org.admin)
  await browser.app('GET', '/session')
  for (const [id, { path, body }] of Object.entries(cases)) {
    const { method } = allRoutes.find(([name]) => name === id)![1]
    const before = await hashDatabase(app.store)
    const dry = await browser.app(method, path, { ...(body && { body }), query: { dry_run: 'true' } })
    assert.deepEqual(changedTables(before, await hashDatabase(app.store)), [], id)
    const real = await browser.app(method, path, { ...(body && { body }) })
    assert.deepEqual([dry.status, dry.body.dry_run], [real.status, true], `${id}: ${dry.text}`)
    assert.ok(real.status < 300, `${id}: ${real.text}`)
  }
  const refused = await browser.app('POST', '/invitations/accept', {
    query: { dry_run: 'true' },
    body: { token: 'x'.repeat(43), password: 'correct horse battery' },
  })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'query.dry_run'])
})

test('the response has the object and its events, and the errors are those of the write', async () => {
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  const dry = (await call('PATCH', `/themes/${theme.id}`, { name: 'Exports' }, { dry_run: 'true' })).body
  assert.deepEqual([dry.id, dry.name, dry.dry_run], [theme.id, 'Exports', true])
  const [event, ...others] = dry.dry_run_events
  assert.deepEqual(others, [])
  assert.deepEqual([event.type, event.data.object.name, event.actor.id], ['theme.updated', 'Exports', org.admin.keyId])
  assert.equal((await call('GET', `/themes/${theme.id}`)).body.name, 'Export')

  const twice = await call('POST', '/themes', { name: 'Export' }, { dry_run: 'true' })
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'DUPLICATE'])
  const invalid = await call('POST', '/themes', {}, { dry_run: 'true' })
  assert.equal(invalid.body.error.details[0].path, 'body.name')
  assert.equal((await call('POST', '/themes', { name: 'x' }, { dry_run: 'maybe' })).status, 400)
  assert.equal((await call('GET', '/themes', undefined, { dry_run: 'true' })).status, 400)
  assert.equal((await call('POST', '/themes', { name: 'Kept' }, { dry_run: 'false' })).body.dry_run, undefined)
  assert.equal(await countThemes(), 2)
})

test('a dry run uses up no key, and shows the replay of one that is used up', async () => {
  const headers = { 'idempotency-key': 'dry-1' }
  const create = (query: Record<string, string>, name = 'Once') =>
    app.call(org.admin.key, 'POST', '/themes', { body: { name }, headers, query })
  const dry = await create({ dry_run: 'true' })
  assert.deepEqual(dry.body.idempotency, { key: 'dry-1', replayed: false })
  const other = await create({}, 'Another payload')
  assert.deepEqual([other.status, other.body.idempotency.replayed], [201, false])
  const replay = await create({ dry_run: 'true' }, 'Another payload')
  assert.deepEqual([replay.body.id, replay.body.idempotency.replayed], [other.body.id, true])
  assert.deepEqual(replay.body.dry_run_events, [])
})

test('client, command line and MCP do dry runs', async () => {
  const client = createClient({ baseUrl: app.baseUrl, apiKey: org.admin.key })
  const made = await client.createTheme({ name: 'By the client' }, { dryRun: true })
  assert.deepEqual([made.name, made.dry_run, made.dry_run_events?.[0]?.type], ['By the client', true, 'theme.created'])

  const env = { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: '/nonexistent' }
  const typed = await type(['themes', 'create', '--name', 'By the command line', '--dry-run'], { env })
  assert.deepEqual([typed.code, JSON.parse(typed.stdout).dry_run], [0, true])
  assert.equal(typed.stderr, 'Dry run: nothing was changed.\n')
  assert.equal((await type(['webhooks', 'test', made.id, '--dry-run'], { env })).code, 64)

  for (const dry_run of [true, 'true']) {
    const answer = await callTool('create_theme', { name: 'By a model', dry_run })
    assert.equal(answer.structuredContent.dry_run, true)
  }
  assert.equal((await callTool('list_themes', { dry_run: true })).isError, true)
  assert.equal(await countThemes(), 0)
})

async function callTool(name: string, args: object) {
  const headers = {
    authorization: `Bearer ${org.admin.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const request = new Request('http://localhost/mcp?mode=write', { method: 'POST', headers, body })
  const response = await handleMcp(request, { baseUrl: app.baseUrl })
  return ((await response.json()) as { result: { isError?: boolean; structuredContent: Record<string, any> } }).result
}
