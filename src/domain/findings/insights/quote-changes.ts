import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { feedbackById } from './queries.ts'
import { verifyQuote } from './quote-rules.ts'
import { deleteQuote, insertQuote, quotesOf, setRepresentative } from './quotes.ts'

type Owner = { id: string; origin: string; feedback_id: string | null }
type Given = {
  text: string
  feedback_id: string | null
  speaker?: string
  allow_unverified: boolean
  is_representative: boolean
  path: string
}

/** Stores a quote; the first of an insight always speaks for it. */
export async function addQuote({ db, org }: Ctx, insight: Owner, given: Given): Promise<string> {
  const source = given.feedback_id
    ? ((await feedbackById(db, org, given.feedback_id)) ??
      invalidField('body.feedback_id', 'there is no feedback with this id'))
    : undefined
  const verified = verifyQuote(given.path, given.text, source?.content, given.allow_unverified)
  const id = newId()
  const first = (await quotesOf(db, org, insight.id)).length === 0
  await insertQuote(db, org, {
    id,
    insight_id: insight.id,
    feedback_id: source?.id ?? null,
    text: given.text,
    speaker: given.speaker ?? null,
    is_representative: false,
    ...verified,
  })
  if (first || given.is_representative) await setRepresentative(db, org, insight.id, id)
  return id
}

/** An insight the machine found stands on its quote; without one it would be a claim. */
export async function removeQuote({ db, org }: Ctx, insight: Owner, quoteId: string) {
  const others = (await quotesOf(db, org, insight.id)).filter((quote) => quote.id !== quoteId)
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

/** The field `quote` of an insight: its representative quote, by its words. */
export async function replaceQuote(ctx: Ctx, insight: Owner, text: string | null, allow_unverified: boolean) {
  const before = (await quotesOf(ctx.db, ctx.org, insight.id)).find((quote) => quote.is_representative)
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
