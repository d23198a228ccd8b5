import type { Db } from '#store/open.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { chosen } from './response-queries.ts'

export type Chosen = { survey_id: string; submitted_after?: string; submitted_before?: string; segment_id?: string }

/** The answers of the responses that are asked about. */
const answers = (org: string, wanted: Chosen): Sql => sql`
  survey_answer a join (select id from survey_response where ${allOf([sql`org_id = ${org}`, raw('deleted_at is null'), ...chosen(org, wanted)])}) r
    on a.org_id = ${org} and a.response_id = r.id`

export const responsesIn = async (db: Db, org: string, wanted: Chosen) =>
  (await db.first<{ all: number; completed: number }>(sql`
    select count(*) as all, count(*) filter (where completed) as completed
    from survey_response where ${allOf([sql`org_id = ${org}`, raw('deleted_at is null'), ...chosen(org, wanted)])}`))!

export type Measure = {
  question_id: string
  answered: number
  mean: number | null
  median: number | null
  min: number | null
  max: number | null
  earliest: string | null
  latest: string | null
}

export const measures = (db: Db, org: string, wanted: Chosen) =>
  db.rows<Measure>(sql`
    select a.question_id, count(*) as answered, avg(a.number) as mean, percentile_cont(0.5) within group (order by a.number) as median, min(a.number) as min, max(a.number) as max,
      min(a.value #>> '{}') as earliest, max(a.value #>> '{}') as latest
    from ${answers(org, wanted)} group by a.question_id`)

export type Tally = { question_id: string; what: string; count: number }

/** How often each number was given, of scales and NPS. */
export const numbers = (db: Db, org: string, wanted: Chosen) =>
  db.rows<Tally>(sql`
    select a.question_id, a.number::text as what, count(*) as count from ${answers(org, wanted)}
    join survey_question q on q.org_id = ${org} and q.id = a.question_id and q.type in ('rating', 'nps', 'csat', 'ces')
    where a.number is not null group by 1, 2`)

/** How often each option was chosen, yes and no among them. */
export const choices = (db: Db, org: string, wanted: Chosen) =>
  db.rows<Tally>(sql`
    select a.question_id, o.id as what, count(*) as count from ${answers(org, wanted)}
    cross join lateral unnest(case when jsonb_typeof(a.value) = 'boolean' then array[a.value #>> '{}'] else a.option_ids end) as o (id) group by 1, 2`)

export type ThemeTally = { question_id: string; id: string; name: string; color: string; count: number }
const maxThemes = 5

/** What people talk about in their own words: in how many responses, the most frequent first. */
export const themesIn = (db: Db, org: string, wanted: Chosen) =>
  db.rows<ThemeTally>(sql`
    select question_id, id, name, color, count from (
      select a.question_id, t.id, t.name, t.color, count(distinct a.response_id) as count,
        row_number() over (partition by a.question_id order by count(distinct a.response_id) desc, lower(t.name), t.id) as place
      from ${answers(org, wanted)}
      join insight i on i.org_id = ${org} and i.feedback_id = a.feedback_id and i.live
      join insight_theme l on l.org_id = i.org_id and l.insight_id = i.id
      join theme t on t.org_id = l.org_id and t.id = l.theme_id and t.archived_at is null and t.merged_into_id is null
      group by a.question_id, t.id, t.name, t.color) x
    where place <= ${maxThemes} order by question_id, place`)
