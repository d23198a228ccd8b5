import type { Ctx } from '#domain/context.ts'
import { contactOf } from '#domain/sources/feedback/change.ts'
import { ingest } from '#domain/sources/feedback/ingest.ts'
import { wordsHash } from '#domain/sources/feedback/rules.ts'
import { changeItem } from '#domain/sources/feedback/standing.ts'
import { assignments, sql } from '#store/sql.ts'
import { refreshLatest } from './latest.ts'
import type { Held } from './queries.ts'
import { alignFeedback, linkFeedback } from './store-batch.ts'

type Given = { tags?: string[]; contact_id?: string | null; contact?: Parameters<typeof contactOf>[1]['contact'] }

/** Sets tags and contact, on the response and on what became of its reason. */
export async function changeResponse(ctx: Ctx, held: Held, { contact, contact_id, tags }: Given) {
  const { db, org } = ctx
  const who = await contactOf(ctx, { contact, contact_id })
  await db.run(
    sql`update nps_response set ${assignments({ tags, contact_id: who, updated_at: ctx.now })} where org_id = ${org} and id = ${held.id}`,
  )
  await alignFeedback(db, org, [held.id])
  if (who !== undefined && who !== held.contact_id) await refreshLatest(db, org, [held.contact_id, who])
}

/** Gives the response a reason, or other words for it; answers with the feedback that is to be analyzed. */
export async function setReason({ db, org, now }: Ctx, held: Held, reason: string): Promise<string> {
  if (held.feedback_id) {
    await changeItem(
      db,
      org,
      held.feedback_id,
      { content: reason, content_hash: Buffer.from(wordsHash(reason), 'hex') },
      { status: 'queued', skip_reason: null, updated_at: now },
    )
    return held.feedback_id
  }
  const [made] = await ingest(
    db,
    org,
    [
      {
        content: reason,
        source: held.source,
        source_type: 'nps_response',
        analyze: true,
        contact_id: held.contact_id,
        tags: held.tags,
        occurred_at: held.responded_at,
        rating: { value: held.score, scale_min: 0, scale_max: 10 },
      },
    ],
    null,
  )
  await linkFeedback(db, org, [{ id: held.id, feedback_id: made!.id }])
  return made!.id
}
