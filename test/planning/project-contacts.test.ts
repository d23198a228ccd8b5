import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsealMail } from '#domain/outbox/outbox.ts'
import type { ClaimedMail } from '#domain/outbox/queries.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { signedIn } from '../account/browser.ts'
import { waitForFeed } from '../wait-for-feed.ts'
import { app, call, org, useTestServer } from '../test-server.ts'

useTestServer({ mail: true })

const make = async (path: string, body: object) => {
  const reply = await call('POST', path, body)
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const complete = (id: string) => call('PATCH', `/projects/${id}`, { status: 'completed' })

/** A Project with three contacts: two insights of Ana, one of =Bob, one of a contact without an email address. */
async function createProject() {
  const project = await make('/projects', { title: 'Faster exports', description: 'Exports run in the background.' })
  const ana = await make('/contacts', { name: 'Ana Lima', email: 'ana@example.com', company: { name: 'Acme' } })
  const bob = await make('/contacts', { name: '=Bob', email: 'bob@example.com' })
  const silent = await make('/contacts', { name: 'No address', phone: '+49 30 901820' })
  const insights = []
  for (const [name, contact] of [
    ['Export is slow', ana],
    ['Export fails', ana],
    ['Export never ends', bob],
    ['Export?', silent],
  ] as const)
    insights.push(
      await make('/insights', { name, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', contact_id: contact.id }),
    )
  const assigned = await app.call(org.admin.key, 'POST', '/build/projects', {
    headers: { 'idempotency-key': `assign ${project.id}` },
    body: { action: 'assign_insights', project_id: project.id, insight_ids: insights.map(({ id }) => id) },
  })
  assert.equal(assigned.status, 200, assigned.text)
  return { project, ana, bob, insights }
}

const queuedMail = async () =>
  (
    await app.store.rows<ClaimedMail>(sql`select org_id, id, message, attempts from mail_outbox
    where org_id = ${org.id}`)
  ).map((row) => unsealMail(vaultFor(app.secret), row))

test('the contacts of the live evidence are listed in pages and as CSV', async () => {
  const { project, insights } = await createProject()
  const path = `/projects/${project.id}/contacts`
  const first = (await call('GET', path, undefined, { limit: '2' })).body
  const second = (await call('GET', path, undefined, { limit: '2', cursor: first.pagination.next_cursor })).body
  assert.deepEqual(
    [...first.data, ...second.data].map((one) => [one.name, one.insight_count, one.company, one.asked.length]),
    [
      ['Ana Lima', 2, 'Acme', 2],
      ['=Bob', 1, null, 1],
      ['No address', 1, null, 1],
    ],
  )
  await call('DELETE', `/insights/${insights[3]!.id}`)
  const file = await fetch(`${app.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${org.admin.key}`, accept: 'text/csv' },
  })
  const lines = (await file.text()).trim().split('\r\n')
  assert.equal(lines.length, 3, 'a deleted insight is no evidence')
  assert.ok(lines[2]!.includes(",'=Bob,"), 'a name is no formula')
})

test('completing a Project emits one event with the number of contacts and where they are', async () => {
  const { project } = await createProject()
  await complete(project.id)
  await complete(project.id)
  await waitForFeed(app.store)
  const { data } = (await call('GET', '/events', undefined, { types: 'project.completed' })).body
  assert.deepEqual(
    data.map(({ data: { object } }: any) => [object.id, object.title, object.contact_count, object.contacts_url]),
    [[project.id, 'Faster exports', 3, `http://localhost:3000/api/v1/projects/${project.id}/contacts`]],
  )
})

test('a message is sent only where an admin allows it, once per contact and Project', async () => {
  const { project, ana } = await createProject()
  const [member, admin] = [await signedIn(app, org.member), await signedIn(app, org.admin)]
  const path = `/projects/${project.id}/contact-message`
  const draft = (await member.app('GET', path)).body
  assert.deepEqual([draft.subject, draft.unsent_count, draft.can_send], ['Faster exports is done', 2, false])
  const body = { subject: draft.subject, text: draft.text }
  const send = async () => (await member.app('POST', path, { body })).body
  assert.equal((await send()).error.code, 'INVALID_STATE')
  await complete(project.id)
  assert.equal((await send()).error.code, 'INVALID_STATE', 'off by default')
  const allow = { body: { contact_mail: true } }
  assert.equal((await member.app('PATCH', '/organization', allow)).status, 403)
  assert.equal((await admin.app('PATCH', '/organization', allow)).body.contact_mail, true)

  const dry = await member.app('POST', path, { body, query: { dry_run: 'true' } })
  assert.deepEqual([dry.body.sent, dry.body.dry_run, (await queuedMail()).length], [2, true, 0])
  const answers = await Promise.all([send(), send()])
  assert.deepEqual(answers.map(({ sent }) => sent).sort(), [0, 2])
  const audit = await call('GET', '/audit', undefined, { operation: 'sendProjectMessage', resource_id: project.id })
  assert.deepEqual(
    audit.body.data.map((entry: any) => entry.user_id),
    [org.member.userId, org.member.userId],
    'one entry for each call that was carried out, a dry run has none',
  )
  const mails = await queuedMail()
  assert.deepEqual(mails.map(({ to, replyTo }) => [to, replyTo]).sort(), [
    ['ana@example.com', org.member.email],
    ['bob@example.com', org.member.email],
  ])
  const { text } = mails.find(({ to }) => to === 'ana@example.com')!
  assert.match(text, /^Hello Ana Lima,\n\nyou told us:\n\n- Export (fails|is slow)\n- Export/)
  assert.match(text, /Faster exports\. Exports run in the background\./)

  const other = await make('/contacts', { name: 'Ana L.', email: 'ana.l@example.com' })
  await make(`/contacts/${other.id}/merge`, { source_contact_ids: [ana.id] })
  const listed = (await call('GET', `/projects/${project.id}/contacts`)).body.data
  assert.ok(listed.find(({ contact_id }: any) => contact_id === other.id)?.messaged_at)
  assert.equal((await send()).sent, 0, 'a merged contact got it before')
})
