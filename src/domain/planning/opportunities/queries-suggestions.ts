import { insightThemesJson } from '#domain/queries-theme-references.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/* What may become evidence of an opportunity. */

const isUnlinked = (org: string, opportunity: string): Sql => sql`not exists (
  select 1 from opportunity_insight l
  where l.org_id = ${org} and l.opportunity_id = ${opportunity} and l.insight_id = i.id)`

export type InsightWords = { id: string; words: string }

export const listNewestLinked = (db: Db, org: string, opportunity: string, limit: number) =>
  db.rows<InsightWords>(sql`
    select i.id, concat_ws('. ', i.name, i.quote) as words from opportunity_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    where l.org_id = ${org} and l.opportunity_id = ${opportunity} order by i.id desc limit ${limit}`)

type SuggestedRow = { id: string; item: string; words: string }

/** Those of the insights that are live and not evidence yet, in the order of their ids in the list. */
export const listSuggested = (
  db: Db,
  org: string,
  opportunity: string,
  { ids, limit }: { ids: readonly string[]; limit: number },
) =>
  db.rows<SuggestedRow>(sql`
    select i.id, i.document || ',"themes":[' || coalesce(${insightThemesJson(org)}, '') || ']' as item,
      coalesce(i.quote, i.name) as words
    from insight i
    where i.org_id = ${org} and i.live and i.id = any(${ids}::uuid[]) and ${isUnlinked(org, opportunity)}
    order by array_position(${ids}::uuid[], i.id) limit ${limit}`)

const maxNewest = 500

export const listNewestUnlinked = (db: Db, org: string, opportunity: string) =>
  db.rows<InsightWords>(sql`
    select i.id, concat_ws('. ', i.name, i.quote) as words from insight i
    where i.org_id = ${org} and i.live and ${isUnlinked(org, opportunity)} order by i.id desc limit ${maxNewest}`)
