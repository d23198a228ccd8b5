import { type Sql, sql } from '#store/sql.ts'

/** Of links `l` to opportunities those of one opportunity, and of those that were merged into it. */
export const isOfOpportunity = (org: string, id: string): Sql => sql`l.opportunity_id in (
  select id from opportunity where org_id = ${org} and (id = ${id} or merged_into_id = ${id}))`
