import { dailyCounts } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { allOf, type Sql, raw, sql } from '#store/sql.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

export type CategoryRow = {
  key: string
  name: string
  description: string
  color: string
  positive: number
  negative: number
  neutral: number
}
export type CategoryFilters = { segment_id?: string; created_after?: string; created_before?: string }

const instant = (when: string) => new Date(when).toISOString()

/** Categories with the counts of their live insights. */
export const listCategories = (db: Db, org: string, f: CategoryFilters, key?: string) =>
  f.segment_id
    ? listFilteredCategories(db, org, f, key)
    : db.rows<CategoryRow>(sql`
        select c.key, c.name, c.description, c.color, coalesce(sum(d.positive), 0) as positive,
          coalesce(sum(d.negative), 0) as negative, coalesce(sum(d.neutral), 0) as neutral
        from category c left join ${countsOf(org, f)} d on d.value = c.key
        where ${allOf([sql`c.org_id = ${org}`, key !== undefined && sql`c.key = ${key}`])}
        group by c.key, c.name, c.description, c.color`)

/** By the day of arrival where that is bounded. */
const countsOf = (org: string, { created_after, created_before }: CategoryFilters): Sql =>
  created_after || created_before
    ? dailyCounts(org, 'arrival.category', {
        from: created_after && instant(created_after),
        to: created_before && instant(created_before),
      })
    : dailyCounts(org, 'insight.category')

const bySentiment = raw(sentimentCounts('i.sentiment'))

const listFilteredCategories = (db: Db, org: string, f: CategoryFilters, key?: string) =>
  db.rows<CategoryRow>(sql`
    select c.key, c.name, c.description, c.color,
      ${bySentiment}
    from category c left join insight i on ${allOf([
      sql`i.org_id = ${org} and i.category = c.key and i.live`,
      f.segment_id ? sql`i.segment_ids @> array[${f.segment_id}]::uuid[]` : undefined,
      f.created_after ? sql`i.created_at >= ${instant(f.created_after)}` : undefined,
      f.created_before ? sql`i.created_at < ${instant(f.created_before)}` : undefined,
    ])}
    where ${allOf([sql`c.org_id = ${org}`, key !== undefined && sql`c.key = ${key}`])}
    group by c.key, c.name, c.description, c.color`)
