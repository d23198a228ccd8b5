import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { insertFeedback } from '../insert-feedback.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { useTestWorker } from '../test-worker.ts'
import { waitForJobs } from '../wait-for-jobs.ts'

/* Public pages of results: what they show, when they end, and what they never tell. */

useTestWorker()

const ok = async (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Body> => {
  const response = await call(method, path, body, query)
  assert.ok(response.status < 300, response.text)
  return response.body
}
const unique = () => newId().slice(-12)

type Page = { status: number; text: string; headers: Headers }
const read = async (url: string, init: RequestInit = {}): Promise<Page> => {
  const { pathname } = new URL(url)
  const response = await fetch(`${app.baseUrl}${pathname}`, init)
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const enter = (url: string, password: string) =>
  read(url, { method: 'POST', body: new URLSearchParams({ password }), redirect: 'manual' })

async function scene(quote = 'The export spins when Nadja Keller of Brightwave selects everything.') {
  const theme = await ok('POST', '/themes', { name: `Export ${unique()}`, notes: 'Internal: churn risk.' })
  const account = await ok('POST', '/accounts', { name: 'Brightwave' })
  const contact = await ok('POST', '/contacts', { name: 'Nadja Keller', email: `${unique()}@example.com` })
  await ok('PATCH', `/contacts/${contact.id}`, { account_id: account.id })
  const feedback_id = await insertFeedback(app.store, org.id, {
    content: quote,
    source: 'zendesk',
    contact_id: contact.id,
  })
  const insight = await ok('POST', '/insights', {
    name: 'Export spins',
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    theme_ids: [theme.id],
    contact_id: contact.id,
    feedback_id,
    quote,
  })
  return { theme, contact, insight }
}
const share = (body: Body) => ok('POST', '/share-links', body)
const shareTheme = (theme: Body, more: Body = {}) => share({ kind: 'theme', target_id: theme.id, ...more })
const gone = async () => (await read(`http://localhost/share/${'A'.repeat(43)}`)).text

test('a link shows the page without an account, without names and internals', async () => {
  const { theme } = await scene()
  const { url, id, token_hash, ...link } = await shareTheme(theme)
  assert.equal(token_hash, undefined)
  assert.deepEqual([link.names, link.has_password, link.status, link.view_count], [false, false, 'active', 0])
  const days = (Date.parse(link.expires_at) - Date.parse(link.created_at)) / 86_400_000
  assert.equal(Math.round(days), 30)
  const { status, text, headers } = await read(url)
  assert.equal(status, 200)
  assert.ok(text.includes(theme.name))
  assert.match(text, /The export spins when \[name\] of \[company\] selects everything\./)
  for (const secret of ['Nadja', 'Keller', 'Brightwave', 'churn risk', '@example.com', org.admin.email, theme.id])
    assert.ok(!text.includes(secret), secret)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('x-robots-tag')!, /noindex/)
  assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.doesNotMatch(text, /<script/)
  const style = createHash('sha256')
    .update(/<style>([^<]*)<\/style>/.exec(text)![1]!)
    .digest('base64')
  assert.ok(headers.get('content-security-policy')!.includes(`style-src 'sha256-${style}'`), 'the style is applied')
  const after = await ok('GET', `/share-links/${id}`)
  assert.equal(after.view_count, 1)
  assert.ok(after.last_viewed_at)
  const stored = await app.store.rows<{ all: string }>(sql`
    select to_jsonb(s)::text as all from share_link s where org_id = ${org.id} and id = ${id}`)
  assert.ok(!stored[0]!.all.includes(url.split('/').at(-1)), 'only a hash of the token is stored')
})

test('names are shown where the link allows them; a named site may frame the page', async () => {
  const { theme } = await scene()
  const link = await shareTheme(theme, { names: true, frame_origin: 'https://intranet.example.com' })
  const { text, headers } = await read(link.url)
  assert.match(text, /Nadja Keller, Brightwave · Zendesk/)
  assert.match(headers.get('content-security-policy')!, /frame-ancestors https:\/\/intranet\.example\.com$/)
})

test('unknown, expired, revoked and ended links answer the same page and status', async () => {
  const unknown = await gone()
  assert.match(unknown, /There is nothing here/)
  const { theme } = await scene()
  const sameAsUnknown = async (url: string, what: string) => {
    for (const page of [await read(url), await enter(url, 'anything at all')])
      assert.deepEqual([page.status, page.text], [404, unknown], what)
  }
  const expired = await shareTheme(theme)
  await app.store.run(sql`
    update share_link set expires_at = now() - interval '1 second' where org_id = ${org.id} and id = ${expired.id}`)
  await sameAsUnknown(expired.url, 'expired')
  assert.equal((await ok('GET', `/share-links/${expired.id}`)).status, 'expired')

  const revoked = await shareTheme(theme, { password: 'between-friends' })
  assert.equal((await ok('DELETE', `/share-links/${revoked.id}`)).status, 'revoked')
  await sameAsUnknown(revoked.url, 'revoked')

  const ended = await shareTheme(theme, { expires_in_days: null })
  assert.equal(ended.expires_at, null)
  await ok('DELETE', `/themes/${theme.id}`)
  await sameAsUnknown(ended.url, 'the theme was archived')
  assert.equal((await ok('GET', `/share-links/${ended.id}`)).status, 'ended')
  await sameAsUnknown('http://localhost/share/short', 'malformed')
})

test('a password is asked for, attempts are limited, and the limit says nothing of the password', async () => {
  const { theme } = await scene()
  const link = await shareTheme(theme, { password: 'between-friends' })
  assert.equal(link.has_password, true)
  assert.equal(JSON.stringify(link).includes('between-friends'), false)
  const asked = await read(link.url)
  assert.equal(asked.status, 200)
  assert.match(asked.text, /This page has a password/)
  assert.ok(!asked.text.includes(theme.name))
  assert.equal((await ok('GET', `/share-links/${link.id}`)).view_count, 0)
  const wrong = await enter(link.url, 'not-the-password')
  assert.equal(wrong.status, 403)
  assert.ok(!wrong.text.includes(theme.name))
  const right = await enter(link.url, 'between-friends')
  assert.equal(right.status, 200)
  assert.ok(right.text.includes(theme.name))
  for (let n = 0; n < 9; n++) assert.equal((await enter(link.url, `guess-${n}`)).status, 403)
  const refused = [await enter(link.url, 'guess-10'), await enter(link.url, 'between-friends')]
  for (const { status, headers } of refused) {
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  assert.equal(refused[0]!.text, refused[1]!.text)
})

test('an admin switches links off for all, and they are neither made nor shown', async () => {
  const { theme } = await scene()
  const { url } = await shareTheme(theme)
  await app.store.run(sql`update organization set share_links = false where id = ${org.id}`)
  const refused = await call('POST', '/share-links', { kind: 'theme', target_id: theme.id })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'INVALID_STATE'])
  assert.equal((await read(url)).status, 404)
  await app.store.run(sql`update organization set share_links = true where id = ${org.id}`)
  assert.equal((await read(url)).status, 200)
})

