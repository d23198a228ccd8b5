import type { Static } from 'typebox'
import type { SurveyResponse, surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { shownValue } from './answer-rules.ts'
import type { Option, QuestionType } from './question-rules.ts'

export type Response = Static<typeof SurveyResponse>
export type Wanted = Static<(typeof surveyResponses.listSurveyResponses)['query']> & { survey_id: string }
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
export type ResponseRow = Omit<Response, 'answers'> & {
  answers: AnswerRow[] | null
  deleted_at: string | null
  sort_key: string
  sync_until: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTime: Order = { by: 'submitted_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-submitted_at': byTime,
  submitted_at: { ...byTime, descending: false },
}
export const orderOf = (wanted: Pick<Wanted, 'updated_since' | 'sort'>): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

/** Some responses with their answers, in the order of the questions. */
const shown = (which: Sql) => sql`
  select r.id, r.survey_id, r.external_id, r.contact_id, r.completed, r.submitted_at, r.language, r.metadata, r.created_at, r.updated_at, r.deleted_at, a.answers,
    coalesce(a.insight_count, 0) as insight_count,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end as contact
  from (${which}) r
  left join contact c on c.org_id = r.org_id and c.id = r.contact_id and c.deleted_at is null
  left join lateral (
    select sum(f.insight_count)::bigint as insight_count,
      json_agg(json_build_object('question_id', q.id, 'key', q.key, 'type', q.type, 'options', q.options, 'value', a.value, 'number', a.number, 'option_ids', a.option_ids,
        'feedback_id', a.feedback_id) order by q.position, q.id) as answers
    from survey_answer a join survey_question q on q.org_id = a.org_id and q.id = a.question_id
    cross join lateral (select count(*) as insight_count from insight i where i.org_id = a.org_id and i.feedback_id = a.feedback_id and i.live) f
    where a.org_id = r.org_id and a.response_id = r.id) a on true`

export const responseOf = ({
  deleted_at: _,
  sort_key: __,
  sync_until: ___,
  answers,
  ...row
}: ResponseRow): Response => ({
  ...row,
  answers: (answers ?? []).map(({ question_id, key, feedback_id, ...answer }) => ({
    question_id,
    key,
    value: shownValue(answer, answer),
    option_ids: answer.option_ids,
    feedback_id,
  })),
})

export const responseById = async (db: Db, org: string, survey: string, id: string): Promise<Response | undefined> => {
  const row = await db.first<ResponseRow>(
    shown(
      sql`select * from survey_response where org_id = ${org} and survey_id = ${survey} and id = ${id} and deleted_at is null`,
    ),
  )
  return row && responseOf(row)
}

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfResponses = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<ResponseRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(sql`
      select * from survey_response where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted), after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`)}) s
    order by ${orderBy(order)}`)
}

type Chosen = Pick<Wanted, 'survey_id' | 'submitted_after' | 'submitted_before' | 'segment_id'>

/** Which responses a list or a summary is about. */
export const chosen = (org: string, w: Chosen): (Sql | undefined)[] => [
  sql`survey_id = ${w.survey_id}`,
  w.submitted_after ? sql`submitted_at >= ${instantOf(w.submitted_after)}` : undefined,
  w.submitted_before ? sql`submitted_at < ${instantOf(w.submitted_before)}` : undefined,
  w.segment_id
    ? sql`contact_id in (select id from contact c where c.org_id = ${org} and c.segment_ids @> array[${w.segment_id}]::uuid[] and c.deleted_at is null)`
    : undefined,
]

const conditions = (org: string, w: Wanted): (Sql | undefined)[] => [
  ...chosen(org, w),
  w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
  w.completed === undefined ? undefined : sql`completed = ${w.completed}`,
  w.contact_id ? sql`contact_id = ${w.contact_id}` : undefined,
  w.question_key ? answeredWith(org, w) : undefined,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]

const numeral = /^-?\d{1,15}(\.\d{1,10})?$/

/** By the words, the number, or the id or label of an option. */
const answeredWith = (org: string, { survey_id, question_key, value }: Wanted): Sql => sql`
  id in (select a.response_id from survey_answer a join survey_question q on q.org_id = a.org_id and q.id = a.question_id
    where ${allOf([
      sql`a.org_id = ${org}`,
      sql`q.survey_id = ${survey_id} and q.key = ${question_key}`,
      value === undefined
        ? undefined
        : sql`(lower(a.value #>> '{}') = lower(${value}) or a.number = ${numeral.test(value) ? Number(value) : null}::double precision
            or exists (select 1 from jsonb_to_recordset(q.options) as o (id text, label text) where o.id = any(a.option_ids) and (o.id = ${value} or lower(o.label) = lower(${value}))))`,
    ])})`

export type HeldResponse = { id: string; deleted: boolean; feedback_ids: string[] }

/** With what it became, to take away together. */
export const holdResponse = (db: Db, org: string, survey: string, id: string) =>
  db.first<HeldResponse>(sql`
    select r.id, r.deleted_at is not null as deleted,
      array(select a.feedback_id::text from survey_answer a where a.org_id = ${org} and a.response_id = r.id and a.feedback_id is not null order by 1) as feedback_ids
    from survey_response r where r.org_id = ${org} and r.survey_id = ${survey} and r.id = ${id} for no key update`)

export const markDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update survey_response set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)

/** Oldest first, some at a time. */
export const pageOfExport = async (
  db: Db,
  org: string,
  survey: string,
  limit: number,
  after: string | undefined,
): Promise<Response[]> =>
  (
    await db.rows<ResponseRow>(
      sql`${shown(sql`
    select * from survey_response where org_id = ${org} and survey_id = ${survey} and deleted_at is null and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`)} order by r.id`,
    )
  ).map(responseOf)
