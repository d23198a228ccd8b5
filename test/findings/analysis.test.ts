import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { org, app } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

useTestWorker()

const sendAndAnalyze = async (items: object[]) => {
  const reply = await callOk('POST', '/feedback/bulk', { items })
  await waitForOrgJobs()
  return reply.results.map((row: { id: string }) => row.id) as string[]
}
const insightsOf = async (id: string) =>
  (await callOk('GET', `/feedback/${id}/insights`)).data as {
    id: string
    name: string
    sentiment: string
    category: string
    quote: string
  }[]

const topics: Record<string, string[]> = {
  export: [
    'The CSV export stops at ten thousand rows',
    'CSV export fails for large boards',
    'Exporting a board to CSV times out',
    'The CSV export file is empty for big boards',
    'CSV export broke again, rows are missing',
    'Export to CSV hangs on large boards',
  ],
  dark: [
    'Please add a dark mode',
    'A dark mode would be great for night work',
    'Dark mode please, my eyes hurt',
    'I would like a dark mode in the editor',
    'Could you add a dark mode',
    'We need dark mode for the whole app',
  ],
  login: [
    'I cannot log in with single sign-on',
    'Single sign-on login loops forever',
    'SSO login fails after the password change',
    'Login with single sign-on gives an error',
    'Our SSO login is broken since Monday',
    'Single sign-on login does not work on Safari',
  ],
}
const feedbackOnTopics = (round = '') =>
  Object.values(topics)
    .flat()
    .map((content, n) => ({
      content: `${content}${round}.`,
      source: 'app',
      contact: { email: `p${n}${round.length}@example.com` },
    }))

test('feedback becomes insights with verified quotes, or has a skip reason', async () => {
  const content =
    'Hi team,\n\nI love the new editor, it is fast and beautiful. But the CSV export crashes every time I select all rows.\n\nThanks,\nAna'
  const [full, empty] = await sendAndAnalyze([
    { content, source: 'mail', contact: { email: 'ana@example.com' } },
    { content: '👍', source: 'mail' },
  ])
  const shown = await callOk('GET', `/feedback/${full}`)
  assert.deepEqual([shown.status, shown.language, shown.insight_count], ['analyzed', 'en', 2])
  const found = await insightsOf(full!)
  assert.deepEqual(found.map((one) => one.category).sort(), ['BUGS_AND_ERRORS', 'DELIGHTS'])
  for (const { id } of found) {
    const insight = await callOk('GET', `/insights/${id}`)
    const [quote] = insight.quotes
    assert.equal(content.slice(quote.start, quote.end), quote.text)
    assert.deepEqual(
      [quote.verified, insight.origin, insight.feedback_id, insight.contact_id, insight.source],
      [true, 'auto', full, shown.contact_id, 'mail'],
    )
    assert.ok(insight.confidence > 0 && insight.confidence <= 1)
    assert.match(insight.analysis_version, /^\d+\/[\w.-]+$/)
  }
  const skipped = await callOk('GET', `/feedback/${empty}`)
  assert.deepEqual([skipped.status, skipped.skip_reason], ['skipped', 'no_content'])
})

test('the same text from the same contact is a duplicate, from another contact it is not', async () => {
  const words = 'The mobile app logs me out every single morning and I have to enter my password again before work'
  const [first] = await sendAndAnalyze([{ content: words, source: 'app', contact: { email: 'one@example.com' } }])
  const [again, other] = await sendAndAnalyze([
    { content: `${words}!`, source: 'chat', contact: { email: 'one@example.com' } },
    { content: words, source: 'app', contact: { email: 'two@example.com' } },
  ])
  const shown = await callOk('GET', `/feedback/${again}`)
  assert.deepEqual([shown.status, shown.skip_reason, shown.duplicate_of_id], ['skipped', 'duplicate', first])
  assert.equal((await callOk('GET', `/feedback/${other}`)).status, 'analyzed')
})

