import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLimiter, defaultLimits } from '#api/pipeline/rate-limits.ts'
import { newFormToken } from '#api/routes/widget/form-token.ts'
import { buildWidget } from '#web/build-widget.ts'
import { type Browser, signedIn } from '../account/browser.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'
import { waitForFeed } from '../wait-for-feed.ts'

const origin = 'https://www.acme.example'
let admin: Browser
let widget: Body

const create = async (browser: Browser, body: object = {}) =>
  (await browser.app('POST', '/feedback-widgets', { body: { name: 'Website', allowed_origins: [origin], ...body } }))
    .body as Body

const pages = mkdtempSync(join(tmpdir(), 'earshot-widget-'))
await buildWidget(pages)
after(() => rmSync(pages, { recursive: true }))

useTestServer(
  { pages },
  {
    async beforeEachTest() {
      admin = await signedIn(app, org.admin)
      widget = await create(admin)
    },
  },
)

const secondsAgo = (seconds: number) => Date.now() - seconds * 1000
const tokenOf = (of: Body, to: TestApp = app, time = secondsAgo(5)) => newFormToken(of.key, to.secret, time)

type Sending = { of?: Body; headers?: Record<string, string>; to?: TestApp; raw?: string }
async function send(body: object, { of = widget, headers = { origin }, to = app, raw }: Sending = {}) {
  const reply = await fetch(`${to.baseUrl}/w/${of.key}/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: raw ?? JSON.stringify({ token: tokenOf(of, to), ...body }),
  })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Body }
}
const stored = async (): Promise<Body[]> => (await call('GET', '/feedback')).body.data
const problemOf = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.error.code,
  body.error.details?.[0].path,
]

test('feedback of an allowed origin is stored with its page and contact, masked, and in the Inbox', async () => {
  await admin.app('PATCH', '/masking', { body: { kinds: ['phone'] } })
  const form = await fetch(`${app.baseUrl}/w/${widget.key}/form`, { headers: { origin } })
  assert.deepEqual(Object.keys((await form.json()) as object), ['heading', 'ask_email', 'token'])
  const message = {
    content: 'The export is slow. Call +49 30 901820.',
    email: 'ana@example.com',
    url: `${origin}/pricing?session=secret#top`,
  }
  const sent = await send(message)
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.equal(sent.headers.get('access-control-allow-origin'), origin)
  assert.equal(sent.headers.get('access-control-allow-credentials'), null)
  assert.equal(sent.headers.get('set-cookie'), null)
  const [item, ...others] = await stored()
  assert.deepEqual(others, [])
  assert.equal(item!.content, 'The export is slow. Call [phone].')
  assert.deepEqual(
    [item!.id, item!.source, item!.url, item!.contact.email, item!.metadata],
    [sent.body.id, 'widget', `${origin}/pricing`, 'ana@example.com', { widget: widget.name, email_verified: false }],
  )
  assert.equal((await admin.app('GET', '/inbox')).body.data[0].id, sent.body.id)
  await waitForFeed(app.store)
  const events = (await call('GET', '/events', undefined, { types: 'feedback.created' })).body.data
  assert.deepEqual([events[0].resource?.id ?? events[0].data.object.id, events[0].actor.type], [sent.body.id, 'system'])
  assert.ok((await admin.app('GET', '/feedback-widgets')).body.data[0].last_used_at)
})

test('an unverified address finds a contact and changes nothing about it', async () => {
  const contact = (await call('POST', '/contacts', { email: 'ana@example.com', name: 'Ana Lima' })).body
  await send({ content: 'Faster, please', email: 'ana@example.com' })
  const [item] = await stored()
  assert.deepEqual([item!.contact_id, item!.contact.name], [contact.id, 'Ana Lima'])
  const after = (await call('GET', `/contacts/${contact.id}`)).body
  assert.deepEqual([after.name, after.email], ['Ana Lima', 'ana@example.com'])
})

