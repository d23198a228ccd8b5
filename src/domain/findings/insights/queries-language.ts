import { mostCommon } from '#engine/most-common.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { baseOf } from '#i18n/texts.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxTexts = 200

/** The language that an organization's names and generated texts are in: that of most of its newest insights. */
export async function getMainLanguage(db: Db, org: string): Promise<string> {
  const newest = await db.rows<{ language: string | null; text: string }>(sql`
    select language, case when language is null then coalesce(quote, name) else '' end as text from insight
    where org_id = ${org} and live order by id desc limit ${maxTexts}`)
  return mostCommon(newest.map(({ language, text }) => baseOf(language ?? detectLanguage(text) ?? 'en'))) ?? 'en'
}
