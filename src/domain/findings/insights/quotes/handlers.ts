import type { insights } from '#contract/resources/insights.ts'
import { rawJson } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageById } from '#store/page.ts'
import { getInsightForUpdate, present } from '#domain/findings/insights/present.ts'
import { findFeedbackSource, findInsightDetail } from '#domain/findings/insights/queries.ts'
import { addQuote, removeQuote } from './changes.ts'
import { verifyQuote } from './rules.ts'
import { markEdited, listQuotePage, getQuoteJson, listQuotes, setRepresentative, updateQuote } from './queries.ts'

type QuoteRoutes = Pick<
  typeof insights,
  'listInsightQuotes' | 'addInsightQuote' | 'updateInsightQuote' | 'deleteInsightQuote'
>

const getQuote = async ({ db, org }: Ctx, insightId: string, quoteId: string) =>
  (await listQuotes(db, org, insightId)).find((quote) => quote.id === quoteId) ?? notFound('quote')

export const handlers: Handlers<QuoteRoutes> = {
  async listInsightQuotes({ db, org, cursors }, { insightId, ...query }) {
    present(await findInsightDetail(db, org, insightId))
    const { data, pagination } = await pageById(cursors, query, (after) =>
      listQuotePage(db, org, insightId, { limit: query.limit, after: after ?? null }),
    )
    return rawJson(`{"data":[${data.map((quote) => quote.json).join(',')}],"pagination":${JSON.stringify(pagination)}}`)
  },

  async addInsightQuote(ctx, { insightId, feedback_id, ...input }) {
    const insight = await getInsightForUpdate(ctx, insightId)
    const id = await addQuote(ctx, insight, {
      ...input,
      feedback_id: feedback_id ?? insight.feedback_id,
      path: 'body.text',
    })
    await markEdited(ctx.db, ctx.org, insightId)
    return rawJson(await getQuoteJson(ctx.db, ctx.org, id))
  },

  async updateInsightQuote(ctx, { insightId, quoteId, text, is_representative, redacted }) {
    const { db, org } = ctx
    await getInsightForUpdate(ctx, insightId)
    const quote = await getQuote(ctx, insightId, quoteId)
    const source =
      text !== undefined && quote.feedback_id ? await findFeedbackSource(db, org, quote.feedback_id) : undefined
    const verified = text === undefined ? {} : { text, ...verifyQuote('body.text', text, source?.content) }
    if (text !== undefined || redacted !== undefined) await updateQuote(db, org, quoteId, { ...verified, redacted })
    if (is_representative || quote.is_representative) await setRepresentative(db, org, insightId, quoteId)
    await markEdited(db, org, insightId)
    return rawJson(await getQuoteJson(db, org, quoteId))
  },

  async deleteInsightQuote(ctx, { insightId, quoteId }) {
    const insight = await getInsightForUpdate(ctx, insightId)
    await getQuote(ctx, insightId, quoteId)
    await removeQuote(ctx, insight, quoteId)
    await markEdited(ctx.db, ctx.org, insightId)
    return { id: quoteId, deleted: true }
  },
}
