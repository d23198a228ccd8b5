import type { notifications } from '#contract/resources/notifications.ts'
import type { ReadCtx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { instantOf, pageByKeys } from '#store/page.ts'
import { presentNotification } from './present.ts'
import {
  countUnread,
  findNotification,
  findOtherUnread,
  findPreferences,
  listNotifications,
  markRead,
  type StoredPreferences,
  updateNotification,
  upsertPreferences,
} from './queries.ts'
import { allWays, countsByKind, defaultPreferences, isTimeZone } from './rules.ts'

const shown = ({ ways, ...preferences }: StoredPreferences, { settings }: ReadCtx) => ({
  ways: allWays(ways),
  ...preferences,
  mail_configured: settings.mail ?? false,
})

export const handlers: Handlers<typeof notifications> = {
  async listNotifications({ db, org, user, cursors }, query) {
    const page = await pageByKeys(
      cursors,
      query,
      (after) => listNotifications(db, org, user, { ...query, after }),
      ({ updated_at, id }) => [updated_at, id],
    )
    return { ...page, data: page.data.map(presentNotification) }
  },

  async countNotifications({ db, org, user }) {
    const by_kind = countsByKind(await countUnread(db, org, user))
    return { unread: Object.values(by_kind).reduce((sum, count) => sum + count, 0), by_kind }
  },

  async updateNotification({ db, org, user, now }, { notificationId: id, read, snoozed_until }) {
    const key = { user, id }
    const before = (await findNotification(db, org, key)) ?? notFound('notification')
    if (read === false && before.read_at !== null && (await findOtherUnread(db, org, key)))
      invalidField('body.read', 'there is a newer notification about the same')
    await updateNotification(db, org, key, {
      ...(read !== undefined && { read_at: read ? now : null }),
      ...(snoozed_until !== undefined && {
        snoozed_until: snoozed_until === null ? null : instantOf(snoozed_until),
      }),
    })
    return presentNotification((await findNotification(db, org, key))!)
  },

  async markNotificationsRead({ db, org, user }, { kinds }) {
    return { marked: await markRead(db, org, user, kinds) }
  },

  async getNotificationPreferences(ctx) {
    return shown((await findPreferences(ctx.db, ctx.org, ctx.user)) ?? defaultPreferences, ctx)
  },

  async updateNotificationPreferences(ctx, { ways, ...change }) {
    const { db, org, user } = ctx
    if (change.time_zone !== undefined && !isTimeZone(change.time_zone))
      invalidField('body.time_zone', 'is no time zone of the IANA database, such as Europe/Lisbon')
    const before = (await findPreferences(db, org, user)) ?? defaultPreferences
    const after = { ...before, ...change, ways: { ...before.ways, ...ways } }
    if ((after.quiet_from === null) !== (after.quiet_to === null))
      invalidField(after.quiet_from === null ? 'body.quiet_from' : 'body.quiet_to', 'is required with the other one')
    await upsertPreferences(db, org, user, after)
    return shown(after, ctx)
  },
}
