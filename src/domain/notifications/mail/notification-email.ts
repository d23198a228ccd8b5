import { pluralize } from '#engine/text/pluralize.ts'
import type { Mail } from '#mail/mailer.ts'
import { urlOf } from '#domain/notifications/present.ts'
import type { NotificationKind } from '#vocabulary/discussions.ts'
import type { MailedNotification } from './queries.ts'

const singleLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 100)

type Facts = { who: string; title: string; count: number }

const sentences: Readonly<Record<NotificationKind, (facts: Facts) => string>> = {
  mention: ({ who, title }) => `${who} mentioned you on ${title}`,
  reply: ({ who, title }) => `${who} replied on ${title}`,
  comment: ({ who, title, count }) =>
    count === 1 ? `${who} commented on ${title}` : `${pluralize(count, 'new comment')} on ${title}`,
  assigned: ({ who, title }) => `${who} made you the owner of ${title}`,
  proposal: ({ who, title }) => `${who} proposed changes: ${title}`,
  import: ({ title }) => `The import of ${title} has ended`,
  webhook: ({ title }) => `The webhook to ${title} keeps failing`,
}

const sentenceOf = ({ kind, title, actor, event_count: count }: MailedNotification) =>
  sentences[kind]({ who: singleLine(actor ?? 'A member'), title: `“${singleLine(title)}”`, count })

type Summary = { organization: string; publicUrl: string; total: number }

/** One mail with all that waited; the rest is a number. */
export function notificationEmail(
  to: string,
  rows: readonly MailedNotification[],
  { organization, publicUrl, total }: Summary,
): Mail {
  const more = total - rows.length
  const subject =
    total === 1 ? sentenceOf(rows[0]!) : `${pluralize(total, 'notification')} in ${singleLine(organization)}`
  const text = [
    ...rows.map((row) => `${sentenceOf(row)}\n${publicUrl}${urlOf(row)}`),
    ...(more > 0 ? [`And ${more} more: ${publicUrl}/notifications`] : []),
    `Choose which emails you get, and when: ${publicUrl}/settings/notifications`,
  ].join('\n\n')
  return { to, subject, text: `${text}\n` }
}
