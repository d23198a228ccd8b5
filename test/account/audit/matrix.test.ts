import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auditOf } from '#contract/core/audit-rule.ts'
import { effectOf } from '#contract/core/effects.ts'
import type { Route } from '#contract/core/route.ts'
import { createUser } from '#domain/identity/queries-users.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { createOrganization } from '#domain/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Browser, signedIn } from '../browser.ts'
import { createFixture, type Fixture } from '../../fixtures.ts'
import { allRoutes, namesOf, sampleOf } from '../../samples.ts'
import { type Org, type Reply, startTestApp, type TestApp } from '../../test-app.ts'

/* Every operation that the inventory audits leaves an entry with who, from where and by what, and without secrets. */

let app: TestApp
let org: Org
let browser: Browser
/** Values that were shown once or sent as a secret. */
const secrets = new Set<string>(['correct horse battery'])

before(async () => {
  app = await startTestApp()
  org = await app.org()
  browser = await signedIn(app, org.admin)
  // Loading its content takes a minute.
  const demo = await createOrganization(app.store, { name: 'Demo', isDemo: true })
  await insertMembership(app.store, demo.id, { userId: org.admin.userId, role: 'admin' })
})
after(() => app.close())

const withOwnTests = ['deleteOrganization', 'sendProjectMessage']
/** They need an installation, a link, mail or an organization of their own, and their own tests cover them. */
const isApart = (id: string, { anonymous }: Route) => anonymous === true || withOwnTests.includes(id)
const cases = allRoutes.flatMap(([id, route]): [string, Route][] =>
  route.actions
    ? Object.entries(route.actions).map(([name, action]) => [id, { ...route, actions: { [name]: action } }])
    : [[id, route]],
)
const audited = cases.filter(
  ([id, route]) => auditOf(route, { action: actionOf(route) }) !== undefined && !isApart(id, route),
)

function actionOf(route: Route) {
  return route.actions && Object.keys(route.actions)[0]
}

/** What only the web app creates, by the parameter that names it. */
const appObjects: Record<string, { path: (fixture: Fixture) => string; body: () => object }> = {
  channelId: {
    path: () => '/notification-channels',
    body: () => ({ kind: 'slack', name: '#product', url: `https://hooks.example.com/services/${secret()}` }),
  },
  widgetId: {
    path: () => '/feedback-widgets',
    body: () => ({ name: 'Widget', allowed_origins: ['https://www.example.com'] }),
  },
  invitationId: { path: () => '/invitations', body: () => ({ email: `${newId()}@example.com` }) },
  keyId: { path: () => '/api-keys', body: () => ({ name: 'Nightly' }) },
  linkId: { path: ({ surveyId }) => `/surveys/${surveyId}/links`, body: () => ({ name: 'Link' }) },
  viewId: { path: () => '/views', body: () => ({ name: 'View', path: '/insights' }) },
}

function secret() {
  const text = `SECRET${newId()}`
  secrets.add(text)
  return text
}

async function fixtureFor(route: Route): Promise<Fixture> {
  const names = namesOf(route)
  const fixture: Fixture = await createFixture(app, org, '', names)
  if (names.has('memberId')) fixture.memberId = await addMember()
  for (const name of names) {
    const object = appObjects[name]
    if (!object) continue
    const made = await browser.app('POST', object.path(fixture), { body: object.body() })
    assert.equal(made.status, 201, made.text)
    noteSecrets(made.body)
    fixture[name] = made.body.id
  }
  return {
    ...fixture,
    email: `${newId()}@example.com`,
    '/webhooks url': `https://hooks.example.com/x?token=${secret()}`,
  }
}

async function addMember(): Promise<string> {
  const { id } = await createUser(app.store, { email: `${newId()}@example.com`, name: 'New', password: secret() })
  return (await insertMembership(app.store, org.id, { userId: id, role: 'member' })).id
}

