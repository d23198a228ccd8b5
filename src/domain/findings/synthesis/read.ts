import { fromBytes } from '#engine/embed/bytes.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/* What there is to be put in order. */

export type Placed = { id: string; name: string; quote: string | null; vector: Float32Array; themed: boolean }
type Row = { id: string; name: string; quote: string | null; vector: Buffer; themed: boolean }

/** More than this is taken in several turns. */
export const maxFresh = 10_000
export const maxLeft = 6000

const rowsOf = async (db: Db, org: string, model: string, which: Sql, max: number): Promise<Placed[]> => {
  const rows = await db.rows<Row>(sql`
    select i.id, i.name, i.quote, v.vector, i.theme_ids <> '{}' or i.edited_by_human as themed
    from insight_vector v join insight i on i.org_id = v.org_id and i.id = v.insight_id and i.live
    where v.org_id = ${org} and v.model = ${model} and ${which} order by v.insight_id limit ${max}`)
  return rows.map((row) => ({ ...row, vector: fromBytes(row.vector) }))
}

/** Never held against the subthemes so far. */
export const freshInsights = (db: Db, org: string, model: string) =>
  rowsOf(db, org, model, sql`v.clustered_at is null`, maxFresh)

/** Held against them without finding a place. */
export const leftInsights = (db: Db, org: string, model: string) =>
  rowsOf(
    db,
    org,
    model,
    sql`v.clustered_at is not null and not exists (
    select 1 from subtheme_insight s where s.org_id = v.org_id and s.insight_id = v.insight_id)`,
    maxLeft,
  )

export type Frame = { mean: Float32Array; unclustered_count: number; updated_at: string }

/** The mean is no direction: it is kept with its length, as 32-bit floats. */
export async function frameOf(db: Db, org: string, model: string): Promise<Frame | undefined> {
  const row = await db.first<Omit<Frame, 'mean'> & { mean: Buffer }>(sql`
    select mean, unclustered_count, iso(updated_at) as updated_at from embedding_space where org_id = ${org} and model = ${model}`)
  return row && { ...row, mean: new Float32Array(new Uint8Array(row.mean).buffer) }
}

export type Standing = { id: string; theme_id: string; name: string; insight_count: number; centre: Float32Array }

export async function subthemesOf(db: Db, org: string, model: string): Promise<Standing[]> {
  const rows = await db.rows<Omit<Standing, 'centre'> & { centre: Buffer }>(sql`
    select s.id, s.theme_id, s.name, s.insight_count, s.centroid as centre from subtheme s
    join theme t on t.org_id = s.org_id and t.id = s.theme_id and t.archived_at is null and t.merged_into_id is null
    where s.org_id = ${org} and s.model = ${model} and s.centroid is not null order by s.id`)
  return rows.map((row) => ({ ...row, centre: fromBytes(row.centre) }))
}

/** Pinned: a person has made or edited it. */
export type Theme = {
  id: string
  name: string
  definition: string | null
  pinned: boolean
  is_catch_all: boolean
  origin: string
}

export const themesOf = (db: Db, org: string) =>
  db.rows<Theme>(
    sql`select id, name, definition, pinned or origin = 'manual' as pinned, is_catch_all, origin from theme where org_id = ${org} and archived_at is null and merged_into_id is null order by id`,
  )

/** Enough to tell what a theme is about. */
const maxGiven = 3000

/** What the themes that people made or edited hold; what has nothing in common draws nothing to it. */
export async function givenInsights(
  db: Db,
  org: string,
  model: string,
): Promise<{ theme: string; vector: Float32Array }[]> {
  const rows = await db.rows<{ theme: string; vector: Buffer }>(sql`
    select l.theme_id as theme, v.vector from theme t join insight_theme l on l.org_id = t.org_id and l.theme_id = t.id
    join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
    join insight_vector v on v.org_id = l.org_id and v.insight_id = l.insight_id and v.model = ${model}
    where t.org_id = ${org} and (t.pinned or t.origin = 'manual') and not t.is_catch_all and t.archived_at is null and t.merged_into_id is null order by v.insight_id desc limit ${maxGiven}`)
  return rows.map(({ theme, vector }) => ({ theme, vector: fromBytes(vector) }))
}

/** Organizations that have something to look at anew. */
export const withSubthemes = (db: Db) => db.rows<{ org_id: string }>(sql`select distinct org_id from embedding_space`)

/** Nobody else has put anything in place since, and nobody will before this transaction ends. */
export async function standsAsRead(
  db: Db,
  org: string,
  model: string,
  considered: readonly string[],
  readAt: string | null,
): Promise<boolean> {
  await acquireLock(db, orgLock(org, 'theme-assignment'))
  const { at, placed } = (await db.first<{ at: string | null; placed: number }>(sql`
    select (select iso(updated_at) from embedding_space where org_id = ${org} and model = ${model}) as at,
      (select count(*) from insight_vector where org_id = ${org} and insight_id = any(${considered}::uuid[]) and clustered_at is not null) as placed`))!
  return at === readAt && placed === 0
}

/** Among fewer nothing can be told apart. */
export const minForThemes = 12

/** There is something new that a look would put in place. */
export const manyFresh = async (db: Db, org: string, model: string) =>
  (await db.first<{ many: boolean }>(sql`
    select count(*) >= case when exists (select 1 from embedding_space where org_id = ${org} and model = ${model}) then 1 else ${minForThemes}::integer end as many from (
      select 1 from insight_vector v join insight i on i.org_id = v.org_id and i.id = v.insight_id and i.live
      where v.org_id = ${org} and v.model = ${model} and v.clustered_at is null limit ${minForThemes}) f`))!.many

/** Until the end of the transaction nobody else asks for the backlog. */
export const holdBacklogWish = (db: Db, org: string) => acquireLock(db, orgLock(org, 'backlog-refresh'))

export const backlogIsAsked = async (db: Db, org: string) =>
  (await db.first(sql`select 1 from job where org_id = ${org} and type = 'backlog_refresh' and status = 'queued'`)) !==
  undefined

/** A page of all that was found, in the order of ids. */
export const vectorsAfter = (db: Db, org: string, model: string, after: string | null, max: number) =>
  db.rows<{ id: string; vector: Buffer }>(sql`
    select v.insight_id as id, v.vector from insight_vector v join insight i on i.org_id = v.org_id and i.id = v.insight_id and i.live
    where v.org_id = ${org} and v.model = ${model} and (${after}::uuid is null or v.insight_id > ${after}::uuid) order by v.insight_id limit ${max}`)

export const holdInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`select id from insight where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)
