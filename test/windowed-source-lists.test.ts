import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from './test-app.ts'

/*
 * NPS responses, tickets, interviews and survey responses by filters that many or few rows match: a page from the next
 * 2,000 rows of the list and one by an index have to return the same rows in the same order.
 */

const count = 3000

let app: TestApp
let org: Org
const theme = newId()
const segment = newId()
const survey = newId()
const question = newId()
const id = (n: string) => raw(`('0190a000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)
const rare = raw(`case when n % 900 = 5 then array['rare'] when n % 2 = 0 then array['often'] else '{}' end`)
const needle = raw(`case when n % 700 = 3 then 'A 100%_Needle ' else 'Hay ' end || n`)
const at = raw(`timestamptz '2026-01-01' + interval '1 minute' * ((n * 7919) % ${count})`)
const numbers = raw(`generate_series(1, ${count}) n`)

before(async () => {
  app = await startTestApp()
  org = await app.org()
  const seeds = [
    sql`insert into theme (org_id, id, name, color) values (${org.id}, ${theme}, 'Export', '#2563eb')`,
    sql`insert into segment (org_id, id, name, color) values (${org.id}, ${segment}, 'Trial', '#2563eb')`,
    sql`insert into contact (org_id, id, name, segment_ids)
      select ${org.id}, ${id('n')}, 'Person ' || n, case when n % 110 = 0 then array[${segment}]::uuid[] else '{}' end
      from ${numbers}`,
    sql`insert into feedback (org_id, id, source, source_type, title, content, contact_id, tags, occurred_at)
      select ${org.id}, ${id('n')}, 'api', 'interview', 'Title ' || n, ${needle}, ${id('n')}, ${rare}, ${at}
      from ${numbers}`,
    sql`insert into feedback_state (org_id, feedback_id, status) select org_id, id, 'analyzed' from feedback`,
    sql`insert into interview (org_id, id, interview_date, word_count, segment_count)
      select org_id, id, occurred_at::date, 1, 1 from feedback where org_id = ${org.id}`,
    sql`insert into nps_response (org_id, id, score, source, external_id, contact_id, feedback_id, tags, responded_at)
      select ${org.id}, ${id('n')}, n % 11, case when n % 800 = 1 then 'g2' else 'api' end, n::text, ${id('n')},
        ${id('n')}, ${rare}, ${at} from ${numbers}`,
    sql`insert into support_ticket (org_id, id, source, source_name, external_id, subject, body, tags, contact_id,
        opened_at)
      select ${org.id}, ${id('n')}, 'zendesk', 'support', n::text, 'Subject ' || n, ${needle}, ${rare}, ${id('n')}, ${at}
      from ${numbers}`,
    sql`insert into insight (org_id, id, name, sentiment, category, feedback_id, theme_ids)
      select ${org.id}, ${id('n')}, 'Name ' || n, 'NEUTRAL', 'PAIN_POINTS', ${id('n')},
        case when n % 600 = 7 then array[${theme}]::uuid[] else '{}' end from ${numbers}`,
    sql`insert into insight_theme (org_id, theme_id, insight_id)
      select org_id, ${theme}, id from insight where theme_ids <> '{}'`,
    sql`insert into survey (org_id, id, title, status) values (${org.id}, ${survey}, 'Survey', 'active')`,
    sql`insert into survey_question (org_id, id, survey_id, key, type, text, scale, position)
      values (${org.id}, ${question}, ${survey}, 'score', 'nps', 'Would you?', '{"min": 0, "max": 10}', 0)`,
    sql`insert into survey_response (org_id, id, survey_id, contact_id, completed, submitted_at)
      select ${org.id}, ${id('n')}, ${survey}, ${id('n')}, true, ${at} from ${numbers}`,
    sql`insert into survey_answer (org_id, response_id, question_id, value, number)
      select ${org.id}, ${id('n')}, ${question}, to_jsonb(x), x
      from ${numbers} cross join lateral (select case when n % 500 = 9 then 7 else 3 end as x) x`,
    sql`analyze contact, feedback, nps_response, support_ticket, insight, survey_response, survey_answer`,
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

const early = '2026-01-01T05:00:00Z'
const tagged = `tags @> '{rare}'`
const inSegment = () => `contact_id in (select id from contact where segment_ids @> array['${segment}']::uuid[])`
const ofFeedback = (condition: string) => `feedback_id in (select id from feedback where ${condition})`

type Requests = [query: string, condition: string, order?: string][]
const lists: Record<string, { table: string; path: string; requests: () => Requests }> = {
  'NPS responses': {
    table: 'nps_response',
    path: '/nps/responses',
    requests: () => [
      ['q=needle', ofFeedback(`content ilike '%needle%'`)],
      ['q=100%25_n&sort=-responded_at', ofFeedback(`content ilike '%needle%'`), 'responded_at desc, id desc'],
      ['q=nowhere', 'false'],
      ['tag=rare', tagged],
      ['tag=rare&sort=score', tagged, 'score, id'],
      ['source=g2', `source = 'g2'`],
      [`segment_id=${segment}`, inSegment()],
      [`theme_id=${theme}`, `feedback_id in (select feedback_id from insight where theme_ids <> '{}')`],
      [`occurred_before=${early}`, `responded_at < '${early}'`],
      [`occurred_before=${early}&sort=responded_at`, `responded_at < '${early}'`, 'responded_at, id'],
    ],
  },
  tickets: {
    table: 'support_ticket',
    path: '/support/cs/tickets',
    requests: () => [
      ['q=needle', `body ilike '%needle%'`],
      ['q=subject%2012', `subject ilike '%subject 12%'`],
      ['q=nowhere', 'false'],
      ['tag=rare&sort=opened_at', tagged, 'opened_at, id'],
      [`segment_id=${segment}`, inSegment()],
      [`opened_before=${early}`, `opened_at < '${early}'`],
      [
        `occurred_before=${early}&sort=-opened_at&q=hay`,
        `opened_at < '${early}' and body ilike '%hay%'`,
        'opened_at desc, id desc',
      ],
    ],
  },
  interviews: {
    table: 'feedback',
    path: '/interviews',
    requests: () => [
      ['q=needle', `content ilike '%needle%'`],
      ['q=title%2012&sort=interview_date', `title ilike '%title 12%'`, 'occurred_at, id'],
      ['q=nowhere', 'false'],
      ['tag=rare', tagged],
      [`segment_id=${segment}`, inSegment()],
      [`interview_before=${early}`, `occurred_at < '${early}'`],
    ],
  },
  'survey responses': {
    table: 'survey_response',
    path: `/surveys/${survey}/responses`,
    requests: () => [
      ['question_key=score&value=7', 'id in (select response_id from survey_answer where number = 7)'],
      ['question_key=score&value=8', 'false'],
      [`segment_id=${segment}`, inSegment()],
      [`submitted_before=${early}`, `submitted_at < '${early}'`],
      [`submitted_before=${early}&sort=submitted_at`, `submitted_at < '${early}'`, 'submitted_at, id'],
    ],
  },
}

for (const [name, { table, path, requests }] of Object.entries(lists))
  test(`filters of ${name} list the same rows in the same order as the table holds`, async () => {
    for (const [query, condition, order = 'id desc'] of requests()) {
      const expected = await app.store.rows<{ id: string }>(sql`
        select id from ${raw(table)} where org_id = ${org.id} and deleted_at is null and (${raw(condition)})
        order by ${raw(order)}`)
      assert.ok(condition === 'false' || expected.length > 0, `no row matches ${path}?${query}`)
      assert.deepEqual(
        await listAll(`${path}?${query}`),
        expected.map((row) => row.id),
        `${path}?${query}`,
      )
    }
  })
