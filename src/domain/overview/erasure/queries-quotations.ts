import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { redacted } from '#store/table/erase.ts'

const without = (quotation: string, text: string): Sql =>
  raw(`regexp_replace(${text}, '${quotation}', '“${redacted}”', 'g')`)

const withoutQuotations = (column: string): Sql => without('“[^”]*”', column)
/** Within one string: “ also closes what „ opened, and has no ” then. */
const withoutQuotationsInJson = (column: string): Sql =>
  sql`${without(String.raw`“(?:[^”"\\]|\\.)*”`, `${column}::text`)}::json`

/** Quotations in texts of a language model about insights of these contacts. */
export async function redactWrittenTexts(db: Db, org: string, contactIds: readonly string[]) {
  const insights = sql`select id from insight where org_id = ${org} and contact_id = any(${contactIds}::uuid[])`
  const written = (kind: string) =>
    sql`select resource_id from language_model_text where org_id = ${org} and kind = ${kind}`
  await db.run(sql`
    update subtheme set description = ${withoutQuotations('description')}
    where org_id = ${org} and id in (${written('subtheme')}) and description like '%“%' and id in (
      select subtheme_id from subtheme_insight where org_id = ${org} and insight_id in (${insights}))`)
  await db.run(sql`
    update theme set notes = ${withoutQuotations('notes')}
    where org_id = ${org} and id in (${written('theme')}) and notes like '%“%' and id in (
      select theme_id from insight_theme where org_id = ${org} and insight_id in (${insights}))`)
  await db.run(sql`
    update evidence_story set narrative = ${withoutQuotationsInJson('narrative')},
      key_findings = ${withoutQuotationsInJson('key_findings')}
    where org_id = ${org} and id in (${written('evidence_story')}) and exists (
      select 1 from (
        select * from json_array_elements(narrative) union all select * from json_array_elements(key_findings))
        as s (sentence)
      cross join json_array_elements_text(s.sentence -> 'insight_ids') as c (id)
      where c.id::uuid in (${insights}))`)
}
