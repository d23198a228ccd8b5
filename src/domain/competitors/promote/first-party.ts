import { wordsOf } from '#engine/words.ts'
import type { Db } from '#store/open.ts'
import { containing } from '#store/page.ts'
import { sql } from '#store/sql.ts'

const maxWords = 20
const maxCandidates = 1000

/** The newest insights that share a word with a text; which of them say the same is for the analyst to judge. */
export const matchingCandidates = (db: Db, org: string, about: string) => {
  const words = [...new Set(wordsOf(about))].filter((word) => word.length > 2).slice(0, maxWords)
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from insight where org_id = ${org} and live and name ilike any(${words.map(containing)}::text[]) order by id desc limit ${maxCandidates}`)
}
