import { fromBytes } from '#engine/embed/bytes.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/* What there is to be put in order. */

export type Placed = { id: string; name: string; quote: string | null; vector: Float32Array; themed: boolean }
type Row = { id: string; name: string; quote: string | null; vector: Buffer; themed: boolean }

/** More than this is taken in several turns. */
export const mostFresh = 10_000
export const mostLeft = 6000

const rowsOf = async (db: Db, org: string, model: string, which: Sql, most: number): Promise<Placed[]> => {
  const rows = await db.rows<Row>(sql`
    select i.id, i.name, i.quote, v.vector, i.theme_ids <> '{}' or i.edited_by_human as themed
    from insight_vector v join insight i on i.org_id = v.org_id and i.id = v.insight_id and i.live
    where v.org_id = ${org} and v.model = ${model} and ${which} order by v.insight_id limit ${most}`)
  return rows.map((row) => ({ ...row, vector: fromBytes(row.vector) }))
}

/** Never held against the subthemes so far. */
export const freshInsights = (db: Db, org: string, model: string) => rowsOf(db, org, model, sql`v.considered_at is null`, mostFresh)

/** Held against them without finding a place. */
export const leftInsights = (db: Db, org: string, model: string) =>
  rowsOf(db, org, model, sql`v.considered_at is not null and not exists (
    select 1 from subtheme_insight s where s.org_id = v.org_id and s.insight_id = v.insight_id)`, mostLeft)

export type Frame = { mean: Float32Array; left_over: number }

/** The mean is no direction: it is kept with its length, as 32-bit floats. */
export async function frameOf(db: Db, org: string, model: string): Promise<Frame | undefined> {
  const row = await db.first<{ mean: Buffer; left_over: number }>(sql`select mean, left_over from analysis_frame where org_id = ${org} and model = ${model}`)
  return row && { mean: new Float32Array(new Uint8Array(row.mean).buffer), left_over: row.left_over }
}

export type Standing = { id: string; theme_id: string; name: string; insight_count: number; centre: Float32Array }

export async function subthemesOf(db: Db, org: string, model: string): Promise<Standing[]> {
  const rows = await db.rows<Omit<Standing, 'centre'> & { centre: Buffer }>(sql`
    select s.id, s.theme_id, s.name, s.insight_count, s.centre from subtheme s
    join theme t on t.org_id = s.org_id and t.id = s.theme_id and t.archived_at is null and t.merged_into_id is null
    where s.org_id = ${org} and s.model = ${model} and s.centre is not null order by s.id`)
  return rows.map((row) => ({ ...row, centre: fromBytes(row.centre) }))
}

export type Theme = { id: string; name: string; definition: string | null; pinned: boolean; origin: string }

export const themesOf = (db: Db, org: string) =>
  db.rows<Theme>(sql`select id, name, definition, pinned, origin from theme where org_id = ${org} and archived_at is null and merged_into_id is null order by id`)
