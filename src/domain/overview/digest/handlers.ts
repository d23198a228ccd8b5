import { updateDigestChoice } from '#domain/access/members/queries-digest.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { digest } from '#contract/resources/digest.ts'
import { findOrganization } from '#domain/organizations/queries.ts'
import { buildDigest } from './build-digest.ts'
import { findDigestChoice } from './queries.ts'
import { lastWeek } from '#domain/overview/channels/digest-week.ts'

export const handlers: Handlers<typeof digest> = {
  getNotificationSettings: async ({ db, org, user, settings }) => ({
    weekly_digest: await findDigestChoice(db, org, user),
    mail_configured: settings.mail ?? false,
  }),

  async updateNotificationSettings({ db, org, user, now, settings }, { weekly_digest }) {
    await updateDigestChoice(db, org, user, { on: weekly_digest, week: lastWeek(now).from })
    return { weekly_digest, mail_configured: settings.mail ?? false }
  },

  async getDigestPreview({ db, org, now, settings: { publicUrl } }) {
    const { label, ...week } = lastWeek(now)
    const message = (await buildDigest(db, org, { ...week, label }, publicUrl)) ?? {
      title: `${(await findOrganization(db, org))!.name}: ${label.replace('the ', '')}`,
      summary: `Nothing came in during ${label}. No email is sent for such a week.`,
      url: publicUrl,
      sections: [],
    }
    return { ...week, message }
  },
}
