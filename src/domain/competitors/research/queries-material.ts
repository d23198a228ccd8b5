import type { PreviousGraph, FirstPartyInsight } from '#domain/competitors/synthesis/graph.ts'
import type { ReviewInsight, Review } from '#domain/competitors/synthesis/types.ts'
import type { CompetitorSource } from '#domain/competitors/synthesis/records.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/*
 * The input of a new graph version. One job at a time adds to it, so several statements see the same data.
 */

/** In a fixed order, so that the same reviews give the same graph whichever source responded first. */
export const listReviews = (db: Db, org: string) =>
  db.rows<Review>(sql`
    select id, competitor_id, source, source_type, title, content, rating, url, parent_text, thread_role, published_at,
      created_at
    from competitor_review where org_id = ${org} order by published_at, source, external_id, competitor_id, id`)

export const listSources = (db: Db, org: string) =>
  db.rows<CompetitorSource>(
    sql`
      select competitor_id, source, source_type, url, rating, collected_at from competitor_source
      where org_id = ${org}`,
  )

/** Insights of earlier runs with their review. */
export async function listStoredInsights(
  db: Db,
  org: string,
  reviews: ReadonlyMap<string, Review>,
): Promise<ReviewInsight[]> {
  const rows = await db.rows<Omit<ReviewInsight, 'review'> & { review_id: string }>(sql`
    select id, review_id, name, sentiment, category, quote from competitor_insight where org_id = ${org}`)
  return rows.map(({ review_id, ...insight }) => ({ ...insight, review: reviews.get(review_id)! }))
}

/** The published version. */
export async function getPublishedGraph(db: Db, org: string): Promise<PreviousGraph> {
  const subthemes = await db.rows<{ id: string; name: string; members: string[] }>(sql`
    select s.id, s.name,
      array(select m.insight_id::text from competitor_version_insight m
      where m.org_id = s.org_id and m.org_id = ${org} and m.version = s.version and m.subtheme_id = s.id) as members
    from competitor_graph g
    join competitor_subtheme s on s.org_id = g.org_id and s.org_id = ${org} and s.version = g.version
    where g.org_id = ${org} order by s.rank`)
  const teasers = await db.rows<{ id: string; subtheme_id: string }>(sql`
    select t.id, t.subtheme_id from competitor_graph g
    join competitor_teaser t on t.org_id = g.org_id and t.org_id = ${org} and t.version = g.version
    where g.org_id = ${org}`)
  return {
    subthemes: subthemes.map(({ members, ...subtheme }) => ({ ...subtheme, members: new Set(members) })),
    teasers: new Map(teasers.map(({ id, subtheme_id }) => [subtheme_id, id])),
  }
}

const maxFirstPartyInsights = 3000

/** The newest insights of the organization's own customers. */
export const listFirstPartyInsights = (db: Db, org: string) =>
  db.rows<FirstPartyInsight>(
    sql`
      select id, name, theme_ids::text[] as theme_ids from insight where org_id = ${org} and live order by id desc
      limit ${maxFirstPartyInsights}`,
  )