function noteSecrets(body: Record<string, unknown> | undefined) {
  const isCustomField = body !== undefined && 'object_type' in body
  for (const name of [...(isCustomField ? [] : ['key']), 'token', 'secret', 'url']) {
    const value = body?.[name]
    // Publishable keys and addresses of pages are public.
    if (typeof value === 'string' && !/^(https:|earpub_|PAIN_)|^http:\/\/[^/]+$/.test(value)) secrets.add(value)
  }
}

type Entry = {
  operation: string
  outcome: string
  actor_type: string
  actor_id: string
  user_id: string
  address: string
  request_id: string
  before: object | null
  after: object | null
}
const entriesOf = (reply: Reply) =>
  app.store.rows<Entry>(sql`
    select operation, outcome, actor_type, actor_id, user_id, address, request_id, before, after from audit_entry
    where org_id = ${org.id} and request_id = ${reply.headers.get('x-request-id')}`)

describe('every audited operation', () => {
  for (const [id, route] of audited)
    test([id, actionOf(route)].filter(Boolean).join('.'), async () => {
      const fixture = await fixtureFor(route)
      const { path, query, body } = sampleOf(route, fixture)
      const headers = route.method === 'GET' ? { accept: 'text/csv' } : {}
      const reply = await send(route, path, { query, headers, ...(body && { body }) })
      assert.ok(reply.status < 300, reply.text)
      noteSecrets(reply.body)
      const entries = await entriesOf(reply)
      assert.equal(entries.length, 1, 'one entry')
      const { before: was, after: is, request_id: _, ...entry } = entries[0]!
      assert.deepEqual(entry, {
        operation: [id, actionOf(route)].filter(Boolean).join('.'),
        outcome: 'success',
        actor_type: route.idempotent ? 'api_key' : 'user',
        actor_id: route.idempotent ? org.admin.keyId : org.admin.userId,
        user_id: org.admin.userId,
        address: '127.0.0.1',
      })
      if (auditOf(route, { action: actionOf(route) }) === 'ids') assert.deepEqual([was, is], [null, null])
    })
})

/** The web app, or the public API where a key of idempotency is needed. */
function send(route: Route, path: string, sent: { query: Record<string, string>; body?: unknown; headers: object }) {
  const options = { ...sent, headers: sent.headers as Record<string, string> }
  if (route.produces) return readFile(path, options.query)
  if (!route.idempotent) return browser.app(route.method, path, options)
  return app.call(org.admin.key, route.method, path, {
    ...options,
    headers: { ...options.headers, 'idempotency-key': newId() },
  })
}

async function readFile(path: string, query: Record<string, string>): Promise<Reply> {
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${app.baseUrl}/app/v1${path}?${new URLSearchParams(query)}`, {
    headers: { cookie, accept: 'text/csv', origin: app.baseUrl, 'x-requested-with': 'earshot' },
  })
  return { status: response.status, headers: response.headers, text: await response.text(), body: undefined }
}

/** Removals of what only concerns the person who made it. */
const ownTrifles = ['removeCommentReaction', 'unfollowObject']

test('every admin write and every removal is audited', () => {
  const due = cases.filter(
    ([id, route]) =>
      !ownTrifles.includes(id) &&
      route.method !== 'GET' &&
      !route.readOnly &&
      (route.admin || effectOf(route, actionOf(route)) === 'removes'),
  )
  // Where a status may archive, this one does.
  const archiving = { status: 'archived', archived: true }
  const missing = due.filter(([, route]) => !auditOf(route, { action: actionOf(route), ...archiving }))
  assert.deepEqual(
    missing.map(([id, route]) => [id, actionOf(route)]),
    [],
  )
  assert.ok(audited.length >= 80, String(audited.length))
})

test('no entry contains a secret', async () => {
  assert.ok(secrets.size > 10, String(secrets.size))
  const rows = await app.store.rows<{ text: string }>(sql`select a::text as text from audit_entry a`)
  for (const value of secrets) assert.ok(!rows.some(({ text }) => text.includes(value)), value)
})
