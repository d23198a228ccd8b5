import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Switches the active model of an organization; ids do not change. */

/** A centroid as base64 text. */
export type RecomputedCentroid = { id: string; centroid: string }

const maxMembers = 2000

export const listSubthemesOfOtherModels = (db: Db, org: string, model: string) =>
  db.rows<{ id: string }>(
    sql`select id from subtheme where org_id = ${org} and model <> ${model} and centroid is not null order by id`,
  )

export const listMemberVectors = (db: Db, org: string, model: string, subthemeId: string) =>
  db.rows<{ vector: Buffer }>(sql`
    select v.vector from subtheme_insight l
    join insight_vector v on v.org_id = l.org_id and v.org_id = ${org} and v.insight_id = l.insight_id
      and v.model = ${model}
    where l.org_id = ${org} and l.subtheme_id = ${subthemeId} order by l.insight_id desc limit ${maxMembers}`)

/** Makes a model the active one; the number of unclustered insights is kept. */
export async function switchModel(
  db: Db,
  org: string,
  model: string,
  { mean, centroids }: { mean: Float32Array; centroids: readonly RecomputedCentroid[] },
) {
  await db.run(sql`
    update subtheme s set model = ${model}, centroid = decode(x.centroid, 'base64'), point = null
    from unnest(${centroids.map(({ id }) => id)}::uuid[], ${centroids.map(({ centroid }) => centroid)}::text[])
      as x (id, centroid)
    where s.org_id = ${org} and s.id = x.id`)
  const previous = await db.first<{ unclustered_count: number }>(sql`
    select unclustered_count from embedding_space where org_id = ${org} order by model = ${model} desc limit 1`)
  if (!previous) return
  const meanBytes = Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)
  await db.run(sql`
    insert into embedding_space (org_id, model, mean, unclustered_count, reembedded_at)
    values (${org}, ${model}, ${meanBytes}, ${previous.unclustered_count}, now())
    on conflict (org_id, model) do update set reembedded_at = excluded.reembedded_at`)
  await db.run(sql`delete from embedding_space where org_id = ${org} and model <> ${model}`)
}
