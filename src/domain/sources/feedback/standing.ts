import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'

/* What was said seldom changes; where it stands changes with every step of the analysis, and has a short row of its own. Whoever changes the one touches the other: by that the analysis knows that an item is not the one it has read. */

type Standing = { status?: string; skip_reason?: string | null; language?: string | null; updated_at: Date }

/** Sets what is given of one item, which the caller holds. */
export async function changeItem(db: Db, org: string, id: string, said: Record<string, unknown>, standing: Standing) {
  const some = Object.values(said).some((value) => value !== undefined)
  if (some) await db.run(sql`update feedback set ${assignments(said)} where org_id = ${org} and id = ${id}`)
  await db.run(sql`update feedback_state set ${assignments(standing)} where org_id = ${org} and feedback_id = ${id}`)
}
