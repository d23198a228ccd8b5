import type { Static } from 'typebox'
import type { Survey, surveys } from '#contract/resources/surveys.ts'
import type { Db } from '#store/open.ts'
import { after, containing, createdWithin, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import type { AnswerableQuestion } from './question-rules.ts'
import type { SurveyStatus } from './rules.ts'

export type SurveyView = Static<typeof Survey>
export type SurveyListQuery = Static<(typeof surveys.listSurveys)['query']>
export type QuestionRow = AnswerableQuestion & { survey_id: string; position: number }
export type SurveyRow = Omit<SurveyView, 'questions' | 'question_count' | 'public_url' | 'completion_rate'> & {
  completed_count: number
  link_key: string | null
  sort_key: string
  sync_until: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTitle: Order = { by: 'lower(title)', type: 'text', descending: false }
const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<SurveyListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  title: byTitle,
  '-title': { ...byTitle, descending: true },
  '-updated_at': byChange,
}
export const orderOf = (query: SurveyListQuery): Order =>
  query.updated_since ? { ...byChange, descending: false } : orders[query.sort ?? '-created_at']

const surveySelect = (org: string, surveys: Sql) => sql`
  select s.id, s.title, s.description, s.status, s.language, s.thank_you, s.source, s.external_id, s.starts_at,
    s.ends_at, s.tags, s.created_at, s.updated_at, r.response_count, r.completed_count, r.last_response_at,
    l.key as link_key
  from (${surveys}) s
  cross join lateral (
    select count(*) as response_count, count(*) filter (where completed) as completed_count,
      max(created_at) as last_response_at
    from survey_response r where r.org_id = s.org_id and r.org_id = ${org} and r.survey_id = s.id
      and r.deleted_at is null) r
  left join lateral (
    select key from survey_link l where l.org_id = s.org_id and l.org_id = ${org} and l.survey_id = s.id
      and l.revoked_at is null
    order by l.id limit 1) l on true`

export const findSurvey = (db: Db, org: string, id: string) =>
  db.first<SurveyRow>(surveySelect(org, sql`select * from survey where org_id = ${org} and id = ${id}`))

/** The sort key is read as text, so that a cursor holds it without loss of precision. */
export const listSurveys = (db: Db, org: string, query: SurveyListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const key = order.by === 'updated_at' ? raw('iso(updated_at)') : raw(`(${order.by})::text`)
  return db.rows<SurveyRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${surveySelect(
      org,
      sql`
      select * from survey where ${allOf([sql`org_id = ${org}`, ...conditions(query), after(order, keys)])}
      order by ${orderBy(order)} limit ${query.limit + 1}`,
    )}) s
    order by ${orderBy(order)}`)
}

function statusCondition({ status, include_archived, updated_since }: SurveyListQuery): Sql | undefined {
  if (status) return sql`status = any(${status})`
  return include_archived || updated_since ? undefined : raw("status <> 'archived'")
}

const conditions = (query: SurveyListQuery): (Sql | undefined)[] => [
  statusCondition(query),
  query.q ? sql`(title ilike ${containing(query.q)} or description ilike ${containing(query.q)})` : undefined,
  query.source && sql`source = any(${query.source})`,
  query.tag && sql`tags && ${query.tag}`,
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
]

const questionColumns = raw('id, survey_id, key, type, text, required, options, scale, position, "analyze"')

export const listQuestions = (db: Db, org: string, surveys: readonly string[]) =>
  db.rows<QuestionRow>(sql`
    select ${questionColumns} from survey_question
    where org_id = ${org} and survey_id = any(${surveys}::uuid[]) and deleted_at is null
    order by survey_id, position, id`)

/** Deleted questions too, because they may have answers. */
export const listAllQuestions = (db: Db, org: string, survey: string) =>
  db.rows<QuestionRow & { deleted: boolean }>(sql`
    select ${questionColumns}, deleted_at is not null as deleted from survey_question
    where org_id = ${org} and survey_id = ${survey} order by position, id`)

export type LockedSurvey = {
  id: string
  status: SurveyStatus
  source: string
  language: string | null
  starts_at: string | null
  ends_at: string | null
}
const lockedColumns = raw('id, status, source, language, starts_at, ends_at')

/** Excludes responses too. */
export const lockSurvey = (db: Db, org: string, id: string) =>
  db.first<LockedSurvey>(sql`select ${lockedColumns} from survey where org_id = ${org} and id = ${id} for update`)

/** Allows other responses, but no change of the questions. */
export const lockSurveyShared = (db: Db, org: string, id: string) =>
  db.first<LockedSurvey>(sql`select ${lockedColumns} from survey where org_id = ${org} and id = ${id} for key share`)

export const surveyExists = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from survey where org_id = ${org} and id = ${id}`)) !== undefined

export const hasResponses = async (db: Db, org: string, survey: string) =>
  (await db.first(sql`select 1 from survey_response where org_id = ${org} and survey_id = ${survey} limit 1`)) !==
  undefined
