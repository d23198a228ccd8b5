import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { holdFeedback } from '#domain/sources/feedback/queries.ts'
import { hideFeedback } from './hide-feedback.ts'

/** What was said goes, and with it what the machine found in it alone. */
export async function removeFeedback({ db, org }: Pick<Ctx, 'db' | 'org'>, id: string) {
  const held = (await holdFeedback(db, org, id)) ?? notFound('feedback')
  if (!held.deleted) await hideFeedback(db, org, [id])
}