test('members revoke their own links, admins all; other organizations have none of them', async () => {
  const { theme } = await scene()
  const byAdmin = await shareTheme(theme)
  const member = (method: string, path: string, body?: Body) =>
    app.call(org.member.key, method, path, { ...(body && { body }) })
  const refused = await member('DELETE', `/share-links/${byAdmin.id}`)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  const own = await member('POST', '/share-links', { kind: 'theme', target_id: theme.id })
  assert.equal(own.status, 201, own.text)
  assert.equal((await ok('DELETE', `/share-links/${own.body.id}`)).status, 'revoked')
  const listed = await ok('GET', '/share-links', undefined, { target_id: theme.id })
  assert.deepEqual(
    listed.data.map(({ id }: Body) => id),
    [own.body.id, byAdmin.id],
  )
  const other = await app.org()
  const foreign = await app.call(other.admin.key, 'POST', '/share-links', {
    body: { kind: 'theme', target_id: theme.id },
  })
  assert.deepEqual([foreign.status, foreign.body.error.details[0].path], [400, 'body.target_id'])
  const unseen = await app.call(other.admin.key, 'GET', `/share-links/${byAdmin.id}`)
  assert.equal(unseen.status, 404)
})

test('bad input names the field', async () => {
  const { theme } = await scene()
  for (const [body, field] of [
    [{ kind: 'theme', target_id: null }, 'body.target_id'],
    [{ kind: 'theme' }, 'body.target_id'],
    [{ kind: 'theme', target_id: newId() }, 'body.target_id'],
    [{ kind: 'roadmap', target_id: theme.id }, 'body.target_id'],
    [{ kind: 'theme', target_id: theme.id, password: 'short' }, 'body.password'],
    [{ kind: 'theme', target_id: theme.id, expires_in_days: 0 }, 'body.expires_in_days'],
    [{ kind: 'theme', target_id: theme.id, frame_origin: 'https://a.example/path' }, 'body.frame_origin'],
  ] as const) {
    const reply = await call('POST', '/share-links', body)
    assert.equal(reply.status, 400, reply.text)
    assert.equal(reply.body.error.details[0].path, field)
  }
})

