import type { insights } from '#contract/resources/insights.ts'
import { type listCounts, maxCounted } from '#contract/resources/list-counts.ts'
import { type Input, rawJson } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import { copySegmentsToInsight } from '#domain/segmentation/queries.ts'
import { requireSegments } from '#domain/segmentation/require-segments.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import { handlers as links } from './links/handlers.ts'
import {
  incrementThemeCounts,
  lockLinkedThemes,
  insertThemeLinks,
  replaceThemes,
  addToThemeCounts,
} from './links/queries.ts'
import { countInsights, listInsights } from './queries-list.ts'
import { getInsightForUpdate, present, showInsight } from './present.ts'
import {
  findFeedbackSource,
  insertInsight,
  listExistingContacts,
  lockInsights,
  moveEvidence,
  type NewInsight,
  type FeedbackSource,
  updateInsight,
} from './queries.ts'
import { handlers as quotes } from './quotes/handlers.ts'
import { replaceQuote } from './quotes/changes.ts'
import { verifyQuote } from './quotes/rules.ts'
import { insertQuote, moveQuotes, listQuotes, setRepresentative } from './quotes/queries.ts'
import { requireThemes } from './links/rules.ts'

type References = {
  feedback_id?: string | null
  contact_id?: string | null
  theme_ids?: string[] | undefined
  segment_ids?: string[]
}

async function resolveReferences(
  ctx: Ctx,
  references: References,
  previousThemeIds: readonly string[] = [],
): Promise<FeedbackSource | undefined> {
  const { db, org } = ctx
  const { feedback_id, contact_id, theme_ids, segment_ids } = references
  const source = feedback_id
    ? ((await findFeedbackSource(db, org, feedback_id)) ??
      invalidField('body.feedback_id', 'there is no feedback with this id'))
    : undefined
  if (contact_id) {
    const contacts = await listExistingContacts(db, org, [contact_id])
    requireExist(
      'body.contact_id',
      'contact',
      [contact_id],
      contacts.map((contact) => contact.id),
    )
  }
  if (theme_ids) await requireThemes(ctx, theme_ids, previousThemeIds)
  if (segment_ids) await requireSegments(ctx, segment_ids)
  return source
}

type CreateInsightInput = Omit<Input<typeof insights.createInsight>, 'theme_ids' | 'quote'> & {
  theme_ids: string[]
  quote: string | null
}

const firstQuote = { speaker: null, is_representative: true }

/** Fields that the caller leaves out are taken from the feedback. */
const newInsight = (id: string, input: CreateInsightInput, source: FeedbackSource | undefined): NewInsight => ({
  id,
  name: input.name,
  sentiment: input.sentiment,
  category: input.category,
  description: input.description ?? null,
  origin: 'manual',
  feedback_id: source?.id ?? null,
  contact_id: (input.contact_id === undefined ? source?.contact_id : input.contact_id) ?? null,
  source: source?.source ?? null,
  source_type: source?.source_type ?? null,
  source_url: source?.url ?? null,
  language: source?.language ?? null,
  quote: input.quote,
  theme_ids: input.theme_ids,
  segment_ids: input.segment_ids ?? null,
  tags: input.tags ?? [],
  occurred_at: input.occurred_at ?? source?.occurred_at ?? null,
})

