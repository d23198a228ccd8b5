import type {
  EmbeddingSpace,
  InsightVector,
  SubthemeCentroid,
  StoredTheme,
  ThemeMember,
} from '#engine/clustering/types.ts'
import { isLiveSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { MIN_INSIGHTS_FOR_THEMES } from '#engine/thresholds/subthemes.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/* What a synthesis reads. */

/** More unclustered insights are read in several turns. */
export const maxUnclustered = 10_000
const maxUnassigned = 6000

/** What the model says that an insight is about. */
export const areaOfVector: Sql = sql`
  case when v.area is not null then jsonb_build_object('name', v.area, 'probability', v.area_probability) end`

/** In a subtheme, or taken out of one by a person. */
const isPlaced = (org: string): Sql => sql`(
  exists (select 1 from subtheme_insight s where s.org_id = ${org} and s.insight_id = v.insight_id)
  or exists (select 1 from subtheme_former_insight s
    where s.org_id = ${org} and s.insight_id = v.insight_id and s.reason <> 'merged'))`

const listInsightVectors = async (
  db: Db,
  org: string,
  model: string,
  { where, limit }: { where: Sql; limit: number },
): Promise<InsightVector[]> => {
  const rows = await db.rows<Omit<InsightVector, 'vector'> & { vector: Buffer }>(sql`
    select i.id, i.name, i.quote, i.sentiment, i.category, v.vector, v.mention, v.aspects,
      i.theme_ids::text[] as themes, i.edited_by_human or i.themes_overridden as decided,
      ${isPlaced(org)} as placed,
      ${areaOfVector} as area
    from insight_vector v join insight i on i.org_id = v.org_id and i.org_id = ${org} and i.id = v.insight_id and i.live
    where v.org_id = ${org} and v.model = ${model} and ${where} order by v.insight_id limit ${limit}`)
  return rows.map((row) => ({ ...row, vector: dequantize(row.vector) }))
}

/** Insights that were never compared with the subthemes. */
export const listUnclusteredInsights = (db: Db, org: string, model: string) =>
  listInsightVectors(db, org, model, { where: sql`v.clustered_at is null`, limit: maxUnclustered })

/** Insights that were compared with the subthemes and fitted none, and that no person took out of one. */
export const listUnassignedInsights = (db: Db, org: string, model: string) =>
  listInsightVectors(db, org, model, {
    where: sql`v.clustered_at is not null and not ${isPlaced(org)}`,
    limit: maxUnassigned,
  })

/** The mean is not of length one, so it is stored as 32-bit floats. */
export async function findEmbeddingSpace(db: Db, org: string, model: string): Promise<EmbeddingSpace | undefined> {
  const row = await db.first<Omit<EmbeddingSpace, 'mean'> & { mean: Buffer }>(sql`
    select mean, unclustered_count, iso(updated_at) as updated_at
    from embedding_space where org_id = ${org} and model = ${model}`)
  return row && { ...row, mean: new Float32Array(new Uint8Array(row.mean).buffer) }
}

export type StoredPrototype = Omit<SubthemeCentroid, 'centroid' | 'is_name_alone'> & {
  centroid: Buffer | null
  named_by_person: boolean
}

/** Subthemes that take insights; without a centroid those that a person made and that have no vectors yet. */
export const listPrototypeRows = (db: Db, org: string, model: string) =>
  db.rows<StoredPrototype>(sql`
    select s.id, s.theme_id, s.name, s.insight_count, s.aspect,
      case when s.model = ${model} then s.centroid end as centroid,
      s.origin = 'manual' or s.generated_name is not null as named_by_person
    from subtheme s
    join theme t on t.org_id = s.org_id and t.org_id = ${org} and t.id = s.theme_id and t.archived_at is null
      and t.merged_into_id is null
    where s.org_id = ${org} and ${isLiveSubtheme}
      and (s.origin = 'manual' or s.model = ${model} and s.centroid is not null) order by s.id`)

/** Names in use, and those of subthemes that a person has renamed, merged or dissolved. */
export const listTakenNames = async (db: Db, org: string): Promise<string[]> =>
  (
    await db.rows<{ names: string[] }>(
      sql`select array_remove(array[name, generated_name], null) as names from subtheme where org_id = ${org}`,
    )
  ).flatMap((row) => row.names)

export const listStoredThemes = (db: Db, org: string) =>
  db.rows<StoredTheme>(sql`
    select id, name, definition, belongs, does_not_belong, pinned or origin = 'manual' as pinned, is_catch_all, origin,
      area
    from theme
    where org_id = ${org} and archived_at is null and merged_into_id is null order by id`)

const maxMembersOfTheme = 100

/** A sample of each theme's members, those that a person put there before all others; none of a catch-all theme. */
export async function listThemeMembers(db: Db, org: string, model: string): Promise<ThemeMember[]> {
  const rows = await db.rows<Omit<ThemeMember, 'vector'> & { vector: Buffer }>(sql`
    select t.id as theme, m.id, m.name, m.quote, m.vector from theme t cross join lateral (
      select i.id, i.name, i.quote, v.vector
      from insight_theme l
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      join insight_vector v on v.org_id = l.org_id and v.org_id = ${org} and v.insight_id = l.insight_id
        and v.model = ${model}
      where l.org_id = ${org} and l.theme_id = t.id
      order by i.themes_overridden desc, i.id desc limit ${maxMembersOfTheme}) m
    where t.org_id = ${org} and not t.is_catch_all and t.archived_at is null and t.merged_into_id is null
    order by t.id, m.id`)
  return rows.map((row) => ({ ...row, vector: dequantize(row.vector) }))
}

/** Organizations that have themes to review. */
export const listOrgsWithSubthemes = (db: Db) =>
  db.rows<{ org_id: string }>(sql`select distinct org_id from embedding_space`)

/** Optimistic check under a lock: no other synthesis has written since the data of a plan was read. */
export async function isUnchangedSince(
  db: Db,
  org: string,
  model: string,
  { insightIds, readAt }: { insightIds: readonly string[]; readAt: string | null },
): Promise<boolean> {
  await acquireLock(db, orgLock(org, 'theme-assignment'))
  const { updated_at, clustered } = (await db.first<{ updated_at: string | null; clustered: number }>(sql`
    select (select iso(updated_at) from embedding_space where org_id = ${org} and model = ${model}) as updated_at,
      (select count(*) from insight_vector
        where org_id = ${org} and insight_id = any(${insightIds}::uuid[]) and clustered_at is not null) as clustered`))!
  return updated_at === readAt && clustered === 0
}

/** Whether a synthesis would have anything to do. */
export const hasEnoughUnclustered = async (db: Db, org: string, model: string) =>
  (await db.first<{ enough: boolean }>(sql`
    select count(*) >= case
      when exists (select 1 from embedding_space where org_id = ${org} and model = ${model}) then 1
      else ${MIN_INSIGHTS_FOR_THEMES}::integer end as enough
    from (
      select 1 from insight_vector v
      join insight i on i.org_id = v.org_id and i.org_id = ${org} and i.id = v.insight_id and i.live
      where v.org_id = ${org} and v.model = ${model} and v.clustered_at is null
      limit ${MIN_INSIGHTS_FOR_THEMES}) unclustered`))!.enough

export const lockBacklogSchedule = (db: Db, org: string) => acquireLock(db, orgLock(org, 'backlog-refresh'))

export const isBacklogRefreshQueued = async (db: Db, org: string) =>
  (await db.first(sql`select 1 from job where org_id = ${org} and type = 'backlog_refresh' and status = 'queued'`)) !==
  undefined

/** A page of all vectors, in the order of ids. */
export const listVectorsAfter = (
  db: Db,
  org: string,
  model: string,
  { after, limit }: { after: string | null; limit: number },
) =>
  db.rows<{ id: string; vector: Buffer }>(sql`
    select v.insight_id as id, v.vector
    from insight_vector v join insight i on i.org_id = v.org_id and i.org_id = ${org} and i.id = v.insight_id and i.live
    where v.org_id = ${org} and v.model = ${model} and (${after}::uuid is null or v.insight_id > ${after}::uuid)
    order by v.insight_id limit ${limit}`)

export const lockInsightRows = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`select id from insight where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)
