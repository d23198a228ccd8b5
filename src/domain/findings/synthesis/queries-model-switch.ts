import { type RecomputedCentroid, updateCentroids } from '#domain/findings/subthemes/queries-write.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Switches the active model of an organization; ids do not change. */

export const listSubthemesOfOtherModels = (db: Db, org: string, model: string) =>
  db.rows<{ id: string }>(
    sql`select id from subtheme where org_id = ${org} and model <> ${model} and centroid is not null order by id`,
  )

/** Makes a model the active one; the number of unclustered insights is kept. */
export async function switchModel(
  db: Db,
  org: string,
  model: string,
  { mean, centroids }: { mean: Float32Array; centroids: readonly RecomputedCentroid[] },
) {
  await updateCentroids(db, org, model, centroids)
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

/** Indexes of vectors in memory are loaded again. */
export const markReembedded = (db: Db, org: string, model: string) =>
  db.run(sql`update embedding_space set reembedded_at = now() where org_id = ${org} and model = ${model}`)

/** A synthesis that has read the themes before makes a new plan. */
export const markThemesChanged = (db: Db, org: string) =>
  db.run(sql`update embedding_space set updated_at = (select clock_timestamp()) where org_id = ${org}`)