test('other origins, no origin, and unknown or revoked keys are refused', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${origin}.evil.example` },
    {},
  ]) {
    const refused = await send({ content: 'Hello' }, { headers: headers as Record<string, string> })
    assert.deepEqual(problemOf(refused), [403, 'CSRF_REFUSED', undefined])
    assert.equal(refused.headers.get('access-control-allow-origin'), null)
  }
  const preflight = (from: string) =>
    fetch(`${app.baseUrl}/w/${widget.key}/feedback`, { method: 'OPTIONS', headers: { origin: from } })
  assert.equal((await preflight('https://evil.example')).status, 403)
  const allowed = await preflight(origin)
  assert.deepEqual(
    [allowed.status, allowed.headers.get('access-control-allow-origin'), allowed.headers.get('vary')],
    [204, origin, 'Origin'],
  )
  for (const key of [`earpub_${'0'.repeat(22)}`, 'nothing', org.admin.key])
    assert.deepEqual(problemOf(await send({ content: 'x' }, { of: { key } })), [401, 'INVALID_API_KEY', undefined])
  for (const _ of [1, 2]) assert.ok((await admin.app('DELETE', `/feedback-widgets/${widget.id}`)).body.revoked_at)
  assert.deepEqual(problemOf(await send({ content: 'Hello' })), [401, 'INVALID_API_KEY', undefined])
  const changed = await admin.app('PATCH', `/feedback-widgets/${widget.id}`, { body: { name: 'Again' } })
  assert.deepEqual([changed.status, changed.body.error.code], [409, 'INVALID_STATE'])
  assert.deepEqual(await stored(), [])
})

test('invalid messages name their field, and the page can read the error', async () => {
  const other = await create(admin)
  const cases: [object, string][] = [
    // First, because it is refused within a second.
    [{ content: 'x', token: tokenOf(widget, app, Date.now()) }, 'body.token'],
    [{}, 'body.content'],
    [{ content: '' }, 'body.content'],
    [{ content: ' \n ' }, 'body.content'],
    [{ content: 'x'.repeat(5001) }, 'body.content'],
    [{ content: 'x', email: 'nobody' }, 'body.email'],
    [{ content: 'x', url: 'https://evil.example/' }, 'body.url'],
    [{ content: 'x', url: 'javascript:alert(1)' }, 'body.url'],
    [{ content: 'x', source: 'zendesk' }, 'body.source'],
    [{ content: 'x', token: '' }, 'body.token'],
    [{ content: 'x', token: tokenOf(other) }, 'body.token'],
    [{ content: 'x', token: tokenOf(widget, app, secondsAgo(25 * 3600)) }, 'body.token'],
  ]
  for (const [body, path] of cases) {
    const reply = await send(body)
    assert.deepEqual(problemOf(reply), [400, 'VALIDATION_ERROR', path], JSON.stringify(body).slice(0, 80))
    assert.equal(reply.headers.get('access-control-allow-origin'), origin)
  }
  const large = await send({}, { raw: JSON.stringify({ content: 'x'.repeat(40_000) }) })
  assert.deepEqual([large.status, large.headers.get('access-control-allow-origin')], [413, origin])
  assert.equal((await send({}, { raw: '{' })).status, 400)
  assert.deepEqual(await stored(), [])
})

test('a form sent twice is stored once, and one with the honeypot filled in is not stored', async () => {
  const token = tokenOf(widget)
  for (const content of ['First words', 'First words', 'Better words']) await send({ content, token })
  assert.deepEqual(
    (await stored()).map((one) => one.content),
    ['Better words'],
  )
  assert.equal((await send({ content: 'Buy now', website: 'https://spam.example' })).status, 201)
  assert.equal((await stored()).length, 1)
})

test('feedback is limited by address and by key', async () => {
  const limits = { ...defaultLimits, answer: { perSecond: 0.01, burst: 2 }, widget: { perSecond: 0.01, burst: 3 } }
  const limited = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  try {
    const tenant = await limited.org()
    const browser = await signedIn(limited, tenant.admin)
    const [first, second] = [await create(browser), await create(browser)]
    const statuses = []
    for (const one of [first, first, first, second])
      statuses.push((await send({ content: 'Hello' }, { of: one, to: limited })).status)
    assert.deepEqual(statuses, [201, 201, 429, 201])
    const refused = await send({ content: 'Hello' }, { of: first, to: limited })
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(refused.headers.get('access-control-expose-headers'), 'retry-after')
  } finally {
    await limited.close()
  }
  const perKey = { ...defaultLimits, widget: { perSecond: 0.01, burst: 1 } }
  const other = await startTestApp({ rates: { limits: perKey, limiter: createLimiter(perKey) } })
  try {
    const of = await create(await signedIn(other, (await other.org()).admin))
    const statuses = []
    for (const _ of [1, 2]) statuses.push((await send({ content: 'Hello' }, { of, to: other })).status)
    assert.deepEqual(statuses, [201, 429])
  } finally {
    await other.close()
  }
})

test('the API refuses the key with a message of its own, and the key opens no survey', async () => {
  for (const [name, value] of [
    ['authorization', `Bearer ${widget.key}`],
    ['x-api-key', widget.key],
  ] as const) {
    const reply = await fetch(`${app.baseUrl}/api/v1/feedback`, { headers: { [name]: value } })
    const { error } = (await reply.json()) as Body
    assert.deepEqual([reply.status, error.code], [401, 'INVALID_API_KEY'])
    assert.match(error.message, /publishable key/)
  }
  assert.equal((await fetch(`${app.baseUrl}/s/${widget.key}`)).status, 404)
})

test('only admins create widgets, and origins are origins', async () => {
  const member = await signedIn(app, org.member)
  assert.equal((await member.app('GET', '/feedback-widgets')).status, 403)
  for (const allowed_origins of [
    [],
    ['https://www.acme.example/page'],
    ['*'],
    ['ftp://acme.example'],
    [origin, origin],
  ]) {
    const refused = await admin.app('POST', '/feedback-widgets', { body: { name: 'x', allowed_origins } })
    assert.equal(refused.status, 400, JSON.stringify(allowed_origins))
    assert.match(refused.body.error.details[0].path, /^body\.allowed_origins/)
  }
  const body = { allowed_origins: ['https://other.example'], heading: 'Tell us', ask_email: false }
  const changed = await admin.app('PATCH', `/feedback-widgets/${widget.id}`, { body })
  assert.deepEqual([changed.body.heading, changed.body.ask_email], ['Tell us', false])
  assert.match(
    changed.body.snippet,
    new RegExp(`^<script src="http://localhost:3000/widget.js" data-key="${widget.key}"`),
  )
  assert.equal((await send({ content: 'Hello' })).status, 403)
})

test('the script is cacheable, small, and sets neither cookies nor markup', async () => {
  const reply = await fetch(`${app.baseUrl}/widget.js`)
  assert.equal(reply.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(reply.headers.get('cross-origin-resource-policy'), 'cross-origin')
  const again = await fetch(`${app.baseUrl}/widget.js`, { headers: { 'if-none-match': reply.headers.get('etag')! } })
  assert.equal(again.status, 304)
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=3600')
  assert.equal(reply.headers.get('access-control-allow-origin'), '*')
  const script = await reply.text()
  assert.equal(script, readFileSync(join(pages, 'widget.js'), 'utf8'))
  assert.ok(script.length < 12_000, `${script.length} bytes`)
  assert.doesNotMatch(script, /cookie|localStorage|sessionStorage|innerHTML|eval\(/)
})

test('the preview shows the widget to admins alone', async () => {
  const path = `/app/feedback-widgets/${widget.id}/preview`
  assert.equal((await fetch(app.baseUrl + path)).status, 401)
  const open = (browser: Browser) => {
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(app.baseUrl + path, { headers: { cookie } })
  }
  const preview = await open(admin)
  assert.equal(preview.status, 200)
  assert.match(preview.headers.get('content-security-policy')!, /script-src 'self'; .*frame-ancestors 'self'/)
  assert.match(await preview.text(), /data-preview=/)
  assert.equal((await open(await signedIn(app, org.member))).status, 404)
})
