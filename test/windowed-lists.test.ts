import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from './test-app.ts'

/*
 * Filters that many or few rows match: a page is taken from the next 2,000 rows of the list or, when these do not fill
 * it, by an index from all. Both have to return the same rows in the same order.
 */

const count = 4500

let app: TestApp
let org: Org
const theme = newId()
const segment = newId()
const id = (n: string) => raw(`('0190a000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)

before(async () => {
  app = await startTestApp()
  org = await app.org()
  const seeds = [
    sql`insert into theme (org_id, id, name, color) values (${org.id}, ${theme}, 'Export', '#2563eb')`,
    sql`insert into segment (org_id, id, name, color) values (${org.id}, ${segment}, 'Trial', '#2563eb')`,
    sql`insert into contact (org_id, id, name, email, company, tags, segment_ids)
      select ${org.id}, ${id('n')}, 'Person ' || n, 'p' || n || '@acme.example',
        jsonb_build_object('name', 'Company ' || n % 7), case when n % 900 = 5 then array['rare'] else '{}' end,
        case when n % 11 = 0 then array[${segment}]::uuid[] else '{}' end
      from generate_series(1, ${count}) n`,
    sql`insert into feedback (org_id, id, source, title, content, contact_id, tags, occurred_at)
      select ${org.id}, ${id('n')}, 'api', 'Title ' || n, case when n % 700 = 3 then 'A Needle ' else 'Hay ' end || n,
        ${id('n')}, case when n % 900 = 5 then array['rare'] else '{}' end,
        timestamptz '2026-01-01' + interval '1 minute' * ((n * 7919) % ${count})
      from generate_series(1, ${count}) n`,
    sql`insert into feedback_state (org_id, feedback_id, status) select org_id, id, 'analyzed' from feedback`,
    sql`insert into insight (org_id, id, name, sentiment, category, quote, description, source, segment_ids, tags,
        theme_ids, confidence, occurred_at, status)
      select ${org.id}, ${id('n')}, 'Name ' || n, (array['POSITIVE', 'NEGATIVE'])[1 + n % 2], 'PAIN_POINTS',
        case when n % 700 = 3 then '100%_Needle ' when n % 701 = 3 then '100 of Needle' else 'hay' end,
        case when n % 1500 = 9 then 'needle in the description' end, case when n % 13 = 0 then 'g2' else 'api' end,
        case when n % 11 = 0 then array[${segment}]::uuid[] else '{}' end,
        case when n % 900 = 5 then array['rare'] else '{}' end,
        case when n % 3 = 0 then array[${theme}]::uuid[] else '{}' end, (n % 97) / 97.0,
        timestamptz '2026-01-01' + interval '1 minute' * ((n * 7919) % ${count}),
        case when n % 50 = 0 then 'dismissed' else 'active' end
      from generate_series(1, ${count}) n`,
    sql`insert into insight_theme (org_id, theme_id, insight_id)
      select org_id, ${theme}, id from insight where theme_ids <> '{}'`,
  ]
  for (const seed of seeds) await app.store.run(seed)
})
after(() => app.close())

async function listAll(path: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const reply = await app.call(org.admin.key, 'GET', `${path}&limit=100${cursor && `&cursor=${cursor}`}`)
    assert.equal(reply.status, 200, reply.text)
    const { data, pagination } = reply.body as { data: { id: string }[]; pagination: { next_cursor: string | null } }
    ids.push(...data.map((row) => row.id))
    cursor = pagination.next_cursor
  }
  return ids
}

const early = "occurred_at < '2026-01-01T05:00:00Z'"
const isIn = (path: string) => `segment_ids @> array['${path}']::uuid[]`
const text = (value: string) =>
  `(name ilike '%${value}%' or quote ilike '%${value}%' or description ilike '%${value}%')`

const cases: Record<'insight' | 'feedback' | 'contact', [query: string, condition: string, order?: string][]> = {
  insight: [
    ['q=needle', text('needle')],
    ['q=HAY&source=g2', `${text('hay')} and source = 'g2'`],
    ['q=100%25_n', String.raw`quote ilike '%100\%\_n%'`],
    ['q=nowhere', 'false'],
    ['q=ne', text('ne')],
    ['q=needle&sort=created_at', text('needle'), 'id'],
    ['q=needle&sort=-occurred_at', text('needle'), 'occurred_at desc, id desc'],
    ['q=needle&sort=-confidence', text('needle'), 'coalesce(confidence, -1) desc, id desc'],
    ['occurred_before=2026-01-01T05:00:00Z', early],
    ['occurred_before=2026-01-01T05:00:00Z&sort=occurred_at', early, 'occurred_at, id'],
    ['tag=rare', `tags @> '{rare}'`],
    [`segment_id=${segment}&source=g2`, `${isIn(segment)} and source = 'g2'`],
    [`theme_id=${theme}&q=needle`, `theme_ids <> '{}' and ${text('needle')}`],
    [`theme_id=${theme}&sort=-occurred_at`, "theme_ids <> '{}'", 'occurred_at desc, id desc'],
    [`theme_id=${theme}&source=g2&sort=created_at`, "theme_ids <> '{}' and source = 'g2'", 'id'],
    [`theme_id=${theme}&created_after=2020-01-01&sentiment=POSITIVE`, "theme_ids <> '{}' and sentiment = 'POSITIVE'"],
  ],
  feedback: [
    ['q=needle', `content ilike '%needle%'`],
    ['q=title%2012', `title ilike '%title 12%'`],
    ['q=nowhere', 'false'],
    ['occurred_before=2026-01-01T05:00:00Z', early],
    [
      'occurred_before=2026-01-01T05:00:00Z&sort=-occurred_at&q=hay',
      `${early} and content ilike '%hay%'`,
      'occurred_at desc',
    ],
    ['tag=rare', `tags @> '{rare}'`],
    [`segment_id=${segment}`, `contact_id in (select id from contact where ${isIn(segment)})`],
  ],
  contact: [
    ['q=person%2012', `name ilike '%person 12%'`],
    ['q=P4321@', `email ilike '%p4321@%'`],
    ['q=company%203', `company->>'name' = 'Company 3'`],
    ['q=nowhere', 'false'],
    ['tag=rare', `tags @> '{rare}'`],
    ['company=company%204', `company->>'name' = 'Company 4'`],
    [`segment_id=${segment}&sort=-name`, isIn(segment), 'lower(name) desc'],
  ],
}

for (const [table, requests] of Object.entries(cases)) {
  test(`filters of ${table} list the same rows in the same order as the table holds`, async () => {
    const state = { insight: 'live', feedback: 'deleted_at is null', contact: 'deleted_at is null' }[table]!
    const path = { insight: '/insights', feedback: '/feedback', contact: '/contacts' }[table]!
    for (const [query, condition, order = 'id desc'] of requests) {
      const expected = await app.store.rows<{ id: string }>(sql`
        select id from ${raw(table)} where org_id = ${org.id} and ${raw(state)} and (${raw(condition)})
        order by ${raw(order)}`)
      assert.deepEqual(
        await listAll(`${path}?${query}`),
        expected.map((row) => row.id),
        `${path}?${query}`,
      )
    }
  })
}
