import type { ScoreMeasures, ScoringDefinition } from '#engine/opportunity-score.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

export type ActiveMethod = ScoringDefinition & { id: string; version: number }

/** The scoring method in place of the impact; its writers hold the ranks of all categories. */
export const findActiveMethod = (db: Db, org: string) =>
  db.first<ActiveMethod>(sql`
    select id, version, kind, factors from scoring_method where org_id = ${org} and active`)

/** What scores are computed from, but for the impact. */
export type MeasuredRow = Omit<ScoreMeasures, 'impact'>
export const scoreColumns = raw(`id, insight_count as insights, contact_count as contacts, negative_count as negative,
  account_count as accounts, account_revenue as revenue, trend, confidence, effort, ratings`)
