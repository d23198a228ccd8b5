import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { itemsFingerprint, readStoredAnalysis, readVectors, toStoredFinding } from '#demo/stored-analysis.ts'
import { loadDemo, type LoadedDemo } from '#demo/load.ts'
import { itemsForAnalysis, listItems, textToAnalyze } from '#demo/feedback-rows.ts'
import { analyze } from '#engine/analyze.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import { type Embedder, openEmbedder } from '#engine/embed/embedder.ts'
import { raw, sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let demo: LoadedDemo
let embedder: Embedder | undefined
before(async () => {
  app = await startTestApp()
  demo = await loadDemo(app.store, app.settings, new Date())
  embedder = await openEmbedder('model')
})
after(async () => {
  await embedder?.close()
  await app.close()
  assert.deepEqual(app.errors, [])
})

const get = async (path: string, query: Record<string, string> = {}) => {
  const reply = await app.call(demo.key, 'GET', path, { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const count = async (table: string) =>
  (await app.store.first<{ n: number }>(sql`select count(*) as n from ${raw(table)} where org_id = ${demo.org_id}`))!.n

test('the stored analysis matches the engine (run `npm run analyse:demo` if it does not)', async () => {
  const items = listItems('full')
  const stored = readStoredAnalysis()
  assert.equal(stored.of, itemsFingerprint(items), 'stored for these texts and this engine version')
  const sample = itemsForAnalysis(items).filter((_, n) => n % 97 === 0)
  const found = await analyze(sample.map(textToAnalyze), embedder!.read)
  const current = sample.flatMap((item, n) => found[n]!.map((finding) => toStoredFinding(item.n, finding)))
  const before = stored.findings.filter(({ item }) => sample.some((one) => one.n === item))
  assert.deepEqual(current, before)
  const authored = readVectors().length - stored.findings.length
  const vector = Buffer.from(quantize(found[0]![0]!.vector)).toString('hex')
  assert.equal(vector, readVectors()[authored + stored.findings.indexOf(before[0]!)])
})

test('has a year of feedback: two thousand different items of two hundred contacts', async () => {
  assert.ok(
    (await count('feedback')) >= 2000 &&
      (await count('contact')) >= 200 &&
      (await count('nps_response')) >= 500 &&
      (await count('support_ticket')) >= 250 &&
      (await count('interview')) >= 2,
  )
  const { words, days } = (await app.store.first<{ words: number; days: number }>(sql`
    select count(distinct lower(content)) as words, extract(day from max(occurred_at) - min(occurred_at))::int as days from feedback where org_id = ${demo.org_id}`))!
  assert.equal(words, await count('feedback'))
  assert.ok(days > 350 && days <= 366)
})

test('quotes and the counts of themes and subthemes are consistent', async () => {
  const wrong = await app.store.rows(sql`
    select q.id::text from quote q join feedback f on f.org_id = q.org_id and f.id = q.feedback_id
    where q.org_id = ${demo.org_id} and regexp_replace(substr(f.content, q.start_offset + 1, q.end_offset - q.start_offset), '\\s+', ' ', 'g') <> regexp_replace(q.text, '\\s+', ' ', 'g')
    union all select t.id::text from theme t where t.org_id = ${demo.org_id} and t.insight_count <> (
      select count(*) from insight i where i.org_id = t.org_id and i.live and t.id = any(i.theme_ids))
    union all select s.id::text from subtheme s where s.org_id = ${demo.org_id} and (s.insight_count < 2 or s.insight_count <> (
      select count(*) from subtheme_insight l where l.org_id = s.org_id and l.subtheme_id = s.id))`)
  assert.deepEqual(wrong, [])
})

test('themes have trends, the analysis created some, and subthemes became opportunities', async () => {
  const { data } = await get('/themes', { limit: '100' })
  const authored = [
    'Mobile app',
    'Offline and sync',
    'Writing assistant',
    'Onboarding and templates',
    'Export and portability',
    'Search quality',
    'Sharing and permissions',
    'Pricing and plans',
    'Editor and formatting',
    'Integrations and API',
  ]
  const found = [
    'Calendar',
    'Comments and mentions',
    'Customer support',
    'Dark mode',
    'Folders',
    'Notes',
    'Notifications',
    'Spell checker',
    'Status page',
    'Tasks',
    'Undo',
    'Version history',
  ]
  assert.deepEqual(data.map((one: any) => one.name).sort(), [...authored, ...found].sort())
  const trends = new Map<string, string>()
  for (const { id, name } of data) trends.set(name, (await get(`/themes/${id}`)).trend)
  for (const name of ['Mobile app', 'Offline and sync', 'Writing assistant'])
    assert.equal(trends.get(name), 'rising', name)
  for (const name of ['Onboarding and templates']) assert.equal(trends.get(name), 'falling', name)
  const subthemes = await get('/subthemes', { limit: '5' })
  assert.ok(subthemes.pagination.total >= 60)
  const detail = await get(`/subthemes/${subthemes.data[0].id}`)
  assert.ok(detail.blocks.length >= 4)
  const opportunities = await get('/opportunities', { limit: '100' })
  assert.ok(opportunities.data.filter((one: any) => one.origin === 'pipeline').length >= 40)
})

test('no analysis work is left', async () => {
  const left = await app.store.rows(sql`
    select 1 from feedback_state where org_id = ${demo.org_id} and status not in ('analyzed', 'skipped')
    union all select 1 from insight_vector where org_id = ${demo.org_id} and clustered_at is null
    union all select 1 from job where org_id = ${demo.org_id}`)
  assert.deepEqual(left, [])
})
