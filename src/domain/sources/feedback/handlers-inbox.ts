import type { inbox } from '#contract/resources/inbox.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import { pageOf, readCursor } from '#store/page.ts'
import {
  countInbox,
  deleteTriage,
  listFeedbackSources,
  listInbox,
  listInsightsOfFeedback,
  upsertTriage,
} from './queries-inbox.ts'
import { toFeedback, findFeedbackIds } from './queries.ts'

export const handlers: Handlers<typeof inbox> = {
  async listInbox({ db, org, cursors }, { cursor, limit, ...query }) {
    const keys = readCursor(cursors, cursor)
    const { data, pagination } = pageOf(await listInbox(db, org, { ...query, limit, keys }), limit, (last) =>
      cursors.write([last.sort_key, last.id]),
    )
    const insights = Map.groupBy(
      await listInsightsOfFeedback(
        db,
        org,
        data.map((row) => row.id),
      ),
      (insight) => insight.feedback_id,
    )
    return {
      data: data.map(({ sort_key: _, triage_state: state, snoozed_until, triaged_by, triaged_at, ...row }) => ({
        ...toFeedback(row),
        triage: { state, snoozed_until, triaged_by, triaged_at },
        insights: (insights.get(row.id) ?? []).map(({ feedback_id: __, ...insight }) => insight),
      })),
      pagination,
    }
  },

  listFeedbackSources: async ({ db, org }) => ({ data: await listFeedbackSources(db, org) }),

  getInboxCounts: async ({ db, org }) => (await countInbox(db, org))!,

  async triageFeedback({ db, org, user, now }, { feedback_ids, state, until }) {
    if ((state === 'snoozed') !== (until !== undefined))
      invalidField('body.until', state === 'snoozed' ? 'is required to snooze' : 'is only for snoozing')
    if (until !== undefined && Date.parse(until) <= now.getTime()) invalidField('body.until', 'must be in the future')
    requireExist('body.feedback_ids', 'feedback', feedback_ids, await findFeedbackIds(db, org, feedback_ids))
    const changed =
      state === 'new'
        ? await deleteTriage(db, org, feedback_ids)
        : await upsertTriage(db, org, { ids: feedback_ids, state, until, user })
    return { changed }
  },
}
