import { instantOf } from '#store/page.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'

export type Filters = {
  from?: string
  to?: string
  theme_id?: string
  segment_id?: string
  category?: string[]
  sentiment?: string[]
  source?: string[]
}

/** What a filter says about an insight, called `i`. */
export const ofInsights = (org: string, f: Filters): Sql =>
  allOf([
    sql`i.org_id = ${org} and i.live`,
    f.from !== undefined && sql`i.occurred_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`i.occurred_at < ${instantOf(f.to)}`,
    f.theme_id !== undefined &&
      sql`i.id in (select insight_id from insight_theme where org_id = ${org} and theme_id = ${f.theme_id})`,
    f.segment_id !== undefined && sql`i.segment_ids @> array[${f.segment_id}]::uuid[]`,
    f.category && sql`i.category = any(${f.category})`,
    f.sentiment && sql`i.sentiment = any(${f.sentiment})`,
    f.source && sql`i.source = any(${f.source})`,
  ])

/** What a filter says about feedback, called `f`: of its contact, and of what was found in it. */
export const ofFeedback = (org: string, f: Filters): Sql => {
  const found = f.theme_id !== undefined || f.category || f.sentiment
  const { from: _, to: __, source: ___, segment_id: ____, ...ofWhatWasFound } = f
  return allOf([
    sql`f.org_id = ${org} and f.deleted_at is null`,
    f.from !== undefined && sql`f.occurred_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`f.occurred_at < ${instantOf(f.to)}`,
    f.segment_id !== undefined &&
      sql`f.contact_id in (select id from contact where org_id = ${org} and segment_ids @> array[${f.segment_id}]::uuid[])`,
    f.source && sql`f.source = any(${f.source})`,
    found && sql`f.id in (select i.feedback_id from insight i where ${ofInsights(org, ofWhatWasFound)})`,
  ])
}
