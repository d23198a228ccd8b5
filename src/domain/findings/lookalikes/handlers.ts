import type { Static } from 'typebox'
import type { lookalikes } from '#contract/resources/lookalikes.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound, throwMerged } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { listEmbeddingSpaces } from '#domain/findings/analysis/queries-vectors.ts'
import { findCenteringMean } from '#domain/findings/semantic/queries.ts'
import { getSubtheme } from '#domain/findings/subthemes/present.ts'
import { findThemeState } from '#domain/findings/subthemes/queries-corrections.ts'
import { findLookalikes } from '#engine/clustering/find-lookalikes.ts'
import { centered, matrixOf } from '#engine/vectors/matrix.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { type ComparedRow, listCompared, listPlacedIds, type PlaceIds } from './queries.ts'

type Lookalikes = Static<(typeof lookalikes.listThemeLookalikes)['result']>
type Query = Static<(typeof lookalikes.listThemeLookalikes)['query']>

const maxExamples = 20
/** Compared by words as well, and those that only show which words are common. */
const maxNearest = 300
const otherInsights = 100

export const handlers: Handlers<typeof lookalikes> = {
  async listThemeLookalikes(ctx, { themeId, ...query }) {
    const theme = (await findThemeState(ctx.db, ctx.org, themeId)) ?? notFound('theme')
    if (theme.merged_into_id) throwMerged('theme', theme.merged_into_id)
    return lookalikesOf(ctx, { theme: themeId, subtheme: null }, query)
  },

  async listSubthemeLookalikes(ctx, { subthemeId, ...query }) {
    const { theme_id } = await getSubtheme(ctx, subthemeId)
    return lookalikesOf(ctx, { theme: theme_id, subtheme: subthemeId }, query)
  },
}

/** None where nothing can be compared by meaning. */
async function lookalikesOf(ctx: ReadCtx, place: PlaceIds, { to, limit }: Query): Promise<Lookalikes> {
  const { db, org, semanticSearch } = ctx
  const examples = to ?? (await listPlacedIds(db, org, place, maxExamples))
  if (examples.length === 0) return { data: [] }
  const similar = await semanticSearch?.findSimilar(db, org, examples, maxNearest)
  const [space] = await listEmbeddingSpaces(db, org)
  if (!similar || !space) return { data: [] }
  const ids = [...examples, ...similar.map(({ insight_id }) => insight_id)]
  const rows = await listCompared(db, org, space.model, { ids, others: otherInsights, place })
  const mean = await findCenteringMean(db, org, space.model)
  return { data: await presentLookalikes(rows, mean, { examples, nearest: new Set(ids), limit }) }
}

type Comparison = { examples: readonly string[]; nearest: ReadonlySet<string>; limit: number }

async function presentLookalikes(
  rows: readonly ComparedRow[],
  mean: Float32Array,
  { examples, nearest, limit }: Comparison,
): Promise<Lookalikes['data']> {
  const numbered = [...rows.entries()]
  const found = await findLookalikes(
    centered(matrixOf(rows.map(({ vector }) => dequantize(vector))), mean),
    rows.map(({ quote, name, mention }) => ({ text: quote ?? name, mention })),
    {
      examples: numbered.flatMap(([n, { id }]) => (examples.includes(id) ? n : [])),
      candidates: numbered.flatMap(([n, { id, movable }]) =>
        movable && nearest.has(id) && !examples.includes(id) ? n : [],
      ),
    },
  )
  return found.slice(0, limit).map(({ row, similarity }) => {
    const { id, name, quote, sentiment, themes } = rows[row]!
    return {
      id,
      name,
      quote,
      sentiment,
      themes: JSON.parse(`[${themes ?? ''}]`) as Lookalikes['data'][number]['themes'],
      similarity: Math.min(1, Math.round(similarity * 100) / 100),
    }
  })
}
