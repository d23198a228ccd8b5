import type { insights } from '#contract/resources/insights.ts'
import { type Handlers, type Input, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireKnown } from '#domain/errors.ts'
import { inheritAnew } from '#domain/segmentation/evaluate.ts'
import { requireSegments } from '#domain/segmentation/require.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { newId } from '#store/ids.ts'
import { handlers as links } from './link-handlers.ts'
import { countIn, holdThemes, linkNew, setThemes, shiftCounts } from './links.ts'
import { pageOfInsights } from './page.ts'
import { insightToChange, present, showInsight } from './present.ts'
import {
  feedbackById,
  insertInsight,
  knownContacts,
  lockInsights,
  moveEvidence,
  type NewInsight,
  type Source,
  updateInsight,
} from './queries.ts'
import { handlers as quotes } from './quote-handlers.ts'
import { replaceQuote } from './quote-changes.ts'
import { verifyQuote } from './quote-rules.ts'
import { insertQuote, moveQuotes, quotesOf, setRepresentative } from './quotes.ts'
import { requireThemes } from './references.ts'

type References = {
  feedback_id?: string | null
  contact_id?: string | null
  theme_ids?: string[]
  segment_ids?: string[]
}

async function resolveReferences(
  ctx: Ctx,
  given: References,
  leaving: readonly string[] = [],
): Promise<Source | undefined> {
  const { db, org } = ctx
  const source = given.feedback_id
    ? ((await feedbackById(db, org, given.feedback_id)) ??
      invalidField('body.feedback_id', 'there is no feedback with this id'))
    : undefined
  if (given.contact_id)
    requireKnown(
      'body.contact_id',
      'contact',
      [given.contact_id],
      (await knownContacts(db, org, [given.contact_id])).map((c) => c.id),
    )
  if (given.theme_ids) await requireThemes(ctx, given.theme_ids, leaving)
  if (given.segment_ids) await requireSegments(ctx, given.segment_ids)
  return source
}

type Given = Omit<Input<typeof insights.createInsight>, 'theme_ids' | 'quote'> & {
  theme_ids: string[]
  quote: string | null
}

const firstQuote = { speaker: null, is_representative: true }

/** What a source knows and the caller did not say is taken from the source. */
const newInsight = (id: string, given: Given, source: Source | undefined): NewInsight => ({
  id,
  name: given.name,
  sentiment: given.sentiment,
  category: given.category,
  description: given.description ?? null,
  origin: 'manual',
  feedback_id: source?.id ?? null,
  contact_id: (given.contact_id === undefined ? source?.contact_id : given.contact_id) ?? null,
  source: source?.source ?? null,
  source_type: source?.source_type ?? null,
  source_url: source?.url ?? null,
  language: source?.language ?? null,
  quote: given.quote,
  theme_ids: given.theme_ids,
  segment_ids: given.segment_ids ?? null,
  tags: given.tags ?? [],
  occurred_at: given.occurred_at ?? source?.occurred_at ?? null,
})

export const handlers: Handlers<typeof insights, Ctx> = {
  ...links,
  ...quotes,

  async listInsights({ db, org, cursors }, filters) {
    return json(await pageOfInsights(db, org, filters, cursors))
  },

  getInsight: (ctx, { insightId }) => showInsight(ctx, insightId),

  async createInsight(ctx, { theme_ids = [], quote, ...input }) {
    const { db, org } = ctx
    const source = await resolveReferences(ctx, input)
    const id = newId()
    const verified = quote
      ? verifyQuote('body.quote', quote, source?.content, input.allow_unverified ?? false)
      : undefined
    // None needs the answer of another to be asked, so they leave together and run in this order.
    const [, , counted, , shown] = await Promise.all([
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
      countIn(db, org, theme_ids),
      linkNew(db, org, id, theme_ids),
      showInsight(ctx, id),
    ])
    requireKnown('body.theme_ids', 'theme', theme_ids, counted)
    return shown
  },

  async updateInsight(ctx, { insightId, quote, allow_unverified, theme_ids, status, ...given }) {
    const { db, org } = ctx
    const before = await insightToChange(ctx, insightId)
    const source = await resolveReferences(ctx, { ...given, theme_ids }, before.theme_ids)
    if (theme_ids) await setThemes(db, org, before, theme_ids)
    const { live } = await updateInsight(db, org, insightId, {
      ...given,
      ...(given.segment_ids && { segments_overridden: true }),
      status,
      ...(source && {
        source: source.source,
        source_type: source.source_type,
        source_url: source.url,
        language: source.language,
      }),
      edited_by_human: true,
    })
    if (live !== before.live) await shiftCounts(db, org, theme_ids ?? before.theme_ids, live ? 1 : -1)
    if (given.contact_id !== undefined) await inheritAnew(db, org, insightId)
    if (quote !== undefined)
      await replaceQuote(
        ctx,
        { ...before, feedback_id: given.feedback_id === undefined ? before.feedback_id : given.feedback_id },
        quote,
        allow_unverified ?? false,
      )
    await refreshOpportunitiesOf(db, org, [insightId])
    return showInsight(ctx, insightId)
  },

  async deleteInsight(ctx, { insightId }) {
    const [row] = await lockInsights(ctx.db, ctx.org, [insightId])
    if (row?.deleted && !row.merged_into_id) return { id: insightId, deleted: true }
    const insight = present(row)
    await updateInsight(ctx.db, ctx.org, insightId, { deleted_at: ctx.now })
    if (insight.live) await shiftCounts(ctx.db, ctx.org, insight.theme_ids, -1)
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
    requireKnown(
      'body.source_insight_ids',
      'insight',
      source_insight_ids,
      sources.map((row) => row.id),
    )
    const ids = sources.map((row) => row.id)
    await holdThemes(db, org, [...new Set(rows.flatMap((row) => row.theme_ids))])
    for (const source of sources) if (source.live) await shiftCounts(db, org, source.theme_ids, -1)
    for (const source of sources)
      await updateInsight(db, org, source.id, { deleted_at: ctx.now, merged_into_id: insightId })
    await moveQuotes(db, org, ids, insightId)
    await moveEvidence(db, org, ids, insightId)
    await setThemes(db, org, target, [...new Set([...target.theme_ids, ...sources.flatMap((row) => row.theme_ids)])])
    const quotes = await quotesOf(db, org, insightId)
    await setRepresentative(db, org, insightId, (quotes.find((q) => q.is_representative) ?? quotes[0])?.id ?? null)
    await refreshOpportunitiesOf(db, org, [insightId, ...ids])
    return showInsight(ctx, insightId)
  },
}
