import type { Static } from 'typebox'
import type { SurveyResponse } from '#contract/resources/survey-response-shapes.ts'
import { contactReference } from '#domain/sources/contacts/queries.ts'
import type { QuestionDefinition } from '#domain/sources/surveys/question-rules.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import { textlessAssignments } from '#store/table/erase.ts'
import { jsonMembers, type SelectedOf, selectList } from '#store/table/define.ts'
import { displayValue } from './answer-rules.ts'
import { answerTable, responseTable } from './table.ts'

export type ResponseView = Static<typeof SurveyResponse>
type AnswerRow = SelectedOf<typeof answerTable, 'number'> & Pick<QuestionDefinition, 'key' | 'type' | 'options'>
export type SurveyResponseRow = Omit<ResponseView, 'answers'> & {
  answers: AnswerRow[] | null
  deleted_at: string | null
}

const columns = selectList(responseTable, 'r', ['deleted_at'])
const answer = jsonMembers(answerTable, 'a', ['number'])

/** Responses in the form of the contract, with their answers in the order of the questions. */
export const selectSurveyResponses = (org: string, responses: Sql) => sql`
  select ${columns}, a.answers, coalesce(a.insight_count, 0) as insight_count,
    ${contactReference}
  from (${responses}) r
  left join contact c on c.org_id = r.org_id and c.org_id = ${org} and c.id = r.contact_id and c.deleted_at is null
  left join lateral (
    select sum(f.insight_count)::bigint as insight_count,
      json_agg(json_build_object(${answer}, 'key', q.key, 'type', q.type, 'options', q.options)
        order by q.position, q.id) as answers
    from survey_answer a join survey_question q on q.org_id = a.org_id and q.org_id = ${org} and q.id = a.question_id
    cross join lateral (
      select count(*) as insight_count from insight i
      where i.org_id = a.org_id and i.org_id = ${org} and i.feedback_id = a.feedback_id and i.live) f
    where a.org_id = r.org_id and a.org_id = ${org} and a.response_id = r.id) a on true`

export const toSurveyResponse = ({ deleted_at: _, answers, ...row }: SurveyResponseRow): ResponseView => ({
  ...row,
  answers: (answers ?? []).map(({ question_id, key, feedback_id, ...answer }) => ({
    question_id,
    key,
    value: displayValue(answer, answer),
    option_ids: answer.option_ids,
    feedback_id,
  })),
})

export const findSurveyResponse = async (
  db: Db,
  org: string,
  survey: string,
  id: string,
): Promise<ResponseView | undefined> => {
  const row = await db.first<SurveyResponseRow>(
    selectSurveyResponses(
      org,
      sql`
      select * from survey_response
      where org_id = ${org} and survey_id = ${survey} and id = ${id} and deleted_at is null`,
    ),
  )
  return row && toSurveyResponse(row)
}

type LockedResponse = { id: string; deleted: boolean; feedback_ids: string[] }

/** With the feedback of its answers, which is deleted together with it. */
export const lockSurveyResponse = (db: Db, org: string, survey: string, id: string) =>
  db.first<LockedResponse>(sql`
    select r.id, r.deleted_at is not null as deleted,
      array(
        select a.feedback_id::text from survey_answer a
        where a.org_id = ${org} and a.response_id = r.id and a.feedback_id is not null order by 1) as feedback_ids
    from survey_response r where r.org_id = ${org} and r.survey_id = ${survey} and r.id = ${id} for no key update`)

export const markSurveyResponseDeleted = (db: Db, org: string, id: string) =>
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
  return (await db.rows<SurveyResponseRow>(sql`${selectSurveyResponses(org, page)} order by r.id`)).map(
    toSurveyResponse,
  )
}

const textless = textlessAssignments(responseTable)

/** Of deleted responses, which stay for delta exports. */
export async function eraseResponseTexts(db: Db, org: string, responses: readonly string[]) {
  await db.run(sql`delete from survey_answer where org_id = ${org} and response_id = any(${responses}::uuid[])`)
  await db.run(sql`
    update survey_response set ${textless} where org_id = ${org} and id = any(${responses}::uuid[])`)
}

export const deleteSurveyResponses = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update survey_response set deleted_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`)
