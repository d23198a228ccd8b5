import type { Static } from 'typebox'
import type { surveys } from '#contract/resources/surveys.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import { insertRow } from '#store/table/insert-row.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import type { QuestionDefinition } from './question-rules.ts'
import { type NewQuestion, type NewSurvey, questionTable, surveyTable } from './table.ts'

type SurveyChange = Static<(typeof surveys.updateSurvey)['body']>

const surveyRow = insertRow(surveyTable)
const questionWrites = recordWrites(questionTable)

/** No row when the source and external id exist already. */
export const insertSurvey = (db: Db, org: string, row: NewSurvey) =>
  db.first<{ id: string }>(sql`
    insert into survey ${surveyRow(org, row)}
    on conflict (org_id, source, external_id) where status <> 'archived' do nothing returning id`)

export const updateSurvey = (db: Db, org: string, id: string, columns: SurveyChange) =>
  db.run(sql`
    update survey set ${assignments({ ...columns, updated_at: raw('now()') })}
    where org_id = ${org} and id = ${id}`)

/** For a survey whose questions changed. */
export const touchSurvey = (db: Db, org: string, id: string) => updateSurvey(db, org, id, {})

/** Appends questions from the given position on and returns their ids. */
export async function insertQuestions(
  db: Db,
  org: string,
  { survey_id, position }: { survey_id: string; position: number },
  questions: readonly QuestionDefinition[],
): Promise<string[]> {
  if (questions.length === 0) return []
  const rows = questions.map((question, n): NewQuestion => ({ id: newId(), ...question, position: position + n }))
  await db.run(sql`
    insert into survey_question (org_id, survey_id, ${questionWrites.names})
    select ${org}, ${survey_id}, ${questionWrites.inserted}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${questionWrites.recordset}`)
  return rows.map(({ id }) => id)
}

export const updateQuestion = (db: Db, org: string, id: string, { options, scale, ...columns }: QuestionDefinition) =>
  db.run(sql`
    update survey_question set ${assignments(columns)}, options = ${JSON.stringify(options)}::jsonb,
      scale = ${scale && JSON.stringify(scale)}::jsonb
    where org_id = ${org} and id = ${id}`)

export const deleteQuestion = (db: Db, org: string, id: string) =>
  db.run(sql`update survey_question set deleted_at = now() where org_id = ${org} and id = ${id}`)

export const reorderQuestions = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update survey_question q set position = x.position - 1
    from unnest(${ids}::uuid[]) with ordinality as x (id, position) where q.org_id = ${org} and q.id = x.id`)

export const archiveSurveys = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update survey set status = 'archived', updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and status <> 'archived'`)