export const handlers: Handlers<typeof insights & Pick<typeof listCounts, 'countInsights'>> = {
  ...links,
  ...quotes,

  listInsights: async (ctx, query) => rawJson(await listInsights(ctx, query)),

  async countInsights({ db, org }, filters) {
    const count = await countInsights(db, org, { ...filters, limit: 0 }, maxCounted + 1)
    return { count: Math.min(count, maxCounted), is_exact: count <= maxCounted }
  },

  getInsight: (ctx, { insightId }) => showInsight(ctx, insightId),

  async createInsight(ctx, { theme_ids = [], quote, ...input }) {
    const { db, org } = ctx
    const source = await resolveReferences(ctx, input)
    const id = newId()
    const verified = quote
      ? verifyQuote('body.quote', quote, source?.content, input.allow_unverified ?? false)
      : undefined
    // Pipelined: none needs the result of another, and they run in this order.
    const [, , liveThemeIds, , insight] = await pipelined(db, [
      insertInsight(db, org, newInsight(id, { ...input, theme_ids, quote: quote ?? null }, source)),
      verified &&
        insertQuote(db, org, {
          ...firstQuote,
          id: newId(),
          insight_id: id,
          feedback_id: source?.id ?? null,
          text: quote!,
          ...verified,
        }),
      incrementThemeCounts(db, org, theme_ids),
      insertThemeLinks(db, org, id, theme_ids),
      showInsight(ctx, id),
    ])
    requireExist('body.theme_ids', 'theme', theme_ids, liveThemeIds)
    return insight
  },

  async updateInsight(ctx, { insightId, quote, allow_unverified, theme_ids, status, ...input }) {
    const { db, org } = ctx
    const before = await getInsightForUpdate(ctx, insightId)
    const source = await resolveReferences(ctx, { ...input, theme_ids }, before.theme_ids)
    if (theme_ids) await replaceThemes(db, org, before, theme_ids)
    const { live } = await updateInsight(db, org, insightId, {
      ...input,
      ...(input.segment_ids && { segments_overridden: true }),
      status,
      ...(source && {
        source: source.source,
        source_type: source.source_type,
        source_url: source.url,
        language: source.language,
      }),
      edited_by_human: true,
    })
    if (live !== before.live) await addToThemeCounts(db, org, theme_ids ?? before.theme_ids, live ? 1 : -1)
    if (input.contact_id !== undefined) await copySegmentsToInsight(db, org, insightId)
    if (quote !== undefined) {
      const feedback_id = input.feedback_id === undefined ? before.feedback_id : input.feedback_id
      await replaceQuote(ctx, { ...before, feedback_id }, quote, allow_unverified ?? false)
    }
    await refreshOpportunitiesOf(db, org, [insightId])
    return showInsight(ctx, insightId)
  },

  async deleteInsight(ctx, { insightId }) {
    const [row] = await lockInsights(ctx.db, ctx.org, [insightId])
    if (row?.deleted && !row.merged_into_id) return { id: insightId, deleted: true }
    const insight = present(row)
    await updateInsight(ctx.db, ctx.org, insightId, { deleted_at: ctx.now })
    if (insight.live) await addToThemeCounts(ctx.db, ctx.org, insight.theme_ids, -1)
    await refreshOpportunitiesOf(ctx.db, ctx.org, [insightId])
    return { id: insightId, deleted: true }
  },

  async mergeInsights(ctx, { insightId, source_insight_ids }) {
    const { db, org } = ctx
    if (source_insight_ids.includes(insightId))
      invalidField('body.source_insight_ids', 'an insight cannot be merged into itself')
    const rows = await lockInsights(db, org, [insightId, ...source_insight_ids])
    const target = present(rows.find((row) => row.id === insightId))
    const sources = rows.filter((row) => row.id !== insightId && !row.deleted)
    requireExist(
      'body.source_insight_ids',
      'insight',
      source_insight_ids,
      sources.map((row) => row.id),
    )
    const ids = sources.map((row) => row.id)
    await lockLinkedThemes(db, org, [...new Set(rows.flatMap((row) => row.theme_ids))])
    for (const source of sources) if (source.live) await addToThemeCounts(db, org, source.theme_ids, -1)
    for (const source of sources)
      await updateInsight(db, org, source.id, { deleted_at: ctx.now, merged_into_id: insightId })
    await moveQuotes(db, org, ids, insightId)
    await moveEvidence(db, org, ids, insightId)
    await replaceThemes(db, org, target, [
      ...new Set([...target.theme_ids, ...sources.flatMap((row) => row.theme_ids)]),
    ])
    const quotes = await listQuotes(db, org, insightId)
    await setRepresentative(db, org, insightId, (quotes.find((q) => q.is_representative) ?? quotes[0])?.id ?? null)
    await refreshOpportunitiesOf(db, org, [insightId, ...ids])
    return showInsight(ctx, insightId)
  },
}
