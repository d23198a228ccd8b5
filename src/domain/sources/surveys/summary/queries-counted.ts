import { type CountQuery, dailyCounts, type Series } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { instantOf } from '#store/page.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { SummaryFilters } from '#domain/sources/surveys/responses/queries-list.ts'
import type { AnswerTally, ThemeTally } from './queries.ts'
import { maxThemes } from './queries.ts'

/* The answers of a survey from daily counts, which are by the question and what was answered in one value. */

const rangeOf = ({ submitted_after, submitted_before }: SummaryFilters): CountQuery => ({
  from: submitted_after && instantOf(submitted_after),
  to: submitted_before && instantOf(submitted_before),
})

export const countResponsesByDay = async (db: Db, org: string, filters: SummaryFilters) =>
  (await db.first<{ all: number; completed: number }>(sql`
    select coalesce(sum(count), 0) as all, coalesce(sum(completed), 0) as completed
    from ${dailyCounts(org, 'survey', { values: [filters.survey_id], ...rangeOf(filters) })} d`))!

const question = raw(`left(value, 36)::uuid as question_id`)
const answer = raw(`substr(value, 38)`)

const answersOf = (org: string, series: Series, filters: SummaryFilters, questions: readonly string[]): Sql =>
  dailyCounts(org, series, { prefixes: questions, ...rangeOf(filters) })

/** How often each question was answered. */
export const countAnswered = (db: Db, org: string, filters: SummaryFilters, questions: readonly string[]) =>
  db.rows<{ question_id: string; answered: number }>(sql`
    select value::uuid as question_id, sum(count) as answered
    from ${dailyCounts(org, 'survey.answered', { values: questions, ...rangeOf(filters) })} d group by 1`)

/** How often each number or option was given. */
export const countAnswers = (
  db: Db,
  org: string,
  series: 'survey.number' | 'survey.option',
  { filters, questions }: { filters: SummaryFilters; questions: readonly string[] },
) =>
  db.rows<AnswerTally>(sql`
    select ${question}, ${answer} as value, sum(count) as count
    from ${answersOf(org, series, filters, questions)} d group by value`)

export const listDates = (db: Db, org: string, filters: SummaryFilters, questions: readonly string[]) =>
  db.rows<{ question_id: string; earliest: string; latest: string }>(sql`
    select question_id, min(date) as earliest, max(date) as latest from (
      select ${question}, ${answer} as date from ${answersOf(org, 'survey.earliest', filters, questions)} d
      union all
      select ${question}, ${answer} from ${answersOf(org, 'survey.latest', filters, questions)} d) x
    group by question_id`)

export const listCountedThemes = (db: Db, org: string, filters: SummaryFilters, questions: readonly string[]) =>
  db.rows<ThemeTally>(sql`
    select question_id, id, name, color, count from (
      select c.question_id, t.id, t.name, t.color, c.count,
        row_number() over (partition by c.question_id order by c.count desc, lower(t.name), t.id) as rank
      from (
        select ${question}, ${answer}::uuid as theme_id, sum(count) as count
        from ${answersOf(org, 'survey.theme', filters, questions)} d group by value) c
      join theme t on t.org_id = ${org} and t.id = c.theme_id and t.archived_at is null and t.merged_into_id is null) x
    where rank <= ${maxThemes} order by question_id, rank`)
