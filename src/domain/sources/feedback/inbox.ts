import type { inbox } from '#contract/resources/inbox.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireKnown } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { countInbox, insightsOfItems, pageOfInbox, putBack, triage } from './inbox-queries.ts'
import { itemOf, knownFeedback } from './queries.ts'

export const handlers: Handlers<typeof inbox, Ctx> = {
  async listInbox({ db, org, cursors }, { cursor, limit, ...wanted }) {
    const before = cursor === undefined ? undefined : String(cursors.read(cursor)[0])
    const { data, pagination } = pageOf(await pageOfInbox(db, org, { ...wanted, limit, before }), limit, (last) =>
      cursors.write([last.id]),
    )
    const found = Map.groupBy(
      await insightsOfItems(
        db,
        org,
        data.map((row) => row.id),
      ),
      (insight) => insight.feedback_id,
    )
    return {
      data: data.map(({ triage_state: state, snoozed_until, triaged_by, triaged_at, ...row }) => ({
        ...itemOf(row),
        triage: { state, snoozed_until, triaged_by, triaged_at },
        insights: (found.get(row.id) ?? []).map(({ feedback_id: _, ...insight }) => insight),
      })),
      pagination,
    }
  },

  getInboxCounts: async ({ db, org }) => (await countInbox(db, org))!,

  async triageFeedback({ db, org, user, now }, { feedback_ids, state, until }) {
    if ((state === 'snoozed') !== (until !== undefined))
      invalidField('body.until', state === 'snoozed' ? 'is needed to snooze' : 'is only for snoozing')
    if (until !== undefined && Date.parse(until) <= now.getTime()) invalidField('body.until', 'must be in the future')
    requireKnown(
      'body.feedback_ids',
      'feedback',
      feedback_ids,
      (await knownFeedback(db, org, feedback_ids)).map((row) => row.id),
    )
    const changed =
      state === 'new'
        ? await putBack(db, org, feedback_ids)
        : await triage(db, org, { ids: feedback_ids, state, until, user })
    return { changed }
  },
}
