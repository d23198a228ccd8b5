import type { Graph } from '#domain/competitors/synthesis/graph.ts'
import type { ReviewInsight } from '#domain/competitors/synthesis/types.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Inserts a version and publishes it; readers see the previous one until the transaction commits. */
export async function insertGraphVersion(
  db: Db,
  org: string,
  { job, graph, newInsights }: { job: string | null; graph: Graph; newInsights: readonly ReviewInsight[] },
): Promise<string> {
  const version = newId()
  await insertInsights(db, org, newInsights)
  await db.run(
    sql`
      insert into competitor_version (org_id, id, job_id, overview)
      values (${org}, ${version}, ${job}, ${JSON.stringify(graph.overview)}::json)`,
  )
  await insertRecords(db, org, version, graph)
  await insertSubthemes(db, org, version, graph)
  await insertMembers(db, org, version, graph)
  await db.run(sql`
    insert into competitor_graph (org_id, version, published_at) values (${org}, ${version}, now())
    on conflict (org_id) do update set version = excluded.version, published_at = excluded.published_at`)
  await db.run(sql`delete from competitor_version where org_id = ${org} and id <> ${version}`)
  return version
}

async function insertInsights(db: Db, org: string, newInsights: readonly ReviewInsight[]) {
  if (newInsights.length === 0) return
  const column = <T>(valueOf: (insight: ReviewInsight) => T) => newInsights.map(valueOf)
  await db.run(sql`
    insert into competitor_insight (org_id, id, competitor_id, review_id, name, sentiment, category, quote)
    select ${org}, i.*
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ review }) => review.competitor_id)}::uuid[],
      ${column(({ review }) => review.id)}::uuid[],
      ${column(({ name }) => name)}::text[], ${column(({ sentiment }) => sentiment)}::text[],
      ${column(({ category }) => category)}::text[], ${column(({ quote }) => quote)}::text[]) as i`)
}

async function insertRecords(db: Db, org: string, version: string, { records }: Graph) {
  await db.run(sql`
    insert into competitor_record (org_id, version, competitor_id, position, summary, detail)
    select ${org}, ${version}::uuid, r.id, r.position, r.summary::json, r.detail::json
    from unnest(${records.map(({ id }) => id)}::uuid[], ${records.map((_, position) => position)}::integer[],
      ${records.map(({ summary }) => JSON.stringify(summary))}::text[],
      ${records.map(({ detail }) => JSON.stringify(detail))}::text[]) as r (id, position, summary, detail)`)
}

async function insertSubthemes(db: Db, org: string, version: string, { subthemes, teasers }: Graph) {
  await db.run(sql`
    insert into competitor_subtheme (org_id, version, id, rank, name, category, document)
    select ${org}, ${version}::uuid, s.id, s.rank, s.name, s.category, s.document::json
    from unnest(${subthemes.map(({ id }) => id)}::uuid[], ${subthemes.map(({ rank }) => rank)}::integer[],
      ${subthemes.map(({ name }) => name)}::text[],
      ${subthemes.map(({ category }) => category)}::text[],
      ${subthemes.map(({ document }) => JSON.stringify(document))}::text[]) as s (id, rank, name, category, document)`)
  await db.run(sql`
    insert into competitor_teaser (org_id, version, id, subtheme_id, position, title, category, impact_score, document)
    select ${org}, ${version}::uuid, t.id, t.subtheme_id, t.position, t.title, t.category, t.impact, t.document::json
    from unnest(${teasers.map(({ id }) => id)}::uuid[], ${teasers.map(({ subtheme_id }) => subtheme_id)}::uuid[],
      ${teasers.map(({ position }) => position)}::integer[],
      ${teasers.map(({ title }) => title)}::text[], ${teasers.map(({ category }) => category)}::text[],
      ${teasers.map(({ impact_score }) => impact_score)}::real[],
      ${teasers.map(({ document }) => JSON.stringify(document))}::text[])
      as t (id, subtheme_id, position, title, category, impact, document)`)
}

async function insertMembers(db: Db, org: string, version: string, { members }: Graph) {
  await db.run(sql`
    insert into competitor_version_insight (org_id, version, insight_id, subtheme_id, teaser_id)
    select ${org}, ${version}::uuid, m.*
    from unnest(${members.map(({ id }) => id)}::uuid[], ${members.map(({ subtheme_id }) => subtheme_id)}::uuid[],
      ${members.map(({ teaser_id }) => teaser_id)}::uuid[]) as m`)
}
