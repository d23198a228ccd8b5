import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runAdmin } from '#admin/run.ts'
import { publicInventory } from '#contract/index.ts'
import { deleteOrganization, requestDeletion } from '#domain/organizations/deletion/delete-organization.ts'
import { erasureColumns } from '#domain/overview/erasure/columns.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { uploadsClient } from '../imports/uploads-client.ts'
import { deliver } from '../integrations/deliver.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, startTestWorker, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

useTestWorker({ startsWorker: false, afterStart: () => startTestWorker({ vault: vaultFor(app.secret) }) })

/** Values of one person, none of which is an ordinary word. */
const identifying =
  'zoequill marrowby zoemail marrowbox 5550177 quillcorp quillident attrquill titlequill planquill'.split(' ')
const contact = {
  name: 'Zoequill Marrowby',
  email: 'zoemail@marrowbox.example',
  phone: '+49 30 5550177',
  title: 'Head of titlequill',
  company: { name: 'Quillcorp', domain: 'quillcorp.example', plan: 'planquill' },
  attributes: { crm: 'attrquill' },
  tags: ['vip-quillcorp'],
  identities: [
    { provider: 'crm', external_id: 'quillident-77' },
    { provider: 'slack', external_id: 'U0QUILLIDENT' },
  ],
}
const word = 'wordquill'
const signature = `I am Zoequill Marrowby of Quillcorp (attrquill), zoemail@marrowbox.example, 0049 (30) 555-0177.`
const text = (more = '') => `The ${word} export fails every week and we lose hours${more}. ${signature}`
const sameText = text().replace('0049 (30) 555-0177', '+49 30 5550177')

const send = async (path: string, body: Body) => {
  const headers = { 'idempotency-key': newId() }
  const reply = await app.call(org.admin.key, 'POST', path, { body, headers })
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.body
}

