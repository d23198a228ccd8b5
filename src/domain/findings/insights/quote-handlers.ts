import type { insights } from '#contract/resources/insights.ts'
import { type Handlers, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { insightToChange, present } from './present.ts'
import { feedbackById, insightDetail } from './queries.ts'
import { addQuote, removeQuote } from './quote-changes.ts'
import { verifyQuote } from './quote-rules.ts'
import { markEdited, pageOfQuotes, quoteById, quotesOf, setRepresentative, updateQuote } from './quotes.ts'

type QuoteRoutes = Pick<
  typeof insights,
  'listInsightQuotes' | 'addInsightQuote' | 'updateInsightQuote' | 'deleteInsightQuote'
>

const quoteOf = async ({ db, org }: Ctx, insightId: string, quoteId: string) =>
  (await quotesOf(db, org, insightId)).find((quote) => quote.id === quoteId) ?? notFound('quote')

export const handlers: Handlers<QuoteRoutes, Ctx> = {
  async listInsightQuotes({ db, org, cursors }, { insightId, limit, cursor }) {
    present(await insightDetail(db, org, insightId))
    const rows = await pageOfQuotes(
      db,
      org,
      insightId,
      limit,
      cursor === undefined ? undefined : (cursors.read(cursor)[0] as string),
    )
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.id]))
    return json(`{"data":[${data.map((quote) => quote.json).join(',')}],"pagination":${JSON.stringify(pagination)}}`)
  },

  async addInsightQuote(ctx, { insightId, feedback_id, ...given }) {
    const insight = await insightToChange(ctx, insightId)
    const id = await addQuote(ctx, insight, {
      ...given,
      feedback_id: feedback_id ?? insight.feedback_id,
      path: 'body.text',
    })
    await markEdited(ctx.db, ctx.org, insightId)
    return json(await quoteById(ctx.db, ctx.org, id))
  },

  async updateInsightQuote(ctx, { insightId, quoteId, text, is_representative, redacted }) {
    const { db, org } = ctx
    await insightToChange(ctx, insightId)
    const quote = await quoteOf(ctx, insightId, quoteId)
    const source = text !== undefined && quote.feedback_id ? await feedbackById(db, org, quote.feedback_id) : undefined
    const verified = text === undefined ? {} : { text, ...verifyQuote('body.text', text, source?.content) }
    if (text !== undefined || redacted !== undefined) await updateQuote(db, org, quoteId, { ...verified, redacted })
    if (is_representative || quote.is_representative) await setRepresentative(db, org, insightId, quoteId)
    await markEdited(db, org, insightId)
    return json(await quoteById(db, org, quoteId))
  },

  async deleteInsightQuote(ctx, { insightId, quoteId }) {
    const insight = await insightToChange(ctx, insightId)
    await quoteOf(ctx, insightId, quoteId)
    await removeQuote(ctx, insight, quoteId)
    await markEdited(ctx.db, ctx.org, insightId)
    return { id: quoteId, deleted: true }
  },
}
