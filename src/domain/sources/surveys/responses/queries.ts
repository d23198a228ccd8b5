import type { Static } from 'typebox'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { SurveyResponse } from '#contract/resources/survey-response-shapes.ts'
import { contactReference, inSegment, isInSegment } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/open.ts'
import { after, createdWithin, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { windowedPage } from '#store/windowed-page.ts'
import { displayValue } from './answer-rules.ts'
import type { Option, QuestionType } from '#domain/sources/surveys/question-rules.ts'

export type ResponseView = Static<typeof SurveyResponse>
export type ResponseListQuery = Static<(typeof surveyResponses.listSurveyResponses)['query']> & { survey_id: string }
type AnswerRow = {
  question_id: string
  key: string
  type: QuestionType
  options: Option[]
  value: string | boolean | null
  number: number | null
  option_ids: string[]
  feedback_id: string | null
}
export type ResponseRow = Omit<ResponseView, 'answers'> & {
  answers: AnswerRow[] | null
  deleted_at: string | null
  sort_key: string
  sync_until: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTime: Order = { by: 'submitted_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<ResponseListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-submitted_at': byTime,
  submitted_at: { ...byTime, descending: false },
}
export const orderOf = (query: Pick<ResponseListQuery, 'updated_since' | 'sort'>): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

/** Responses in the form of the contract, with their answers in the order of the questions. */
const responseSelect = (org: string, responses: Sql) => sql`
  select r.id, r.survey_id, r.external_id, r.contact_id, r.completed, r.submitted_at, r.language, r.metadata,
    r.created_at, r.updated_at, r.deleted_at, a.answers, coalesce(a.insight_count, 0) as insight_count,
    ${contactReference}
  from (${responses}) r
  left join contact c on c.org_id = r.org_id and c.org_id = ${org} and c.id = r.contact_id and c.deleted_at is null
  left join lateral (
    select sum(f.insight_count)::bigint as insight_count,
      json_agg(json_build_object('question_id', q.id, 'key', q.key, 'type', q.type, 'options', q.options,
        'value', a.value, 'number', a.number, 'option_ids', a.option_ids, 'feedback_id', a.feedback_id)
        order by q.position, q.id) as answers
    from survey_answer a join survey_question q on q.org_id = a.org_id and q.org_id = ${org} and q.id = a.question_id
    cross join lateral (
      select count(*) as insight_count from insight i
      where i.org_id = a.org_id and i.org_id = ${org} and i.feedback_id = a.feedback_id and i.live) f
    where a.org_id = r.org_id and a.org_id = ${org} and a.response_id = r.id) a on true`

export const toResponse = ({
  deleted_at: _,
  sort_key: __,
  sync_until: ___,
  answers,
  ...row
}: ResponseRow): ResponseView => ({
  ...row,
  answers: (answers ?? []).map(({ question_id, key, feedback_id, ...answer }) => ({
    question_id,
    key,
    value: displayValue(answer, answer),
    option_ids: answer.option_ids,
    feedback_id,
  })),
})

export const findResponse = async (
  db: Db,
  org: string,
  survey: string,
  id: string,
): Promise<ResponseView | undefined> => {
  const row = await db.first<ResponseRow>(
    responseSelect(
      org,
      sql`
      select * from survey_response
      where org_id = ${org} and survey_id = ${survey} and id = ${id} and deleted_at is null`,
    ),
  )
  return row && toResponse(row)
}

/** The sort key is read as text, so that a cursor holds it without loss of precision. */
export const listResponses = (db: Db, org: string, query: ResponseListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<ResponseRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${responseSelect(org, pageQuery(org, query, order, keys))}) s
    order by ${orderBy(order)}`)
}

function pageQuery(org: string, query: ResponseListQuery, order: Order, keys: readonly Key[] | undefined): Sql {
  const isByTime = !query.updated_since && query.sort?.endsWith('submitted_at')
  const scope = [
    sql`org_id = ${org} and survey_id = ${query.survey_id}`,
    ...state(query),
    ...(isByTime ? submittedWithin(query) : []),
    after(order, keys),
  ]
  const limit = sql`${query.limit + 1}`
  const { segment_id, question_key, ...others } = query
  const needsWindow =
    query.contact_id === undefined &&
    [segment_id, question_key, ...(isByTime ? [] : [query.submitted_after, query.submitted_before])].some(Boolean)
  if (!needsWindow)
    return sql`
      select * from survey_response where ${allOf([...scope, ...conditions(org, query)])}
      order by ${orderBy(order)} limit ${limit}`
  return windowedPage({
    table: 'survey_response',
    scope,
    filters: [
      ...conditions(org, others),
      segment_id ? isInSegment(org, segment_id) : undefined,
      question_key ? hasAnswer(org, query) : undefined,
    ],
    farFilters: conditions(org, query),
    order,
    limit,
  })
}

type ResponseFilters = Pick<ResponseListQuery, 'survey_id' | 'submitted_after' | 'submitted_before' | 'segment_id'>

const submittedWithin = ({ submitted_after, submitted_before }: Partial<ResponseFilters>): (Sql | undefined)[] => [
  submitted_after ? sql`submitted_at >= ${instantOf(submitted_after)}` : undefined,
  submitted_before ? sql`submitted_at < ${instantOf(submitted_before)}` : undefined,
]

/** The filters that lists and summaries share. */
export const responseFilters = (org: string, query: ResponseFilters): (Sql | undefined)[] => [
  sql`survey_id = ${query.survey_id}`,
  ...submittedWithin(query),
  query.segment_id ? inSegment(org, query.segment_id) : undefined,
]

/** What the index of an order has or begins at. */
const state = (query: ResponseListQuery): (Sql | undefined)[] => [
  query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
]

const conditions = (org: string, query: ResponseListQuery): (Sql | undefined)[] => [
  ...responseFilters(org, query),
  query.completed === undefined ? undefined : sql`completed = ${query.completed}`,
  query.contact_id ? sql`contact_id = ${query.contact_id}` : undefined,
  query.question_key ? sql`id in (${answers(org, query)})` : undefined,
]

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

export type LockedResponse = { id: string; deleted: boolean; feedback_ids: string[] }

/** With the feedback of its answers, which is deleted together with it. */
export const lockResponse = (db: Db, org: string, survey: string, id: string) =>
  db.first<LockedResponse>(sql`
    select r.id, r.deleted_at is not null as deleted,
      array(
        select a.feedback_id::text from survey_answer a
        where a.org_id = ${org} and a.response_id = r.id and a.feedback_id is not null order by 1) as feedback_ids
    from survey_response r where r.org_id = ${org} and r.survey_id = ${survey} and r.id = ${id} for no key update`)

export const markDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update survey_response set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)

/** Oldest first, one page at a time. */
export const listForExport = async (
  db: Db,
  org: string,
  survey: string,
  { limit, after = null }: { limit: number; after?: string | null | undefined },
): Promise<ResponseView[]> => {
  const page = sql`
    select * from survey_response
    where org_id = ${org} and survey_id = ${survey} and deleted_at is null
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`
  return (await db.rows<ResponseRow>(sql`${responseSelect(org, page)} order by r.id`)).map(toResponse)
}
