import type { Static } from 'typebox'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import { ofSegment } from '#domain/sources/contacts/queries.ts'
import { defineList } from '#store/lists/define.ts'
import { few, from, until } from '#store/lists/filters.ts'
import { conditionsOf } from '#store/lists/page-statement.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type SurveyResponseRow, type ResponseView, selectSurveyResponses, toSurveyResponse } from './queries.ts'
import { responseTable } from './table.ts'

type ResponseListQuery = Static<(typeof surveyResponses.listSurveyResponses)['query']> & { survey_id: string }

const numberPattern = /^-?\d{1,15}(\.\d{1,10})?$/

/** Matches the text, the number, or the id or label of an option. */
const answers = (org: string, { survey_id, question_key, value }: ResponseListQuery, more?: Sql): Sql => sql`
  select a.response_id from survey_answer a
  join survey_question q on q.org_id = a.org_id and q.org_id = ${org} and q.id = a.question_id
  where ${allOf([
    sql`a.org_id = ${org}`,
    more,
    sql`q.survey_id = ${survey_id} and q.key = ${question_key}`,
    value === undefined
      ? undefined
      : sql`(lower(a.value #>> '{}') = lower(${value})
          or a.number = ${numberPattern.test(value) ? Number(value) : null}::double precision
          or exists (
            select 1 from jsonb_to_recordset(q.options) as o (id text, label text)
            where o.id = any(a.option_ids) and (o.id = ${value} or lower(o.label) = lower(${value}))))`,
  ])}`

/** For each row by itself, without reading all answers. */
const hasAnswer = (org: string, query: ResponseListQuery) =>
  sql`exists (${answers(org, query, sql`a.response_id = survey_response.id`)} offset 0)`

const list = defineList<ResponseListQuery>()({
  table: responseTable,
  live: raw('deleted_at is null'),
  scope: ({ survey_id }) => [sql`survey_id = ${survey_id}`],
  orders: {},
  filters: {
    survey_id: { elsewhere: 'scope' },
    contact_id: few('contact_id'),
    segment_id: ofSegment,
    question_key: {
      where: (_, { org, query }) => sql`id in (${answers(org, query)})`,
      near: (_, { org, query }) => hasAnswer(org, query),
      reach: 'many',
    },
    value: { elsewhere: 'question_key' },
    submitted_after: from('submitted_at'),
    submitted_before: until('submitted_at'),
  },
})

export const responseList: RowList<ResponseListQuery, SurveyResponseRow, ResponseView> = {
  list,
  select: selectSurveyResponses,
  present: toSurveyResponse,
}

export type SummaryFilters = Pick<
  ResponseListQuery,
  'survey_id' | 'submitted_after' | 'submitted_before' | 'segment_id'
>

/** The responses that a summary is about. */
export const responseConditions = (org: string, filters: SummaryFilters) =>
  conditionsOf(list, org, { limit: 0, ...filters })