/** Sends the person's words through each door; those of another customer say the same without the person's words. */
const doors: Record<string, (ids: { contact: string }) => Promise<unknown>> = {
  feedback: () =>
    send('/feedback', {
      content: sameText,
      title: `From ${contact.name}`,
      url: 'https://desk.example/u/zoemail@marrowbox.example',
      tags: [word],
      metadata: { [word]: [sameText] },
      external_id: 'msg-zoemail@marrowbox.example-1',
      contact,
    }),
  'feedback in bulk': () =>
    send('/feedback/bulk', {
      items: ['again', 'still'].map((more) => ({ content: text(` ${more}`), contact, source: 'chat' })),
    }),
  async tickets() {
    const ticket = {
      source_name: 'desk',
      subject: `${word} export of ${contact.name}`,
      body: text(),
      requester: contact,
      company: 'Quillcorp',
      messages: [
        { author: { type: 'customer', name: contact.name, email: contact.email }, body: text() },
        { author: { type: 'agent', name: 'Ben' }, body: `Hello Zoequill, thank you for ${word}` },
      ],
      custom_fields: { note: text() },
      csat: { score: 1, scale_min: 1, scale_max: 5, comment: text() },
    }
    await send('/support/custom/tickets', ticket)
    const other = { source_name: 'desk', subject: 'Export', body: 'The export is slow.' }
    const { ticket: others } = await send('/support/custom/tickets', other)
    await send(`/support/custom/tickets/${others.id}/messages`, {
      author: { type: 'customer', name: contact.name, email: contact.email },
      body: text(' too'),
    })
  },
  interviews: async ({ contact: contact_id }) => {
    const segments = [
      { speaker: 'Ben', role: 'interviewer', text: 'Hello Zoequill Marrowby, what is the problem?' },
      { speaker: contact.name, role: 'customer', text: text() },
    ]
    const interview = { title: `With ${contact.name}`, interview_date: '2026-05-02', segments }
    await send('/interviews', { ...interview, contact_id })
    const group = await send('/interviews', {
      title: 'A group',
      interview_date: '2026-05-03',
      segments: [...segments, { speaker: 'Mia', role: 'customer', text: 'Reports load slowly for us.' }],
    })
    await callOk('PATCH', `/interviews/${group.id}`, { participants: [{ speaker: contact.name, contact_id }] })
    await callOk('PATCH', `/interviews/${group.id}`, { title: 'Group' })
  },
  'NPS responses': () =>
    send('/nps/responses', { score: 3, reason: text(), tags: [word], external_id: 'quillident-77-1', contact }),
  async 'survey answers'() {
    const questions = [{ type: 'open_text', text: 'What should we improve?', key: 'improve' }]
    const { id } = await send('/surveys', { title: 'How is it?', status: 'active', questions })
    const answers = [{ key: 'improve', value: text() }]
    await send(`/surveys/${id}/responses`, {
      answers,
      contact,
      metadata: { note: text() },
      external_id: 'r-quillident-77',
    })
  },
  async 'CSV files'() {
    const uploads = uploadsClient(app, org)
    const file = (rows: string) => `Comment,Email,Name\n${rows}`
    const row = `"${text(' by file')}",Zoemail@Marrowbox.example,${contact.name}\n`
    const columns = { Comment: 'content', Email: 'respondent_email', Name: 'respondent_name' }
    await uploads.importFile(file(`${row}"Imports are slow",mia@other.example,Mia\n`), { columns })
    assert.equal((await uploads.upload(file(row))).status, 201)
    assert.equal((await uploads.upload(file('"Imports hang",tom@other.example,Tom\n'))).status, 201)
  },
  async 'inbound hooks'() {
    const connected = (await send('/integrations', { provider: 'zendesk', name: 'Desk' })) as never
    const providers = (await callOk('GET', '/integrations/providers')).data
    const payload = structuredClone(providers.find((one: Body) => one.provider === 'zendesk').sample_payload)
    payload.detail.subject = `${word} of ${contact.name}`
    payload.detail.description = text()
    Object.assign(payload.event.comment.author, { name: contact.name, email: contact.email })
    assert.equal((await deliver(app, connected, 'zendesk', payload)).body.status, 'accepted')
    const { items } = await unlinkedTickets()
    for (const { id } of items) await app.store.run(linkTicket(id))
  },
  async 'threads of chats'() {
    const config = { channels: ['C1'] }
    const connected = (await send('/integrations', { provider: 'slack', name: 'Chat', config })) as never
    for (const [n, user] of ['U1', 'U0QUILLIDENT'].entries()) {
      const said = user === 'U1' ? 'Exports hang for us as well.' : text()
      const event = { type: 'message', channel: 'C1', user, text: said, ts: `1777000000.00010${n}` }
      const message = n ? { ...event, thread_ts: '1777000000.000100' } : event
      const at = Math.floor(Date.now() / 1000)
      const payload = { type: 'event_callback', event_id: `E${n}`, event_time: at, event: message }
      assert.equal((await deliver(app, connected, 'slack', payload)).body.status, 'accepted')
    }
  },
  insights: ({ contact: contact_id }) =>
    send('/insights', {
      name: 'Zoequill Marrowby cannot export',
      description: `Asked by ${contact.email}`,
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      quote: text(),
      allow_unverified: true,
      contact_id,
    }),
  'change sets': () =>
    send('/change-sets', {
      title: 'A contact',
      changes: [{ operation: 'upsertContact', body: { email: contact.email, name: contact.name } }],
    }),
  webhooks: () => send('/webhooks', { url: 'http://127.0.0.1:1025/hook', events: ['*'] }),
}

/** A ticket of the sample has a requester of its own; the provider names the person in the comment only. */
const unlinkedTickets = async () => ({
  items: await app.store.rows<{ id: string }>(sql`
    select id from support_ticket where org_id = ${org.id} and source = 'zendesk'`),
})
const linkTicket = (id: string) => sql`
  update support_ticket set contact_id = (select id from contact where org_id = ${org.id} and email = ${contact.email})
  where org_id = ${org.id} and id = ${id}`

