import type { Static } from 'typebox'
import { type Handlers, json } from '#contract/core/route.ts'
import type { SubthemeDetail, subthemes } from '#contract/resources/subthemes.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { pageOfInsights } from '#domain/findings/insights/page.ts'
import { fromBytes } from '#engine/embed/bytes.ts'
import { tellStory } from '#engine/story.ts'
import { closeness } from '#engine/themes/vectors.ts'
import {
  type EvidenceRow,
  evidenceOf,
  monthsOf,
  maxIds,
  type Neighbour,
  neighboursOf,
  pageOfSubthemes,
  segmentNames,
  segmentsOn,
  subthemeById,
} from './queries.ts'

type Detail = Static<typeof SubthemeDetail>
const maxRelated = 10
const related = 0.3

const present = async ({ db, org }: Ctx, id: string) => (await subthemeById(db, org, id)) ?? notFound('subtheme')

export const handlers: Handlers<typeof subthemes, Ctx> = {
  async listSubthemes({ db, org }, wanted) {
    if (wanted.segment_id && !(await segmentsOn(db, org)))
      invalidField('query.segment_id', 'segments are switched off for this organization')
    const { rows, total } = await pageOfSubthemes(db, org, wanted)
    const { offset, limit } = wanted
    return { data: rows, pagination: { total, has_more: offset + rows.length < total, offset, limit } }
  },

  async getSubtheme(ctx, { subthemeId }) {
    const { db, org } = ctx
    const row = await present(ctx, subthemeId)
    const evidence = await evidenceOf(db, org, subthemeId)
    const shown = evidence.slice(0, maxIds)
    return {
      ...row,
      insight_ids: shown.map((one) => one.id),
      insight_ids_truncated: evidence.length > maxIds,
      blocks: await blocksOf(ctx, subthemeId, shown),
      theme: { id: row.theme_id, name: row.theme_name, color: row.theme_color },
      related_subthemes: relatedTo(subthemeId, await neighboursOf(db, org, subthemeId)),
    }
  },

  async listSubthemeInsights(ctx, { subthemeId, ...filters }) {
    await present(ctx, subthemeId)
    return json(await pageOfInsights(ctx.db, ctx.org, { ...filters, subtheme_id: subthemeId }, ctx.cursors))
  },
}

/** What the evidence says, told anew each time: what was deleted or erased is in none of it. */
async function blocksOf({ db, org }: Ctx, id: string, evidence: readonly EvidenceRow[]): Promise<Detail['blocks']> {
  if (evidence.length === 0) return []
  const segments = await segmentsIn(db, org, evidence)
  const names = new Map(segments.map(({ segment_id, name }) => [segment_id, name]))
  // What stands in one subtheme is told apart by its words.
  const story = tellStory(
    evidence.map((one) => ({
      ...one,
      theme: null,
      subtheme: null,
      segments: one.segment_ids.flatMap((segment) => names.get(segment) ?? []),
    })),
  )
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const blocks: Detail['blocks'] = [
    {
      type: 'summary',
      title: 'What customers say',
      text: story.narrative
        .slice(0, 4)
        .map((part) => part.text)
        .join(' '),
    },
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
    { type: 'timeline', items: (await monthsOf(db, org, id)).reverse() },
    { type: 'segments', items: segments },
  ]
  return blocks.filter((block) => block.type === 'summary' || block.items.length > 0)
}

async function segmentsIn(db: Ctx['db'], org: string, evidence: readonly EvidenceRow[]) {
  const counts = new Map<string, number>()
  for (const id of evidence.flatMap((one) => one.segment_ids)) counts.set(id, (counts.get(id) ?? 0) + 1)
  if (counts.size === 0) return []
  const names = await segmentNames(db, org, [...counts.keys()])
  return names
    .map(({ id, name }) => ({ segment_id: id, name, count: counts.get(id)! }))
    .sort((a, b) => b.count - a.count || (a.segment_id < b.segment_id ? -1 : 1))
}

/** Rounded, and never more than the same. */
const similarity = (a: Float32Array, b: Float32Array) =>
  Math.max(-1, Math.min(1, Math.round(closeness(a, b) * 1000) / 1000))

function relatedTo(id: string, all: readonly Neighbour[]): Detail['related_subthemes'] {
  const own = all.find((one) => one.id === id)
  if (!own) return []
  const centre = fromBytes(own.centre)
  return all
    .filter((one) => one.id !== id)
    .map((one) => ({
      id: one.id,
      name: one.name,
      theme_id: one.theme_id,
      similarity: similarity(centre, fromBytes(one.centre)),
      shared_insight_count: one.shared,
    }))
    .filter((one) => one.similarity >= related)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, maxRelated)
}
