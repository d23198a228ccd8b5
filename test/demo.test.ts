import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensureDemo, loadDemo, type LoadedDemo } from '#demo/load.ts'
import { removeDemo } from '#demo/remove.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import { verifyPassword } from '#domain/identity/password.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership, deleteMembership } from '#domain/access/members/queries.ts'
import { listActiveSegments } from '#domain/segmentation/queries.ts'
import { reevaluateAllContacts } from '#domain/segmentation/evaluate-all.ts'
import { openStore, type Store } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { categoryKeys } from '#vocabulary/categories.ts'
import { signedIn } from './account/browser.ts'
import { cloneDatabase } from './database.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { readPages } from './read-pages.ts'
import { waitFor } from './wait-for.ts'

let app: TestApp
let demo: LoadedDemo
before(async () => {
  app = await startTestApp()
  demo = await loadDemo(app.store, app.settings, new Date(), 'small')
})
after(() => app.close())

type Page = { data: Record<string, any>[]; pagination: { next_cursor: string | null } }

const get = async (key: string, path: string, query: Record<string, string> = {}) => {
  const reply = await app.call(key, 'GET', path, { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

async function all(key: string, path: string) {
  const items: Page['data'] = []
  const read = (cursor: object): Promise<Page> => get(key, path, { limit: '100', ...cursor })
  for await (const page of readPages(read)) items.push(...page.data)
  return items
}

const tablesWithOrg = async (store: Store) =>
  (
    await store.rows<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name = 'org_id' order by 1`)
  ).map((table) => table.name)

async function rowsPerTable(store: Store, org: string) {
  const counts: Record<string, number> = {}
  for (const table of await tablesWithOrg(store)) {
    counts[table] = (await store.first<{ n: number }>(
      sql`select count(*) as n from ${raw(table)} where org_id = ${org}`,
    ))!.n
  }
  return counts
}

const demoEmails = ['demo@example.com', 'ingrid@example.com', 'maria@example.com', 'tomas@example.com']
const emails = async (store: Store) =>
  (await store.rows<{ email: string }>(sql`select email from app_user order by email`)).map((user) => user.email)

async function inEmpty<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 4 })
  try {
    return await work(store)
  } finally {
    await store.close()
    await drop()
  }
}

/** Runs in a database that contains only the demo. */
const alone = <T>(now: Date, work: (store: Store, loaded: LoadedDemo) => Promise<T>) =>
  inEmpty(async (store) => work(store, await loadDemo(store, app.settings, now, 'small')))

test('interviews have transcripts and the survey has responses', async () => {
  const interviews = await all(demo.key, '/interviews')
  const allFeedback = await all(demo.key, '/feedback')
  assert.deepEqual(
    interviews.map(({ id }) => id).sort(),
    allFeedback
      .filter(({ source_type }) => source_type === 'interview')
      .map(({ id }) => id)
      .sort(),
  )
  const { data: segments } = await get(demo.key, `/interviews/${interviews[0]!.id}/transcript`)
  assert.deepEqual(
    segments.slice(0, 2).map(({ role }: { role: string }) => role),
    ['interviewer', 'customer'],
  )
  assert.equal(
    allFeedback.find(({ id }) => id === interviews[0]!.id)!.content,
    segments
      .filter(({ role }: { role: string }) => role === 'customer')
      .map(({ text }: { text: string }) => text)
      .join('\n\n'),
  )
  const [survey] = await all(demo.key, '/surveys')
  const summary = await get(demo.key, `/surveys/${survey!.id}/summary`)
  const answered = allFeedback.filter(({ source_type }) => source_type === 'survey_response').length
  assert.deepEqual(
    [summary.response_count, summary.questions[0].nps.responses, summary.questions[1].answered],
    [answered, answered, answered],
  )
  assert.equal(
    (await get(demo.key, '/nps', { survey_id: survey!.id, from: '2020-01-01' })).score,
    summary.questions[0].nps.score,
  )
  assert.equal((await fetch(app.baseUrl + new URL(survey!.public_url).pathname)).status, 200)
})

test('has the documented number of rows', async () => {
  assert.equal(demo.created, true)
  const counts = await rowsPerTable(app.store, demo.org_id)
  assert.deepEqual(
    [counts.contact, counts.segment, counts.theme, counts.category, counts.membership, counts.api_key],
    [14, 4, 10, 6, 4, 1],
  )
  assert.ok(counts.feedback! >= 105 && counts.feedback! <= 120)
  assert.ok(counts.insight! >= counts.feedback!)
  assert.ok(
    counts.support_ticket! >= 20 && counts.support_message! >= 15,
    `${counts.support_ticket} tickets, ${counts.support_message} messages`,
  )
  assert.equal(counts.quote, counts.insight)
  assert.deepEqual(
    await app.store.first(sql`
      select name, is_demo, api_enabled, api_admins, api_members, api_read, api_write,
        feature_competitors, feature_subthemes, feature_segments
      from organization where id = ${demo.org_id}`),
    {
      name: 'Northwind Notes',
      is_demo: true,
      api_enabled: true,
      api_admins: true,
      api_members: true,
      api_read: true,
      api_write: true,
      feature_competitors: true,
      feature_subthemes: true,
      feature_segments: true,
    },
  )
})

test('every quote occurs at its offsets and is representative', async () => {
  type Row = {
    text: string
    content: string
    quote: string
    start_offset: number
    end_offset: number
    verified: boolean
    speaks: boolean
  }
  const quotes = await app.store.rows<Row>(sql`
    select q.text, f.content, q.start_offset, q.end_offset, q.verified, q.is_representative as speaks, i.quote
    from quote q join feedback f on f.org_id = q.org_id and f.id = q.feedback_id
    join insight i on i.org_id = q.org_id and i.id = q.insight_id and i.feedback_id = f.id`)
  const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
  for (const q of quotes) {
    assert.equal(squeezed(q.content.slice(q.start_offset, q.end_offset)), squeezed(q.text))
    assert.deepEqual([q.verified, q.speaks, q.quote], [true, true, q.text])
  }
  assert.equal(quotes.length, (await rowsPerTable(app.store, demo.org_id)).quote)
})

test('theme links, theme_ids and counts are consistent', async () => {
  const themes = await app.store.rows<{ name: string; insight_count: number; linked: number; listed: number }>(sql`
    select t.name, t.insight_count,
      (select count(*) from insight_theme l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
        where l.org_id = t.org_id and l.theme_id = t.id) as linked,
      (select count(*) from insight i where i.org_id = t.org_id and i.live and t.id = any(i.theme_ids)) as listed
    from theme t where t.org_id = ${demo.org_id}`)
  assert.equal(themes.length, 10)
  for (const theme of themes) {
    assert.ok(theme.insight_count >= 10, `${theme.name} has only ${theme.insight_count}`)
    assert.deepEqual([theme.linked, theme.listed], [theme.insight_count, theme.insight_count], theme.name)
  }
})

test('contacts are in the segments whose rules they match', async () => {
  const moved = await app.store.transaction(async (db) =>
    reevaluateAllContacts(db, demo.org_id, await listActiveSegments(db, demo.org_id)),
  )
  assert.equal(moved, 0)
  const segments = await all(demo.key, '/segments')
  assert.deepEqual(segments.map((one) => [one.name, one.kind, one.contact_count]).sort(), [
    ['Education', 'rules', 4],
    ['Enterprise', 'rules', 4],
    ['Free plan', 'rules', 3],
    ['Startup', 'rules', 4],
  ])
  assert.ok(segments.every((one) => one.insight_count > 5))
})

test('the NPS score has enough responses, and its reasons have themes', async () => {
  const report = await get(demo.key, '/nps', { compare: 'previous_period' })
  assert.ok(
    report.responses >= 30 && report.score > 0 && report.score < 60 && report.previous.responses >= 30,
    JSON.stringify(report),
  )
  assert.ok(report.top_themes.length >= 3)
})

test('covers all categories, sources and languages, with short names and ids of past times', async () => {
  type Row = Record<
    'id' | 'name' | 'category' | 'source' | 'source_type' | 'language' | 'created_at' | 'occurred_at',
    string
  >
  const insights = await app.store.rows<Row>(sql`
    select id, name, category, source, source_type, language, created_at, occurred_at from insight where org_id = ${demo.org_id}`)
  const distinct = (field: (i: Row) => string) => [...new Set(insights.map(field))].sort()
  assert.deepEqual(
    distinct((i) => i.category),
    [...categoryKeys].sort(),
  )
  assert.deepEqual(
    distinct((i) => `${i.source} ${i.source_type}`),
    [
      'app_store review',
      'intercom message',
      'interview interview',
      'slack message',
      'survey survey_response',
      'zendesk cs_ticket',
    ],
  )
  assert.deepEqual(
    distinct((i) => i.language),
    ['de', 'en', 'es'],
  )
  assert.equal(distinct((i) => i.name).length, insights.length)
  for (const i of insights) {
    assert.ok(i.name.split(' ').length <= 12, i.name)
    assert.equal(new Date(parseInt(i.id.replace('-', '').slice(0, 12), 16)).toISOString(), i.created_at)
    assert.ok(i.occurred_at < i.created_at && i.created_at < new Date().toISOString())
    assert.ok(Date.parse(i.occurred_at) > Date.now() - 181 * 24 * 3600 * 1000)
  }
})

test('some themes rise, some fall, and one has ended', async () => {
  const themes = await all(demo.key, '/themes')
  const details = await Promise.all(themes.map((theme) => get(demo.key, `/themes/${theme.id}`)))
  const named = (trend: string) =>
    details
      .filter((theme) => theme.trend === trend)
      .map((theme) => theme.name)
      .sort()
  assert.deepEqual(named('rising'), ['Mobile app', 'Offline and sync', 'Writing assistant'])
  assert.deepEqual(named('falling'), ['Integrations and API', 'Pricing and plans'])
  const monthAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString()
  assert.deepEqual(
    details.filter((theme) => theme.last_insight_at < monthAgo).map((theme) => theme.name),
    ['Onboarding and templates'],
  )
})

test('the key works, and all lists and insights pass response validation', async () => {
  const counts = await rowsPerTable(app.store, demo.org_id)
  assert.deepEqual(await get(demo.key, '/me').then(({ org_id, role }) => ({ org_id, role })), {
    org_id: demo.org_id,
    role: 'admin',
  })
  const insights = await all(demo.key, '/insights')
  assert.equal(new Set(insights.map((insight) => insight.id)).size, counts.insight)
  assert.deepEqual(
    insights.map((insight) => insight.created_at),
    insights
      .map((insight) => insight.created_at)
      .sort()
      .reverse(),
  )
  for (const insight of insights) assert.equal((await get(demo.key, `/insights/${insight.id}`)).quotes.length, 1)
  assert.equal((await all(demo.key, '/themes')).length, counts.theme)
  const integrations = await all(demo.key, '/integrations')
  assert.deepEqual(integrations.map((one) => [one.provider, one.status]).sort(), [
    ['slack', 'connected'],
    ['zendesk', 'connected'],
  ])
  for (const { id, stats } of integrations)
    assert.ok(stats.accepted >= 12 && (await all(demo.key, `/integrations/${id}/events`)).length === 12)
  const tickets = await all(demo.key, '/support/cs/tickets')
  assert.equal(tickets.length, counts.support_ticket)
  assert.ok(
    tickets.every((ticket) => ticket.insight_count > 0 && ticket.analysis_status === 'analyzed' && ticket.requester),
  )
  assert.ok(tickets.some((ticket) => ticket.status !== 'closed') && tickets.some((ticket) => ticket.first_response_at))
  const categories: Page['data'] = (await get(demo.key, '/categories')).data
  assert.equal(
    categories.reduce((sum, category) => sum + category.insight_count, 0),
    counts.insight,
  )
  assert.ok(categories.every((category) => category.insight_count > 0))
  const members = (await all(demo.key, '/org-members')).map((member) => `${member.email} ${member.role}`)
  assert.deepEqual(members.sort(), [
    'demo@example.com admin',
    'ingrid@example.com viewer',
    'maria@example.com member',
    'tomas@example.com contributor',
  ])
  assert.equal(
    (await app.call(demo.key, 'POST', '/themes', { body: { name: 'Written with the demo key' } })).status,
    201,
  )
  assert.deepEqual(app.errors, [])
})

test('the same time gives the same themes and insights with the same ids', async () => {
  const now = new Date('2026-03-04T05:06:07.089Z')
  const read = (store: Store) =>
    Promise.all(
      ['theme', 'insight', 'quote', 'feedback', 'contact', 'segment', 'nps_response'].map((table) =>
        store.rows(sql`select to_jsonb(t) - 'org_id' as row from ${raw(table)} t order by id`),
      ),
    )
  const [one, other] = [await alone(now, read), await alone(now, read)]
  assert.deepEqual(one, other)
  assert.notDeepEqual(one, await alone(new Date('2026-03-05T05:06:07.089Z'), read))
})

test('loading again creates nothing, but replaces password and key', () =>
  alone(new Date(), async (store, first) => {
    const { api_key: _, ...before } = await rowsPerTable(store, first.org_id)
    await store.run(sql`update membership set status = 'suspended' where org_id = ${first.org_id}`)
    const second = await loadDemo(store, app.settings, new Date(), 'small')
    assert.deepEqual([second.created, second.org_id, second.email], [false, first.org_id, first.email])
    assert.notEqual(second.password, first.password)
    const { api_key, ...now } = await rowsPerTable(store, first.org_id)
    assert.deepEqual(now, before)
    assert.equal(api_key, 2)
    const working = await store.rows<{ hint: string; name: string }>(sql`
      select hint, name from api_key where org_id = ${first.org_id} and revoked_at is null`)
    assert.deepEqual(
      working.map((key) => [key.name, key.hint.slice(-4)]),
      [['Demo key', second.key.slice(-4)]],
    )
    const stored = (await findUserByEmail(store, second.email))!.password
    assert.deepEqual(
      [await verifyPassword(stored, first.password), await verifyPassword(stored, second.password)],
      [false, true],
    )
    assert.deepEqual(await emails(store), demoEmails)
  }))

test('a load may be idle in its transaction for as long as generating the rows takes on a busy machine', () =>
  app.store.transaction(async (db) => {
    await ensureDemo(db, app.settings, new Date(), 'small')
    const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
    const set = await db.rows<{ value: string }>(sql`
      select current_setting(name) as value from unnest(${names}::text[]) name`)
    assert.deepEqual(
      set.map(({ value }) => value),
      ['2min', '2min', '2min'],
    )
  }))

test('concurrent loads create one organization', () =>
  inEmpty(async (store) => {
    const loads = await Promise.all([1, 2].map(() => loadDemo(store, app.settings, new Date(), 'small')))
    assert.deepEqual(loads.map((load) => load.created).sort(), [false, true])
    assert.equal(loads[0]!.org_id, loads[1]!.org_id)
    assert.equal((await store.rows(sql`select 1 from organization`)).length, 1)
  }))

test('a replaced key stops working and the new one works', async () => {
  const again = await loadDemo(app.store, app.settings, new Date())
  assert.equal((await app.call(demo.key, 'GET', '/me')).status, 401)
  assert.equal((await app.call(again.key, 'GET', '/me')).status, 200)
  demo = again
})

/** The request log and the last use of the key are written shortly after the response. */
const waitForRequestLog = (store: Store, org: string) =>
  waitFor(
    'an entry in the request log and the last use of the key',
    () =>
      store.first(sql`
        select 1 from api_request r join last_use l on l.org_id = r.org_id where r.org_id = ${org} limit 1`),
    60_000,
  )

test('removing deletes all demo rows and users and nothing else', async () => {
  const other = await app.org()
  const mine = { name: 'Mine', sentiment: 'NEUTRAL', category: 'DELIGHTS', quote: 'It is mine' }
  assert.equal((await app.call(other.admin.key, 'POST', '/insights', { body: mine })).status, 201)
  await waitForRequestLog(app.store, other.id)
  const [others, people] = [await rowsPerTable(app.store, other.id), await emails(app.store)]
  assert.ok((await rowsPerTable(app.store, demo.org_id)).quote! > 0)
  assert.deepEqual(await removeDemo(app.store), { removed: 1 })
  const left = await rowsPerTable(app.store, demo.org_id)
  assert.deepEqual(
    Object.entries(left).filter(([, n]) => n > 0),
    [],
  )
  assert.ok(Object.keys(left).length >= 10)
  assert.deepEqual(await rowsPerTable(app.store, other.id), others)
  assert.deepEqual(
    await emails(app.store),
    people.filter((email) => !demoEmails.includes(email)),
  )
  const orphans = sql`select email from app_user u where not exists (select 1 from membership m where m.user_id = u.id)`
  assert.deepEqual(await app.store.rows(orphans), [])
  assert.equal((await app.call(demo.key, 'GET', '/me')).status, 401)
  assert.deepEqual(await removeDemo(app.store), { removed: 0 })
})

test('removing keeps a demo user that another organization references', async () => {
  const loaded = await loadDemo(app.store, app.settings, new Date(), 'small')
  assert.equal(loaded.created, true)
  const other = await app.org()
  const maria = (await findUserByEmail(app.store, 'maria@example.com'))!.id
  const { id } = await insertMembership(app.store, other.id, { userId: maria, role: 'member' })
  await createKey(app.store, other.id, { userId: maria, name: 'Left behind', scopes: ['read'] }, app.settings)
  await removeDemo(app.store)
  assert.equal(await findUserByEmail(app.store, 'demo@example.com'), undefined)
  assert.equal((await findUserByEmail(app.store, 'maria@example.com'))?.id, maria)

  const again = await loadDemo(app.store, app.settings, new Date(), 'small')
  await deleteMembership(app.store, other.id, id)
  assert.deepEqual(await removeDemo(app.store), { removed: 1 })
  assert.equal((await rowsPerTable(app.store, again.org_id)).membership, 0)
  assert.equal((await findUserByEmail(app.store, 'maria@example.com'))?.id, maria)
})

test('loading the demo again, as a restart does, keeps its sessions', async () => {
  const again = await loadDemo(app.store, app.settings, new Date(), 'small')
  const browser = await signedIn(app, again)
  assert.equal((await browser.app('GET', '/session')).status, 200)
  await loadDemo(app.store, app.settings, new Date(), 'small')
  assert.equal((await browser.app('GET', '/session')).status, 200)
})
