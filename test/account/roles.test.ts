import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { inventory } from '#contract/index.ts'
import { canDryRun, isPublic, type Route, type Routes } from '#contract/core/route.ts'
import { minimalRole, rights } from '#contract/rights.ts'
import { insertCredential, createUser } from '#domain/identity/queries-users.ts'
import { hashPassword } from '#domain/identity/password.ts'
import { insertMembership, updateRole } from '#domain/access/members/queries.ts'
import { newId } from '#store/ids.ts'
import { isAtLeast, type MemberRole, memberRoles } from '#vocabulary/roles.ts'
import { rolesDocs } from '../../scripts/roles-docs.ts'
import { createFixture, type Fixture } from '../fixtures.ts'
import { sampleOf } from '../samples.ts'
import { type Org, type Reply, startTestApp, type TestApp } from '../test-app.ts'
import { type Browser, signedIn } from './browser.ts'

let app: TestApp
let org: Org
let fixture: Fixture
const people = {} as Record<MemberRole, { browser: Browser; userId: string; memberId: string; email: string }>
const password = 'correct horse battery'

before(async () => {
  app = await startTestApp()
  org = await app.org()
  fixture = await createFixture(app, org)
  const hashed = await hashPassword(password)
  for (const role of memberRoles) {
    const email = `${role}@roles.example`
    const { id: userId } = await createUser(app.store, { email, name: role })
    await insertCredential(app.store, userId, hashed)
    const { id: memberId } = await insertMembership(app.store, org.id, { userId, role })
    people[role] = { browser: await signedIn(app, { email, password }), userId, memberId, email }
  }
})
after(() => app.close())

const codeOf = (reply: Reply) => reply.body?.error?.code as string | undefined

/** One case for each operation, or for each action of one. */
const cases = Object.entries(inventory as Routes).flatMap(([id, route]): [string, Route, MemberRole][] =>
  route.actions
    ? Object.entries(route.actions).map(([name, action]) => [
        `${id}.${name}`,
        { ...route, actions: { [name]: action } },
        minimalRole(route, name),
      ])
    : [[id, route, minimalRole(route)]],
)

/** Tried where that is possible, so that the cases do not depend on each other; otherwise refused for its query. */
function send(role: MemberRole, route: Route): Promise<Reply> {
  const { browser, memberId } = people[role]
  const ids = route.path.startsWith('/members/') && route.method === 'DELETE' ? { ...fixture, memberId } : fixture
  const { path, query, body } = sampleOf(route, ids)
  const trial: Record<string, string> = canDryRun(route) ? { dry_run: 'true' } : { no_such_parameter: '1' }
  const isWrite = route.method !== 'GET'
  // On a busy machine the server may close an idle connection just when the next request is sent on it.
  const headers = { connection: 'close', ...(route.idempotent && isPublic(route) && { 'idempotency-key': newId() }) }
  return browser.app(route.method, path, {
    query: { ...query, ...(isWrite && trial) },
    headers,
    ...(body && { body }),
  })
}