test('analyzing again changes nothing, and keeps what a person edited or deleted', async () => {
  const [id] = await sendAndAnalyze([
    { content: 'The search is slow. The invoices page shows an error. Please add a calendar view.', source: 'app' },
  ])
  const found = await insightsOf(id!)
  assert.ok(found.length >= 2)
  await callOk('POST', `/feedback/${id}/analyze`)
  await waitForOrgJobs()
  assert.deepEqual(await insightsOf(id!), found)
  await callOk('PATCH', `/insights/${found[0]!.id}`, { name: 'In my words', sentiment: 'POSITIVE' })
  await callOk('DELETE', `/insights/${found[1]!.id}`)
  await callOk('POST', `/feedback/${id}/analyze`)
  await waitForOrgJobs()
  const now = await insightsOf(id!)
  assert.equal(now.length, found.length - 1)
  assert.deepEqual(
    now.filter((one) => one.id === found[0]!.id).map((one) => [one.name, one.sentiment]),
    [['In my words', 'POSITIVE']],
  )
})

test('an edited quote is kept, and its sentence gives no second insight', async () => {
  const content = 'The search is slow on large boards. The invoices page shows an error. Please add a calendar view.'
  const [id] = await sendAndAnalyze([{ content, source: 'app' }])
  const [shortened, moved, removed] = await insightsOf(id!)
  const [quote] = (await callOk('GET', `/insights/${shortened!.id}/quotes`)).data
  await callOk('PATCH', `/insights/${shortened!.id}/quotes/${quote.id}`, {
    text: content.slice(quote.start, quote.end - 8),
  })
  await callOk('PATCH', `/insights/${moved!.id}`, { quote: content.slice(0, 14) })
  await callOk(
    'PATCH',
    `/insights/${removed!.id}/quotes/${(await callOk('GET', `/insights/${removed!.id}/quotes`)).data[0].id}`,
    { redacted: true },
  )
  const before = await insightsOf(id!)
  await callOk('POST', `/feedback/${id}/analyze`)
  await waitForOrgJobs()
  assert.deepEqual(
    (await insightsOf(id!)).map(({ id, name, quote }) => [id, name, quote]),
    before.map(({ id, name, quote }) => [id, name, quote]),
  )
})

test('feedback of an erased contact gives no insights again', async () => {
  const [id] = await sendAndAnalyze([
    { content: 'The calendar prints my secret plans twice.', source: 'app', contact: { email: 'gone@example.com' } },
  ])
  const [insight] = await insightsOf(id!)
  await callOk('POST', `/contacts/${(await callOk('GET', `/insights/${insight!.id}`)).contact_id}/erase`)
  await waitForOrgJobs()
  await callOk('POST', `/feedback/${id}/analyze`)
  await waitForOrgJobs()
  assert.deepEqual(
    (await insightsOf(id!)).map((one) => [one.id, one.quote]),
    [[insight!.id, '[redacted]']],
  )
})

test('insights of changed text supersede those of the old text', async () => {
  const [id] = await sendAndAnalyze([{ content: 'The calendar crashes when I open it.', source: 'app' }])
  const [old] = await insightsOf(id!)
  await callOk('PATCH', `/feedback/${id}`, { content: 'The calendar is wonderful, I love it.' })
  await waitForOrgJobs()
  const [now] = await insightsOf(id!)
  assert.equal(now!.sentiment, 'POSITIVE')
  assert.equal((await callOk('GET', `/insights/${old!.id}`)).superseded_by_id, now!.id)
})

test('a rating and an NPS score shift the sentiment', async () => {
  const content = 'We use it with twelve people in two offices'
  const [good, bad] = await sendAndAnalyze([
    { content, source: 'a', rating: { value: 5, scale_min: 1, scale_max: 5 } },
    { content, source: 'b', rating: { value: 1, scale_min: 1, scale_max: 5 } },
  ])
  const nps = await callOk('POST', '/nps/responses', { score: 0, reason: content, source: 'c' })
  await waitForOrgJobs()
  const mood = async (id: string) => (await insightsOf(id))[0]!.sentiment
  assert.deepEqual(
    [await mood(good!), await mood(bad!), await mood(nps.feedback_id)],
    ['POSITIVE', 'NEGATIVE', 'NEGATIVE'],
  )
})