test('hostile texts are shown as they are', async () => {
  const { theme } = await scene('<script>alert(1)</script> "quoted" & <img src=x onerror=alert(2)>')
  await ok('PATCH', `/themes/${theme.id}`, { name: `<b>${unique()}</b>` })
  const { text } = await read((await shareTheme(theme)).url)
  assert.doesNotMatch(text, /<script|<img|<b>/)
  assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
})

test('what a person said is gone from the page once they are erased', async () => {
  const { theme, contact } = await scene()
  const { url } = await shareTheme(theme, { names: true })
  assert.match((await read(url)).text, /Nadja Keller/)
  await ok('POST', `/contacts/${contact.id}/erase`)
  await waitForJobs(app, org.admin.key)
  const { status, text } = await read(url)
  assert.equal(status, 200)
  assert.doesNotMatch(text, /Nadja|Keller/)
})

test('the roadmap, the dashboard, an opportunity and an evidence story have pages', async () => {
  const { theme, insight } = await scene()
  const opportunity = await ok('POST', '/opportunities', {
    title: `Dependable export ${unique()}`,
    category: 'PAIN_POINTS',
    problem_statement: 'Nadja Keller cannot export.',
    insight_ids: [insight.id],
  })
  await ok('PATCH', `/opportunities/${opportunity.id}`, { effort: 7777 })
  await ok('PATCH', `/opportunities/${opportunity.id}/rank`, { horizon: 'now' })
  const roadmap = (await read((await share({ kind: 'roadmap', target_id: null })).url)).text
  assert.ok(roadmap.includes(opportunity.title))
  assert.match(roadmap, /\[name\] cannot export/)
  assert.doesNotMatch(roadmap, /Nadja|7777/)
  const dashboard = (await read((await share({ kind: 'dashboard', target_id: null })).url)).text
  assert.ok(dashboard.includes(theme.name))
  assert.match(dashboard, /<dd>(?:\d{1,2}|100)% \(/)
  const page = (await read((await share({ kind: 'opportunity', target_id: opportunity.id })).url)).text
  assert.ok(page.includes(opportunity.title))
  assert.doesNotMatch(page, /Nadja|7777|Impact|Revenue/)
  const project = await ok('POST', '/projects', { title: unique() })
  const build = (body: Body) =>
    app.call(org.admin.key, 'POST', '/build/projects', { body, headers: { 'idempotency-key': newId() } })
  await build({ action: 'assign_insights', project_id: project.id, insight_ids: [insight.id] })
  const early = await call('POST', '/share-links', { kind: 'evidence_story', target_id: project.id })
  assert.equal(early.status, 400, 'without a story there is nothing to show')
  await build({ action: 'generate_evidence_story', project_id: project.id })
  const story = (await read((await share({ kind: 'evidence_story', target_id: project.id })).url)).text
  assert.match(story, /Key findings/)
  assert.doesNotMatch(story, /Nadja|\/insights\//)
})

test('the page is in the language of the reader, English or German', async () => {
  const { theme } = await scene()
  const { url } = await shareTheme(theme)
  const { text } = await read(url, { headers: { 'accept-language': 'de-AT, en;q=0.5' } })
  assert.match(text, /<html lang="de">/)
  assert.match(text, /In ihren Worten/)
})

test('making and revoking leave audit entries without the password and the address', async () => {
  const { theme } = await scene()
  const link = await shareTheme(theme, { password: 'between-friends', names: true })
  await ok('DELETE', `/share-links/${link.id}`)
  const rows = await app.store.rows<{ operation: string; entry: string }>(sql`
    select operation, to_jsonb(a)::text as entry from audit_entry a
    where org_id = ${org.id} and to_jsonb(a)::text like ${`%${link.id}%`} order by id`)
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ['createShareLink', 'revokeShareLink'],
  )
  for (const { entry } of rows) {
    assert.ok(!entry.includes('between-friends'))
    assert.ok(!entry.includes(link.url.split('/').at(-1)))
  }
  assert.match(rows[0]!.entry, /"names": true/)
})
