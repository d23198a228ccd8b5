import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import type { Shape } from './question-rules.ts'

export type SurveyColumns = {
  title?: string
  description?: string | null
  status?: string
  language?: string | null
  thank_you?: string | null
  starts_at?: string | null
  ends_at?: string | null
  tags?: string[]
}
export type NewSurvey = SurveyColumns & { id: string; title: string; source: string; external_id: string | null }

/** No row when there is one of this source with this external id already. */
export const insertSurvey = (db: Db, org: string, row: NewSurvey) =>
  db.first<{ id: string }>(sql`
    insert into survey (org_id, id, title, description, status, language, thank_you, source, external_id, starts_at, ends_at, tags)
    values (${org}, ${row.id}, ${row.title}, ${row.description ?? null}, ${row.status ?? 'draft'}, ${row.language ?? null}, ${row.thank_you ?? null}, ${row.source}, ${row.external_id},
      ${row.starts_at ?? null}, ${row.ends_at ?? null}, ${row.tags ?? []})
    on conflict (org_id, source, external_id) where status <> 'archived' do nothing returning id`)

export const changeSurvey = (db: Db, org: string, id: string, columns: SurveyColumns) =>
  db.run(
    sql`update survey set ${assignments(columns)}${raw(Object.values(columns).some((value) => value !== undefined) ? ',' : '')} updated_at = now() where org_id = ${org} and id = ${id}`,
  )

export async function insertQuestions(
  db: Db,
  org: string,
  survey: string,
  shapes: readonly Shape[],
  from: number,
): Promise<string[]> {
  if (shapes.length === 0) return []
  const rows = shapes.map((shape, n) => ({ id: newId(), ...shape, position: from + n }))
  await db.run(sql`
    insert into survey_question (org_id, id, survey_id, key, type, text, required, options, scale, position, "analyze")
    select ${org}, id, ${survey}, key, type, text, required, options, nullif(scale, 'null'), position, "analyze"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, key text, type text, text text, required boolean, options jsonb, scale jsonb, position integer, "analyze" boolean)`)
  return rows.map(({ id }) => id)
}

export const changeQuestion = (db: Db, org: string, id: string, { options, scale, ...columns }: Shape) =>
  db.run(sql`
    update survey_question set ${assignments(columns)}, options = ${JSON.stringify(options)}::jsonb, scale = ${scale && JSON.stringify(scale)}::jsonb
    where org_id = ${org} and id = ${id}`)

export const removeQuestion = (db: Db, org: string, id: string) =>
  db.run(sql`update survey_question set deleted_at = now() where org_id = ${org} and id = ${id}`)

export const orderQuestions = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update survey_question q set position = x.place - 1
    from unnest(${ids}::uuid[]) with ordinality as x (id, place) where q.org_id = ${org} and q.id = x.id`)