async function assertSnapshotsMatchBacklog() {
  const { data: backlog } = await callOk('GET', '/opportunities')
  assert.ok(
    backlog.length >= 2 &&
      backlog.every(
        (one: { rank: number; origin: string; snapshot_id: string }) =>
          one.rank >= 1 && one.origin === 'pipeline' && one.snapshot_id,
      ),
  )
  const { data: snapshots } = await callOk('GET', '/opportunities/snapshots', undefined, { limit: '100' })
  const details = await Promise.all(
    snapshots.map(({ id }: { id: string }) => callOk('GET', `/opportunities/snapshots/${id}`)),
  )
  const newIds = details.flatMap((one) =>
    one.moves
      .filter((move: { change: string }) => move.change === 'new')
      .map((move: { opportunity_id: string }) => move.opportunity_id),
  )
  assert.deepEqual(
    newIds.sort(),
    backlog.map((one: { id: string }) => one.id).sort(),
    'each opportunity is new in one snapshot',
  )
  assert.equal(details[0].opportunity_count, backlog.length)
}

test('creates themes, subthemes and opportunities, and keeps them and their ids when the data grows tenfold', async () => {
  await sendAndAnalyze(feedbackOnTopics())
  const themes = async () =>
    (await callOk('GET', '/themes', undefined, { limit: '100', sort: 'created_at' })).data as {
      id: string
      name: string
      insight_count: number
    }[]
  const memberships = async () =>
    await app.store.rows<{ subtheme_id: string; insight_id: string }>(
      sql`select subtheme_id, insight_id from subtheme_insight where org_id = ${org.id} order by insight_id`,
    )
  const [firstThemes, firstMemberships] = [await themes(), await memberships()]
  assert.ok(firstThemes.length >= 2, JSON.stringify(firstThemes))
  await assertSnapshotsMatchBacklog()
  for (let round = 1; round < 10; round++)
    await sendAndAnalyze(feedbackOnTopics(' '.repeat(round) + 'again'.slice(0, round % 5) + round))
  const after = new Map((await themes()).map((theme) => [theme.id, theme.name]))
  for (const theme of firstThemes) assert.equal(after.get(theme.id), theme.name)
  const now = new Map((await memberships()).map((row) => [row.insight_id, row.subtheme_id]))
  for (const row of firstMemberships) assert.equal(now.get(row.insight_id), row.subtheme_id)
  const miscounted = await app.store.rows<{ id: string }>(sql`
    select t.id from theme t where t.org_id = ${org.id} and t.insight_count <> (
      select count(*) from insight_theme l
      join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
      where l.org_id = t.org_id and l.theme_id = t.id)`)
  assert.deepEqual(miscounted, [])
})

test('concurrent synthesis jobs assign every insight exactly once', async () => {
  const items = [0, 1, 2].flatMap((round) => feedbackOnTopics(` ${'abc'[round]}${round}`))
  await Promise.all(
    [0, 1, 2].map(async (n) => {
      await callOk('POST', '/feedback/bulk', { items: items.slice(n * 18, (n + 1) * 18) })
      await callOk('POST', '/theme-proposals/refresh')
    }),
  )
  await waitForOrgJobs()
  const twice = await app.store.rows(
    sql`select insight_id from subtheme_insight where org_id = ${org.id} group by insight_id having count(*) > 1`,
  )
  const names = await app.store.rows<{ name: string }>(
    sql`select lower(name) as name from subtheme where org_id = ${org.id}`,
  )
  const waiting = await app.store.rows(
    sql`select insight_id from insight_vector where org_id = ${org.id} and clustered_at is null`,
  )
  assert.deepEqual([twice, new Set(names.map((row) => row.name)).size, waiting], [[], names.length, []])
  assert.ok(names.length >= 2)
})
