import { modelIds } from '#engine/embed/embedder.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* Vectors by the model they were made with. */

export type FrameMark = { model: string; vectors_at: string | null }

/** The models whose vectors themes were made of, and when vectors that were there before were last made anew. */
export const framesOf = (db: Db, org: string) =>
  db.rows<FrameMark>(sql`select model, iso(vectors_at) as vectors_at from embedding_space where org_id = ${org}`)

/** Enough to tell which model most were read with. */
const sample = 2000

/** More than half of what came first. */
export const mostlyReadBy = async (db: Db, org: string, model: string) =>
  (await db.first<{ max: boolean }>(sql`
    select coalesce(2 * count(*) filter (where model = ${model}) > count(*), false) as most
    from (select model from insight_vector where org_id = ${org} order by insight_id limit ${sample}) v`))!.max

/** Spelled out, as in the index over these few, so that nobody has to look through all vectors for them. */
const ofTheTable: Sql = raw(`v.model = '${modelIds.static}'`)

/** Organizations that hold vectors of the token table, while nobody has anything new to read. */
export const orgsToReadAgain = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select distinct v.org_id from insight_vector v where ${ofTheTable}
      and not exists (select 1 from job j where j.type = 'feedback_analysis' and j.status in ('queued', 'running'))
      and not exists (select 1 from job j where j.org_id = v.org_id and j.type = 'vector_refresh' and j.status in ('queued', 'running'))`)

/** Somebody has something new to read. */
export const readingWaits = async (db: Db) =>
  (await db.first(
    sql`select org_id from job where type = 'feedback_analysis' and status in ('queued', 'running') limit 1`,
  )) !== undefined

export type Unread = { id: string; text: string }

/** Insights whose vectors are the token table's, with the words they rest on, also what a person has edited since. */
export const readByTable = (db: Db, org: string, after: string | null, max: number) =>
  db.rows<Unread>(sql`
    select v.insight_id as id, coalesce(i.quote, i.name) as text from insight_vector v join insight i on i.org_id = v.org_id and i.id = v.insight_id
    where v.org_id = ${org} and ${ofTheTable} and (${after}::uuid is null or v.insight_id > ${after}::uuid) order by v.insight_id limit ${max}`)

/** What has no vector any more, because somebody was erased, gets none. */
export const replaceVectors = (db: Db, org: string, model: string, rows: readonly { id: string; vector: string }[]) =>
  db.run(sql`
    update insight_vector v set model = ${model}, vector = decode(x.vector, 'base64')
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.vector)}::text[]) as x (id, vector) where v.org_id = ${org} and v.insight_id = x.id`)
