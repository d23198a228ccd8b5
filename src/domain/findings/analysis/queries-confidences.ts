import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* How sure the analysis is of the themes of insights, to be restored. */

export type StoredConfidence = { id: string; confidence: number | null; suggestions: unknown }

export const listConfidences = (db: Db, org: string, insights: readonly string[]) =>
  db.rows<StoredConfidence>(sql`
    select insight_id as id, theme_confidence as confidence, theme_suggestions as suggestions from insight_vector
    where org_id = ${org} and insight_id = any(${insights}::uuid[]) order by insight_id`)

export const restoreConfidences = (db: Db, org: string, rows: readonly StoredConfidence[]) =>
  db.run(sql`
    update insight_vector v set theme_confidence = x.confidence, theme_suggestions = x.suggestions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, confidence real, suggestions jsonb)
    where v.org_id = ${org} and v.insight_id = x.id`)
