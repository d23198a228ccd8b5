import type { Db, Store } from '#store/open.ts'
import { runUnlimited } from '#store/run-unlimited.ts'
import { sql } from '#store/sql.ts'

/*
 * Vectors in the database, where the vector extension is installed; the schema is in the migration of semantic search.
 */

/** Creates the tables where the extension is there by now; false where it is not. */
export const createVectorSearch = async (db: Db) =>
  (await db.first<{ created: boolean }>(sql`select create_vector_search() as created`))!.created

/** The mean of the organization's vectors of a model, once all of them are in the database. */
export async function findSpaceMean(db: Db, org: string, model: string): Promise<Float32Array | undefined> {
  const row = await db.first<{ mean: Buffer }>(sql`select mean from find_vector_space(${org}, ${model})`)
  return row && new Float32Array(new Uint8Array(row.mean).buffer)
}

const vectorText = (vector: Float32Array) => `[${vector.join(',')}]`

/** Live insights, most similar first. */
export const listNearest = (db: Db, org: string, model: string, { vector, limit }: NearestQuery) =>
  db.rows<{ id: string; similarity: number }>(sql`
    select id, similarity from semantic.nearest(${org}, ${model}, ${vectorText(vector)}, ${limit})`)

type NearestQuery = { vector: Float32Array; limit: number }

/** Stored vectors, as bytes. */
export const listVectorsOf = (db: Db, org: string, model: string, ids: readonly string[]) =>
  db.rows<{ id: string; vector: Buffer }>(sql`
    select insight_id as id, vector from insight_vector
    where org_id = ${org} and model = ${model} and insight_id = any(${ids}::uuid[])`)

/** Organizations with vectors and no space, or whose mean was fixed after their space was made. */
export const listOrgsWithoutSpace = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select o.id as org_id from organization o
    where not exists (select 1 from semantic.space s where s.org_id = o.id)
      and exists (select 1 from insight_vector v where v.org_id = o.id)
    union
    select e.org_id from embedding_space e left join semantic.space s on s.org_id = e.org_id and s.model = e.model
    where s.org_id is null or s.created_at < e.created_at`)

/** Whether there is a space of the model, made after the organization's mean was fixed. */
export const isSpaceCurrent = async (db: Db, org: string, model: string) =>
  (await db.first(sql`
    select 1 from semantic.space s left join embedding_space e on e.org_id = ${org} and e.model = s.model
    where s.org_id = ${org} and s.model = ${model} and (e.created_at is null or e.created_at <= s.created_at)`)) !==
  undefined

/** The copies become unused with the space; they are deleted a page at a time. */
export const deleteSpaces = (db: Db, org: string) => db.run(sql`delete from semantic.space where org_id = ${org}`)

export const deleteCopies = (db: Db, org: string, limit: number) =>
  db.run(sql`
    delete from semantic.embedding where org_id = ${org} and insight_id in (
      select insight_id from semantic.embedding where org_id = ${org} limit ${limit})`)

export const insertSpace = (db: Db, org: string, model: string, mean: Float32Array) =>
  db.run(sql`
    insert into semantic.space (org_id, model, mean, mean_bytes)
    values (${org}, ${model}, ${vectorText(mean)}::halfvec,
      ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)})
    on conflict (org_id, model) do nothing`)

export type IncompleteSpace = { org_id: string; model: string; copied_to: string | null }

/** Also those just completed: a transaction that began before the space was made may have committed later. */
export const listIncompleteSpaces = (db: Db) =>
  db.rows<IncompleteSpace>(sql`
    select org_id, model, copied_to from semantic.space
    where completed_at is null or completed_at > now() - interval '15 minutes'
    order by completed_at nulls first, org_id`)

type VectorPage = { after: string | null; limit: number }

/** The id of the last vector looked at; null when there are no more. */
export const copyVectorPage = async (db: Db, org: string, model: string, { after, limit }: VectorPage) =>
  (await db.first<{ last: string | null }>(
    sql`select semantic.copy_page(${org}, ${model}, ${after}::uuid, ${limit}) as last`,
  ))!.last

export const updateCopiedTo = (db: Db, org: string, model: string, last: string) =>
  db.run(sql`update semantic.space set copied_to = ${last} where org_id = ${org} and model = ${model}`)

export const completeSpace = (db: Db, org: string, model: string) =>
  db.run(sql`
    update semantic.space set completed_at = now()
    where org_id = ${org} and model = ${model} and completed_at is null`)

type UnindexedSpace = { org_id: string; model: string; dimensions: number; partition: string; index: string }

/** Spaces with at least so many vectors and no index. */
export const listSpacesToIndex = (db: Db, minVectors: number) =>
  db.rows<UnindexedSpace>(sql`
    select s.org_id, s.model, vector_dims(s.mean) as dimensions, last.partition,
      'hnsw_' || md5(s.org_id || '/' || s.model) as index
    from semantic.space s cross join lateral (
      select e.tableoid::regclass::text as partition from semantic.embedding e
      where e.org_id = s.org_id order by e.insight_id offset ${minVectors - 1} limit 1) last
    where not s.is_indexed and s.completed_at is not null order by s.org_id, s.model`)

export const markIndexed = (db: Db, org: string, model: string) =>
  db.run(sql`update semantic.space set is_indexed = true where org_id = ${org} and model = ${model}`)

/** Indexes that an interrupted build left behind, and those of spaces that are gone. */
export const listUnusedIndexes = (db: Db) =>
  db.rows<{ name: string }>(sql`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index x on x.indexrelid = c.oid
    where n.nspname = 'semantic' and c.relname like 'hnsw\\_%' and (not x.indisvalid or not exists (
      select 1 from semantic.space s where c.relname = 'hnsw_' || md5(s.org_id || '/' || s.model)))`)

/** Names of organizations and models have no quotes; the check keeps it so. */
function literal(text: string): string {
  if (!/^[\w.:-]+$/.test(text)) throw new Error(`not a name: ${text}`)
  return `'${text}'`
}

/** Serves only the statements that name the organization; writes go on meanwhile. */
export const buildIndex = (store: Store, { org_id, model, dimensions, partition, index }: UnindexedSpace) =>
  runUnlimited(
    store,
    `create index concurrently if not exists ${index} on ${partition}
     using hnsw ((embedding::halfvec(${Number(dimensions)})) halfvec_ip_ops)
     where org_id = ${literal(org_id)} and model = ${literal(model)}`,
    { maintenance_work_mem: '512MB' },
  )

export const dropIndex = (store: Store, name: string) =>
  runUnlimited(store, `drop index concurrently if exists ${name}`)
