import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { closed } from '#contract/core/shapes.ts'
import { Day } from '#contract/core/times.ts'

const app = { audience: 'app' } as const
const Line = Type.String({ examples: ['Export'] })

export const DigestMessage = Type.Object(
  {
    title: Type.String({ examples: ['Acme: week of November 9'] }),
    summary: Type.String({ examples: ['24 insights in the week of November 9: 9 more than in the period before.'] }),
    url: Type.String({ examples: ['https://feedback.example.com'] }),
    sections: Type.Array(
      Type.Object(
        {
          heading: Type.String({ examples: ['Rising themes'] }),
          items: Type.Array(
            Type.Object(
              { label: Line, detail: Type.String({ examples: ['12 insights, 5 before'] }), url: Line },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'DigestMessage' },
)

const NotificationSettings = Type.Object(
  {
    weekly_digest: Type.Boolean(),
    mail_configured: Type.Boolean({ description: 'Without a mail server no email is sent.' }),
  },
  { ...closed, $id: 'NotificationSettings' },
)

/** The weekly digest: the choice of each member, and what it will look like. */
export const digest = defineRoutes({
  getNotificationSettings: {
    ...app,
    method: 'GET',
    path: '/session/notifications',
    summary: 'Read which emails you get',
    result: NotificationSettings,
  },
  updateNotificationSettings: {
    ...app,
    method: 'PATCH',
    effect: 'updates',
    path: '/session/notifications',
    summary: 'Choose which emails you get',
    body: Type.Object({ weekly_digest: Type.Boolean() }, closed),
    result: NotificationSettings,
  },
  getDigestPreview: {
    ...app,
    method: 'GET',
    path: '/digest/preview',
    summary: 'Read the digest of the last whole week',
    result: Type.Object({ from: Day, to: Day, message: DigestMessage }, closed),
  },
})
