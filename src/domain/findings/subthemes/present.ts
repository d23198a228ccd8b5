import type { Static } from 'typebox'
import type { SubthemeDetail } from '#contract/resources/subthemes.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { getMainLanguage } from '#domain/findings/insights/queries-language.ts'
import { notFound, throwMerged } from '#domain/errors.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { buildStory } from '#engine/story/build-story.ts'
import { sentencesIn } from '#engine/story/sentences.ts'
import type { Evidence } from '#engine/story/types.ts'
import { similarity } from '#engine/vectors/matrix.ts'
import { MAX_RELATED_SUBTHEMES, MIN_RELATED_SIMILARITY } from '#engine/thresholds/subthemes.ts'
import {
  type SubthemeEvidenceRow,
  findSubtheme,
  listSubthemeEvidence,
  listMonths,
  maxInsightIds,
  type RelatedCandidate,
  type SubthemeRow,
  listRelatedCandidates,
  listLiveSegmentNames,
} from './queries.ts'
import { findReplacement } from './queries-corrections.ts'

type Detail = Static<typeof SubthemeDetail>

/** Names the subtheme that has the insights of a merged one. */
export async function throwReplaced({ db, org }: Pick<ReadCtx, 'db' | 'org'>, id: string): Promise<never> {
  const replacement = await findReplacement(db, org, id)
  return replacement === undefined ? notFound('subtheme') : throwMerged('subtheme', replacement)
}

export const getSubtheme = async (ctx: ReadCtx, id: string) =>
  (await findSubtheme(ctx.db, ctx.org, id)) ?? throwReplaced(ctx, id)

export async function showSubtheme(ctx: ReadCtx, id: string): Promise<Detail> {
  const { db, org } = ctx
  const row = await getSubtheme(ctx, id)
  const evidence = await listSubthemeEvidence(db, org, id)
  const shown = evidence.slice(0, maxInsightIds)
  return {
    ...row,
    insight_ids: shown.map((one) => one.id),
    insight_ids_truncated: evidence.length > maxInsightIds,
    blocks: await blocksOf(ctx, row, shown),
    theme: { id: row.theme_id, name: row.theme_name, color: row.theme_color },
    related_subthemes: relatedSubthemes(id, await listRelatedCandidates(db, org, id)),
  }
}

/** Computed for each request, so that deleted and erased evidence never appears. */
async function blocksOf(
  { db, org }: ReadCtx,
  { id, name }: Pick<SubthemeRow, 'id' | 'name'>,
  evidence: readonly SubthemeEvidenceRow[],
): Promise<Detail['blocks']> {
  if (evidence.length === 0) return []
  const segments = await countSegments(db, org, evidence)
  const language = await getMainLanguage(db, org)
  const names = new Map(segments.map(({ segment_id, name }) => [segment_id, name]))
  const story = buildStory(storyEvidence({ id, name }, evidence, names), [], language)
  const summary = story.narrative.slice(0, maxSummarySentences).map((part) => part.text)
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const blocks: Detail['blocks'] = [
    { type: 'summary', title: sentencesIn(language).say('heading'), text: summary.join(' ') },
    { type: 'key_points', items: story.key_findings },
    {
      type: 'quotes',
      items: story.quotes.map((quote) => ({
        ...quote,
        sentiment: byId.get(quote.insight_id)!.sentiment,
        contact_name: byId.get(quote.insight_id)!.contact_name,
      })),
    },
    { type: 'sources', items: story.stats.sources },
    { type: 'timeline', items: (await listMonths(db, org, id)).reverse() },
    { type: 'segments', items: segments },
  ]
  return blocks.filter((block) => block.type === 'summary' || block.items.length > 0)
}

const storyEvidence = (
  subtheme: NonNullable<Evidence['subtheme']>,
  evidence: readonly SubthemeEvidenceRow[],
  segments: ReadonlyMap<string, string>,
): Evidence[] =>
  evidence.map(({ model, vector, ...one }) => ({
    ...one,
    // The theme is shown beside it and need not be repeated.
    themes: [],
    subtheme,
    segments: one.segment_ids.flatMap((segment) => segments.get(segment) ?? []),
    meaning: model !== null && vector !== null ? { model, vector: dequantize(vector) } : null,
  }))

const maxSummarySentences = 4

async function countSegments(db: Ctx['db'], org: string, evidence: readonly SubthemeEvidenceRow[]) {
  const counts = new Map<string, number>()
  for (const id of evidence.flatMap((one) => one.segment_ids)) counts.set(id, (counts.get(id) ?? 0) + 1)
  if (counts.size === 0) return []
  const names = await listLiveSegmentNames(db, org, [...counts.keys()])
  return names
    .map(({ id, name }) => ({ segment_id: id, name, count: counts.get(id)! }))
    .sort((a, b) => b.count - a.count || (a.segment_id < b.segment_id ? -1 : 1))
}

/** To three decimals, limited to the range of a cosine. */
const roundedSimilarity = (a: Float32Array, b: Float32Array) =>
  Math.max(-1, Math.min(1, Math.round(similarity(a, b) * 1000) / 1000))

function relatedSubthemes(id: string, all: readonly RelatedCandidate[]): Detail['related_subthemes'] {
  const own = all.find((one) => one.id === id)
  if (!own) return []
  const centroid = dequantize(own.centroid)
  return all
    .filter((one) => one.id !== id)
    .map((one) => ({
      id: one.id,
      name: one.name,
      theme_id: one.theme_id,
      similarity: roundedSimilarity(centroid, dequantize(one.centroid)),
      shared_insight_count: one.shared,
    }))
    .filter((one) => one.similarity >= MIN_RELATED_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_RELATED_SUBTHEMES)
}
