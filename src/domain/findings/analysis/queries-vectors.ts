import { modelIds } from '#engine/embed/embedder.ts'
import type { Aspects } from '#engine/naming/aspects.ts'
import type { ThemeMatch, ThemeSuggestions } from '#engine/clustering/types.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* Vectors and the models they were made with. */

type EmbeddingSpaceRow = { model: string; reembedded_at: string | null }

/** The models that themes were made with, and when existing vectors were last recomputed. */
export const listEmbeddingSpaces = (db: Db, org: string) =>
  db.rows<EmbeddingSpaceRow>(
    sql`select model, iso(reembedded_at) as reembedded_at from embedding_space where org_id = ${org}`,
  )

/** Vectors from which the prevailing model is estimated. */
const sampleSize = 2000

/** Whether more than half of the first vectors were made with a model. */
export const isMostlyEmbeddedBy = async (db: Db, org: string, model: string) =>
  (await db.first<{ is_majority: boolean }>(sql`
    select coalesce(2 * count(*) filter (where model = ${model}) > count(*), false) as is_majority
    from (select model from insight_vector where org_id = ${org} order by insight_id limit ${sampleSize}) v`))!
    .is_majority

/** A literal and not a parameter, so that it matches the predicate of the partial index. */
const isOutdatedVector: Sql = raw(`v.model <> '${modelIds.model}'`)

/** Organizations with vectors of another model than the best, while no feedback is queued anywhere. */
export const orgsWithOutdatedVectors = async (db: Db): Promise<{ org_id: string }[]> =>
  (await isAnalysisPending(db))
    ? []
    : db.rows<{ org_id: string }>(sql`
        select distinct v.org_id from insight_vector v where ${isOutdatedVector}
          and not exists (
            select 1 from job j
            where j.org_id = v.org_id and j.type in ('vector_refresh', 'analysis_rerun')
              and j.status in ('queued', 'running'))`)

/** Whether feedback of any organization is queued or being analyzed. */
export const isAnalysisPending = async (db: Db) =>
  (await db.first(
    sql`select org_id from job where type = 'feedback_analysis' and status in ('queued', 'running') limit 1`,
  )) !== undefined

export type VectorText = { id: string; text: string }
type VectorPage = { after: string | null; limit: number }

/** The text to read; of insights edited by a person too. */
const listVectorTexts = (db: Db, org: string, where: Sql, { after, limit }: VectorPage) =>
  db.rows<VectorText>(sql`
    select v.insight_id as id, coalesce(i.quote, i.name) as text
    from insight_vector v join insight i on i.org_id = v.org_id and i.org_id = ${org} and i.id = v.insight_id
    where v.org_id = ${org} and ${where} and (${after}::uuid is null or v.insight_id > ${after}::uuid)
    order by v.insight_id limit ${limit}`)

/** Insights with vectors of another model than the best. */
export const listOutdatedVectors = (db: Db, org: string, page: VectorPage) =>
  listVectorTexts(db, org, isOutdatedVector, page)

/** Insights with vectors of any model but this one. */
export const listVectorsOfOtherModels = (db: Db, org: string, model: string, page: VectorPage) =>
  listVectorTexts(db, org, sql`v.model <> ${model}`, page)

/** The vector as base64 text. */
export type NewVector = {
  id: string
  vector: string
  area: string | null
  area_probability: number | null
  mention: string | null
  aspects: Aspects | null
}

/** Keeps the copies for the vector extension, where it is installed, in step with new and changed vectors. */
export const vectorCopies = (org: string, ids: unknown): Sql => sql`select copy_vectors(${org}, ${ids}::uuid[])`

/** An insight whose vector was deleted with an erased contact gets none. */
export async function updateVectors(db: Db, org: string, model: string, rows: readonly NewVector[]) {
  await db.run(sql`
    update insight_vector v set model = ${model}, vector = decode(x.vector, 'base64'), area = x.area,
      area_probability = x.area_probability, mention = x.mention, aspects = x.aspects
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, vector text, area text, area_probability real, mention text, aspects jsonb)
    where v.org_id = ${org} and v.insight_id = x.id`)
  await db.run(
    vectorCopies(
      org,
      rows.map(({ id }) => id),
    ),
  )
}

/** The synthesis has considered them. */
export const markClustered = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update insight_vector set clustered_at = now()
    where org_id = ${org} and insight_id = any(${ids}::uuid[])`)

/** The next synthesis considers them again. */
export const markUnclustered = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update insight_vector set clustered_at = null where org_id = ${org} and insight_id = any(${ids}::uuid[])`)

export const deleteVectorsOfFeedback = (db: Db, org: string, feedback: readonly string[]) =>
  db.run(sql`
    delete from insight_vector where org_id = ${org} and insight_id in (
      select id from insight where org_id = ${org} and feedback_id = any(${feedback}::uuid[]))`)

type Confidences = { matches: readonly ThemeMatch[]; suggestions: readonly ThemeSuggestions[] }

/** How sure the themes of insights are, and which ones are suggested for those without. */
export const storeConfidences = async (db: Db, org: string, { matches, suggestions }: Confidences) => {
  const rows = [
    ...matches.map(({ insight, confidence }) => ({ id: insight, confidence, suggestions: null })),
    ...suggestions.map(({ insight, themes }) => ({ id: insight, confidence: null, suggestions: themes })),
  ]
  if (rows.length === 0) return
  await db.run(sql`
    update insight_vector v set theme_confidence = x.confidence, theme_suggestions = x.suggestions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, confidence real, suggestions jsonb)
    where v.org_id = ${org} and v.insight_id = x.id`)
}
