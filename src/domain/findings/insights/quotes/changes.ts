import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { findFeedbackSource } from '#domain/findings/insights/queries.ts'
import { verifyQuote } from './rules.ts'
import { deleteQuote, insertQuote, listQuotes, setRepresentative } from './queries.ts'

type QuotedInsight = { id: string; origin: string; feedback_id: string | null }
type AddQuoteInput = {
  text: string
  feedback_id: string | null
  speaker?: string
  allow_unverified: boolean
  is_representative: boolean
  path: string
}

/** The first quote of an insight is its representative one. */
export async function addQuote({ db, org }: Ctx, insight: QuotedInsight, input: AddQuoteInput): Promise<string> {
  const source = input.feedback_id
    ? ((await findFeedbackSource(db, org, input.feedback_id)) ??
      invalidField('body.feedback_id', 'there is no feedback with this id'))
    : undefined
  const verified = verifyQuote(input.path, input.text, source?.content, input.allow_unverified)
  const id = newId()
  const isFirst = (await listQuotes(db, org, insight.id)).length === 0
  await insertQuote(db, org, {
    id,
    insight_id: insight.id,
    feedback_id: source?.id ?? null,
    text: input.text,
    speaker: input.speaker ?? null,
    is_representative: false,
    ...verified,
  })
  if (isFirst || input.is_representative) await setRepresentative(db, org, insight.id, id)
  return id
}

/** An automatic insight keeps at least one quote as its evidence. */
export async function removeQuote({ db, org }: Ctx, insight: QuotedInsight, quoteId: string) {
  const others = (await listQuotes(db, org, insight.id)).filter((quote) => quote.id !== quoteId)
  if (insight.origin === 'auto' && others.length === 0)
    throwApiError('INVALID_STATE', 'The last quote of an automatic insight cannot be removed.')
  await deleteQuote(db, org, quoteId)
  await setRepresentative(
    db,
    org,
    insight.id,
    (others.find((quote) => quote.is_representative) ?? others[0])?.id ?? null,
  )
}

/** Sets the field `quote` of an insight: replaces its representative quote. */
export async function replaceQuote(ctx: Ctx, insight: QuotedInsight, text: string | null, allow_unverified: boolean) {
  const before = (await listQuotes(ctx.db, ctx.org, insight.id)).find((quote) => quote.is_representative)
  if (text !== null) {
    if (before?.text === text) return
    await addQuote(ctx, insight, {
      text,
      feedback_id: insight.feedback_id,
      allow_unverified,
      is_representative: true,
      path: 'body.quote',
    })
  }
  if (before) await removeQuote(ctx, insight, before.id)
}
