import type { Static } from 'typebox'
import type { Survey } from '#contract/resources/surveys.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import { questionTable, surveyTable } from './table.ts'

export type SurveyView = Static<typeof Survey>
export type QuestionRow = SelectedOf<typeof questionTable, 'survey_id'>
export type SurveyRow = Omit<SurveyView, 'questions' | 'question_count' | 'public_url' | 'completion_rate'> & {
  completed_count: number
  link_key: string | null
}

const columns = selectList(surveyTable, 's')

/** Surveys with the counts of their responses. */
export const selectSurveys = (org: string, surveys: Sql) => sql`
  select ${columns}, r.response_count, r.completed_count, r.last_response_at, l.key as link_key
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
  db.first<SurveyRow>(selectSurveys(org, sql`select * from survey where org_id = ${org} and id = ${id}`))

const questionColumns = selectList(questionTable, 'q', ['survey_id'])

export const listQuestions = (db: Db, org: string, surveys: readonly string[]) =>
  db.rows<QuestionRow>(sql`
    select ${questionColumns} from survey_question q
    where q.org_id = ${org} and q.survey_id = any(${surveys}::uuid[]) and q.deleted_at is null
    order by q.survey_id, q.position, q.id`)

/** Deleted questions too, because they may have answers. */
export const listAllQuestions = (db: Db, org: string, survey: string) =>
  db.rows<QuestionRow & { deleted: boolean }>(sql`
    select ${questionColumns}, q.deleted_at is not null as deleted from survey_question q
    where q.org_id = ${org} and q.survey_id = ${survey} order by q.position, q.id`)

export type LockedSurvey = Pick<SurveyView, 'id' | 'status' | 'source' | 'language' | 'starts_at' | 'ends_at'>
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
