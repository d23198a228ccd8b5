import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Moves an organization from the vectors of one model to those of another; no id changes. */

export type Moved = { id: string; centre: string }

const maxMembers = 2000

/** Subthemes whose centres are those of another model. */
export const subthemesElsewhere = (db: Db, org: string, model: string) =>
  db.rows<{ id: string }>(
    sql`select id from subtheme where org_id = ${org} and model <> ${model} and centroid is not null order by id`,
  )

export const vectorsIn = (db: Db, org: string, model: string, subtheme: string) =>
  db.rows<{ vector: Buffer }>(sql`
    select v.vector from subtheme_insight l join insight_vector v on v.org_id = l.org_id and v.insight_id = l.insight_id and v.model = ${model}
    where l.org_id = ${org} and l.subtheme_id = ${subtheme} order by l.insight_id desc limit ${maxMembers}`)

/** From here on the organization stands on this model; what was left over before is left over still. */
export async function moveOver(db: Db, org: string, model: string, mean: Float32Array, moved: readonly Moved[]) {
  await db.run(sql`
    update subtheme s set model = ${model}, centroid = decode(x.centre, 'base64')
    from unnest(${moved.map((one) => one.id)}::uuid[], ${moved.map((one) => one.centre)}::text[]) as x (id, centre) where s.org_id = ${org} and s.id = x.id`)
  const stood = await db.first<{ unclustered_count: number }>(
    sql`select unclustered_count from embedding_space where org_id = ${org} order by model = ${model} desc limit 1`,
  )
  if (!stood) return
  await db.run(sql`
    insert into embedding_space (org_id, model, mean, unclustered_count, vectors_at) values (${org}, ${model}, ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)}, ${stood.unclustered_count}, now())
    on conflict (org_id, model) do update set vectors_at = now()`)
  await db.run(sql`delete from embedding_space where org_id = ${org} and model <> ${model}`)
}
