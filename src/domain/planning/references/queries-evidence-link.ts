import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import type { Importance } from '#vocabulary/importance.ts'

type EvidenceLink = {
  opportunity_id: string
  insight_id: string
  importance: Importance | null
  reason: string | null
  added_by: string | null
  added_at: string
}
const columns = raw('opportunity_id, insight_id, importance, reason, added_by, added_at')

export const findEvidenceLink = (db: Db, org: string, opportunity: string, insight: string) =>
  db.first<EvidenceLink>(sql`
    select ${columns} from opportunity_insight
    where org_id = ${org} and opportunity_id = ${opportunity} and insight_id = ${insight}`)

/** Needs at least one column. */
export const updateEvidenceLink = (
  db: Db,
  org: string,
  { opportunity, insight }: { opportunity: string; insight: string },
  columnsToSet: Record<string, unknown>,
) =>
  db.first<EvidenceLink>(sql`
    update opportunity_insight set ${assignments(columnsToSet)}
    where org_id = ${org} and opportunity_id = ${opportunity} and insight_id = ${insight} returning ${columns}`)
