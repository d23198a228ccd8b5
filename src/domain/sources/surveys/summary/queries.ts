import type { Db } from '#store/open.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'
import { responseConditions, type SummaryFilters } from '#domain/sources/surveys/responses/queries-list.ts'

const isSelected = (org: string, filters: SummaryFilters): Sql => allOf(responseConditions(org, filters))

/** The answers of the selected responses. */
const answers = (org: string, filters: SummaryFilters): Sql => sql`
  survey_answer a join (select id from survey_response where ${isSelected(org, filters)}) r
    on a.org_id = ${org} and a.response_id = r.id`

export const countResponses = async (db: Db, org: string, filters: SummaryFilters) =>
  (await db.first<{ all: number; completed: number }>(sql`
    select count(*) as all, count(*) filter (where completed) as completed
    from survey_response where ${isSelected(org, filters)}`))!

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

export const listMeasures = (db: Db, org: string, filters: SummaryFilters) =>
  db.rows<Measure>(sql`
    select a.question_id, count(*) as answered, avg(a.number) as mean,
      percentile_cont(0.5) within group (order by a.number) as median, min(a.number) as min, max(a.number) as max,
      min(a.value #>> '{}') as earliest, max(a.value #>> '{}') as latest
    from ${answers(org, filters)} group by a.question_id`)

export type AnswerTally = { question_id: string; value: string; count: number }

/** How often each number of a scale was given. */
export const countNumbers = (db: Db, org: string, filters: SummaryFilters) =>
  db.rows<AnswerTally>(sql`
    select a.question_id, a.number::text as value, count(*) as count from ${answers(org, filters)}
    join survey_question q on q.org_id = ${org} and q.id = a.question_id and q.type in ('rating', 'nps', 'csat', 'ces')
    where a.number is not null group by 1, 2`)

/** How often each option was chosen, including yes and no. */
export const countChoices = (db: Db, org: string, filters: SummaryFilters) =>
  db.rows<AnswerTally>(sql`
    select a.question_id, o.id as value, count(*) as count from ${answers(org, filters)}
    cross join lateral unnest(
      case when jsonb_typeof(a.value) = 'boolean' then array[a.value #>> '{}'] else a.option_ids end) as o (id)
    group by 1, 2`)

export type ThemeTally = { question_id: string; id: string; name: string; color: string; count: number }
export const maxThemes = 5

/** The most frequent themes of each open question, by the number of responses. */
export const listTopThemes = (db: Db, org: string, filters: SummaryFilters) =>
  db.rows<ThemeTally>(sql`
    select question_id, id, name, color, count from (
      select a.question_id, t.id, t.name, t.color, count(distinct a.response_id) as count,
        row_number() over (
          partition by a.question_id order by count(distinct a.response_id) desc, lower(t.name), t.id) as rank
      from ${answers(org, filters)}
      join insight i on i.org_id = ${org} and i.feedback_id = a.feedback_id and i.live
      join insight_theme l on l.org_id = i.org_id and l.org_id = ${org} and l.insight_id = i.id
      join theme t on t.org_id = l.org_id and t.org_id = ${org} and t.id = l.theme_id and t.archived_at is null
        and t.merged_into_id is null
      group by a.question_id, t.id, t.name, t.color) x
    where rank <= ${maxThemes} order by question_id, rank`)