/** What only the analysis and the synthesis of larger organizations write. */
async function addGeneratedTexts() {
  const insights = await app.store.rows<{ id: string }>(sql`
    select i.id from insight i join contact c on c.org_id = i.org_id and c.id = i.contact_id
    where i.org_id = ${org.id} and i.origin = 'auto' and c.email = ${contact.email} order by i.id`)
  assert.ok(insights.length > 3)
  const [theme, subtheme, opportunity, snapshot] = [newId(), newId(), newId(), newId()]
  const name = `${word} export of Zoequill`
  const { store } = app
  await store.run(sql`
    insert into theme (org_id, id, name, color, origin, notes) values (${org.id}, ${theme}, ${name}, '#3b82f6', 'auto', ${name})`)
  await store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, description) values (${org.id}, ${subtheme}, ${theme}, ${name}, ${text()})`)
  await store.run(sql`
    insert into theme_proposal (org_id, id, kind, theme_id, name, reason)
    values (${org.id}, ${newId()}, 'rename', ${theme}, ${name}, ${name})`)
  await store.run(sql`
    insert into opportunity_snapshot (org_id, id, moves)
    values (${org.id}, ${snapshot}, ${JSON.stringify([{ opportunity_id: opportunity, title: name }])}::json)`)
  await store.run(sql`
    insert into opportunity (org_id, id, title, slug, summary, category, origin)
    values (${org.id}, ${opportunity}, ${name}, ${`${word}-zoequill`}, ${text()}, 'PAIN_POINTS', 'pipeline')`)
  for (const { id } of insights) {
    await store.run(sql`
      insert into insight_theme (org_id, theme_id, insight_id) values (${org.id}, ${theme}, ${id}) on conflict do nothing`)
    await store.run(sql`
      insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${subtheme}, ${id})`)
    await store.run(sql`
      insert into opportunity_insight (org_id, opportunity_id, insight_id) values (${org.id}, ${opportunity}, ${id})`)
  }
  const project = await send('/projects', { title: 'Exports' })
  const insight_ids = insights.map(({ id }) => id)
  await send('/build/projects', { action: 'assign_insights', project_id: project.id, insight_ids })
  await send('/build/projects', { action: 'generate_evidence_story', project_id: project.id })
}

async function fill(): Promise<string> {
  const { id } = await send('/contacts', contact)
  for (const open of Object.values(doors)) await open({ contact: id })
  await waitForOrgJobs()
  await addGeneratedTexts()
  await waitForOrgJobs()
  return id
}

const counts = async (id: string) => {
  const { feedback_count, insight_count } = await callOk('GET', `/contacts/${id}`)
  const { count } = await callOk('GET', '/feedback/count')
  return { feedback_count, insight_count, count }
}

/** Every operation that reads without the id of an object. */
async function readEverything(): Promise<string> {
  const texts: string[] = []
  for (const { method, path } of Object.values(publicInventory)) {
    if (method !== 'GET' || path.includes('{')) continue
    texts.push((await call('GET', path, undefined, path === '/search' ? { q: 'export' } : undefined)).text)
  }
  return texts.join('\n').toLowerCase()
}

const erase = async (id: string) => {
  await callOk('POST', `/contacts/${id}/erase`)
  await waitForOrgJobs()
  const { data } = await callOk('GET', '/jobs', undefined, { type: 'contact_erasure' })
  assert.deepEqual(
    data.map(({ status }: Body) => status),
    Array(data.length).fill('ready'),
  )
}

/** Types without text: a column of any other type has to be listed. */
const typesWithoutText = ['bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'date', 'timestamptz']
const otherTypesWithoutText = ['uuid', '_uuid', 'xid8', '_int4', '_float4', '_timestamptz', 'interval']

/** Columns that can hold text, as PostgreSQL knows them. */
const listTextColumns = () =>
  app.store.rows<{ table: string; column: string }>(sql`
    select c.relname::text as table, a.attname::text as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p', 'm', 'f') and c.relnamespace = 'public'::regnamespace and a.attnum > 0
      and not a.attisdropped and a.attname <> 'org_id'
      and t.typname <> all(${[...typesWithoutText, ...otherTypesWithoutText]}::text[])
    order by 1, 2`)

test('the list of columns says for each column that can hold text what an erasure does to it', async () => {
  const listed = Object.entries(erasureColumns).flatMap(([table, { words = {}, ...groups }]) =>
    [...Object.keys(words), ...Object.values(groups).flatMap((names) => names.split(' '))].map(
      (column) => `${table}.${column}`,
    ),
  )
  assert.deepEqual(new Set(listed).size, listed.length, 'a column is listed twice')
  const stored = (await listTextColumns()).map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(listed.sort(), stored.sort())
})

const modes = { removed: [...identifying, word], masked: identifying }

for (const [mode, canaries] of Object.entries(modes))
  test(`nothing of an erased person is found in any table or list: texts ${mode}`, async () => {
    assert.equal((await callOk('GET', '/retention')).erased_texts, 'removed')
    await callOk('PATCH', '/retention', { erased_texts: mode })
    const id = await fill()
    const before = await counts(id)
    for (const canary of canaries) assert.notDeepEqual(await findInDatabase(app.store, canary), [], canary)
    await erase(id)
    const found: Record<string, string[]> = {}
    for (const canary of canaries) {
      const places = await findInDatabase(app.store, canary)
      if (places.length) found[canary] = places
    }
    assert.deepEqual(found, {})
    const read = await readEverything()
    assert.ok(read.includes('[redacted]'))
    assert.deepEqual(
      canaries.filter((canary) => read.includes(canary)),
      [],
    )
    assert.deepEqual(await counts(id), before)
    assert.equal((await findInDatabase(app.store, word)).length > 0, mode === 'masked')
    assert.equal((await findInDatabase(app.store, 'Imports are slow')).length > 0, true)
    assert.equal((await callOk('GET', '/csv-uploads', undefined, { status: 'uploaded' })).data.length, 1)
    await erase(id)
    assert.deepEqual(await counts(id), before)
    await app.store.transaction((db) => requestDeletion(db, org.id, { name: 'Acme', field: 'name', requestedBy: null }))
    await deleteOrganization(app.store, org.id)
  })

test('what other customers and the team wrote stays, and a contact of a restored backup is erased again', async () => {
  const { id } = await send('/contacts', { name: 'Ivy Hollow', email: 'ivy@hollow.example' })
  const own = await send('/feedback', { content: 'Ivy Hollow here: the export fails.', contact_id: id })
  const other = await send('/feedback', { content: 'Ivy Hollow told me that the export fails.' })
  const project = await send('/projects', { title: 'Export', description: 'Asked by Ivy Hollow' })
  await erase(id)
  assert.equal((await callOk('GET', `/feedback/${own.id}`)).content, '[redacted]')
  assert.equal((await callOk('GET', `/feedback/${other.id}`)).content, other.content)
  assert.equal((await callOk('GET', `/projects/${project.id}`)).description, 'Asked by Ivy Hollow')

  const printed: string[] = []
  const admin = (...argv: string[]) => runAdmin(argv, app.store, app.settings, (_, human) => void printed.push(human))
  assert.equal(await admin('list-erasures', '--org', org.id), 0)
  assert.deepEqual(printed, [`${org.id} ${id}`])
  const file = join(mkdtempSync(join(tmpdir(), 'erasures-')), 'erasures.txt')
  writeFileSync(file, `${printed[0]}\n`)
  await app.store.run(sql`
    update contact set name = 'Ivy Hollow', erased_at = null where org_id = ${org.id} and id = ${id}`)
  await app.store.run(sql`
    update feedback set content = ${own.content} where org_id = ${org.id} and id = ${own.id}`)
  assert.equal(await admin('repeat-erasures', '--file', file), 0)
  await waitForOrgJobs()
  assert.equal((await callOk('GET', `/feedback/${own.id}`)).content, '[redacted]')
  assert.equal((await callOk('GET', `/contacts/${id}`)).name, null)
})