test('each role may use exactly the operations of the table, in the web app', async () => {
  const wrong: string[] = []
  let checked = 0
  for (const [name, route, minimum] of cases) {
    if (route.anonymous) continue
    for (const role of memberRoles) {
      checked++
      const reply = await send(role, route)
      const { error } = reply.body ?? {}
      if (isAtLeast(role, minimum)) {
        // A proposal of one's own is decided by another person, and what others wrote or made is theirs.
        const isOfPerson = codeOf(reply) === 'ROLE_NOT_ALLOWED' && /propos|^Only its (author|maker)/.test(error.message)
        if (reply.status < 500 && (codeOf(reply) !== 'ROLE_NOT_ALLOWED' || isOfPerson)) continue
      } else if (reply.status === 403 && error.code === 'ROLE_NOT_ALLOWED' && typeof error.message === 'string')
        continue
      wrong.push(`${role} ${name}: ${reply.status} ${reply.text.slice(0, 200)}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(checked > 4 * 300, String(checked))
})

/** The writes that a role may use and the one before it may not. */
const writesFrom = (role: MemberRole) =>
  cases
    .filter(([, route, minimum]) => minimum === role && route.method !== 'GET' && !route.anonymous && !route.readOnly)
    .map(([name]) => name)
    .toSorted()

test('viewers write nothing but what concerns their own account', () => {
  assert.deepEqual(writesFrom('viewer'), [
    'followObject',
    'markNotificationsRead',
    'recordExport',
    'removeMember',
    'revokeApiKey',
    'revokeConnectedApp',
    'switchOrganization',
    'unfollowObject',
    'updateNotification',
    'updateNotificationPreferences',
    'updateNotificationSettings',
    'updateProfile',
  ])
})

test('contributors write feedback, insights and evidence, and no plans, settings, imports or integrations', () => {
  assert.deepEqual(writesFrom('contributor'), [
    'addCommentReaction',
    'addInitiativeInsights',
    'addInsightQuote',
    'addInsightThemes',
    'addOpportunityCompetitorInsights',
    'addOpportunityInsights',
    'analyzeFeedback',
    'analyzeFeedbackItems',
    'buildProjects.assign_insights',
    'buildProjects.unassign_insights',
    'createComment',
    'createInsight',
    'createInterview',
    'createView',
    'deleteComment',
    'deleteInsightQuote',
    'deleteView',
    'ingestFeedback',
    'linkSubthemeInsights',
    'linkThemeInsights',
    'parseTranscript',
    'removeCommentReaction',
    'removeInitiativeInsight',
    'removeInsightTheme',
    'removeOpportunityInsight',
    'reopenComment',
    'replaceInsightSegments',
    'replaceInsightThemes',
    'resetInsightThemes',
    'resolveComment',
    'triageFeedback',
    'unlinkSubthemeInsight',
    'unlinkThemeInsight',
    'updateComment',
    'updateFeedback',
    'updateInsight',
    'updateInsightQuote',
    'updateOpportunityInsight',
    'updateView',
  ])
})

test('admins and members may do what the contract says: only what is marked needs an admin', () => {
  for (const [id, route] of Object.entries(inventory as Routes))
    assert.equal(isAtLeast('member', rights[id as keyof typeof rights].role), !route.admin, id)
})

test('viewers may not remove or revoke for others', async () => {
  const { browser } = people.viewer
  assert.equal(codeOf(await browser.app('DELETE', `/members/${org.member.memberId}`)), 'ROLE_NOT_ALLOWED')
  assert.equal(codeOf(await browser.app('DELETE', `/api-keys/${org.member.keyId}`)), 'NOT_FOUND')
})

test('keys of people who become contributors or viewers are refused at the next request, and work again after', async () => {
  const { key, memberId } = org.member
  const mcp = async () => {
    const response = await fetch(`${app.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    return { status: response.status, text: await response.text() }
  }
  for (const role of ['contributor', 'viewer'] as const) {
    assert.equal((await app.call(key, 'GET', '/themes')).status, 200)
    assert.equal((await mcp()).status, 200)
    await updateRole(app.store, org.id, memberId, role)
    for (const [, route] of cases.filter(([, one]) => isPublic(one))) {
      const { path, query, body } = sampleOf(route, fixture)
      const reply = await app.call(key, route.method, path, { query, ...(body && { body }) })
      assert.equal(codeOf(reply), 'ROLE_NOT_ALLOWED', `${role} ${route.method} ${route.path}`)
      assert.equal(reply.status, 403)
    }
    const refused = await mcp()
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.text, /ROLE_NOT_ALLOWED/)
    await updateRole(app.store, org.id, memberId, 'member')
  }
  assert.equal((await app.call(key, 'GET', '/themes')).status, 200)
})

test('contributors and viewers can neither create a key nor allow an app', async () => {
  for (const role of ['contributor', 'viewer'] as const) {
    const { browser } = people[role]
    assert.equal(codeOf(await browser.app('POST', '/api-keys', { body: { name: 'x' } })), 'ROLE_NOT_ALLOWED')
    assert.equal(codeOf(await browser.app('POST', '/connected-apps', { body: {} })), 'ROLE_NOT_ALLOWED')
  }
})

test('a role is given by an invitation and on the members page, and audited', async () => {
  const admin = people.admin.browser
  const invited = await admin.app('POST', '/invitations', { body: { email: 'new@roles.example', role: 'viewer' } })
  assert.equal(invited.body.role, 'viewer')
  const accepted = await people.viewer.browser.app('POST', '/invitations/accept', {
    body: { token: invited.body.token, name: 'New', password },
  })
  assert.equal(accepted.status, 200, accepted.text)
  const browser = await signedIn(app, { email: 'new@roles.example', password })
  assert.equal((await browser.app('GET', '/session')).body.role, 'viewer')
  assert.equal((await browser.app('GET', '/me')).body.role, 'viewer')
  const feedback = { body: { content: 'The export is slow.' } }
  assert.equal(codeOf(await browser.app('POST', '/feedback', feedback)), 'ROLE_NOT_ALLOWED')
  const { data } = (await admin.app('GET', '/org-members', { query: { role: 'viewer', q: 'new@' } })).body
  const changed = await admin.app('PATCH', `/members/${data[0].id}`, { body: { role: 'contributor' } })
  assert.equal(changed.body.role, 'contributor')
  assert.equal((await browser.app('POST', '/feedback', feedback)).status, 201)
  const entries = (await admin.app('GET', '/audit', { query: { operation: 'updateMember' } })).body.data
  assert.deepEqual([entries[0].before.role, entries[0].after.role], ['viewer', 'contributor'])
})

test('an admin who becomes a contributor takes back their open invitations', async () => {
  const admin = people.admin.browser
  const made = await signedIn(app, { email: org.admin.email, password: org.admin.password })
  const { body } = await made.app('POST', '/invitations', { body: { email: 'late@roles.example', role: 'admin' } })
  await admin.app('PATCH', `/members/${org.admin.memberId}`, { body: { role: 'contributor' } })
  const found = (await admin.app('GET', '/invitations')).body.data.find((one: { id: string }) => one.id === body.id)
  assert.equal(found.status, 'revoked')
  await admin.app('PATCH', `/members/${org.admin.memberId}`, { body: { role: 'admin' } })
})

test('docs/roles.md has the table of rights', () => {
  const { path, text } = rolesDocs()
  assert.equal(readFileSync(path, 'utf8'), text, 'run: npm run artefacts')
})
