import type { Mail } from '#mail/mailer.ts'

/* Email texts: short, plain text, one link each. */

/** Names in a subject are kept to one short line. */
const singleLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 100)
const email = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
})

export const invitationEmail = (
  to: string,
  { organization, by, url, days }: { organization: string; by: string; url: string; days: number },
) =>
  email(to, `${singleLine(by)} invites you to ${singleLine(organization)}`, [
    `${singleLine(by)} invites you to join ${singleLine(organization)} on Earshot.`,
    url,
    `The link works once, within ${days} days. If you did not expect this email, ignore it.`,
  ])

export const passwordResetEmail = (to: string, { url, minutes }: { url: string; minutes: number }) =>
  email(to, 'Set a new password', [
    'A new password was requested for your Earshot account.',
    url,
    `The link works once, within ${minutes} minutes, and signs you out everywhere.`,
    'If you did not request it, ignore this email: nothing changes.',
  ])

export type AlertFacts = { name: string; metric: string; now: number | null; before: number | null }

/** The text of an alert, in emails and chat messages. */
export const alertText = ({ name, metric, now, before }: AlertFacts) => ({
  title: `Alert: ${singleLine(name)}`,
  summary:
    `The alert “${singleLine(name)}” was triggered: ${metric.replaceAll('_', ' ')} is ${now ?? 'unknown'}, ` +
    `compared with ${before ?? 'nothing'} in the previous window.`,
})

export const alertEmail = (to: string, alert: AlertFacts, url: string) => {
  const { title, summary } = alertText(alert)
  return email(to, title, [summary, url])
}

export const webhookDisabledEmail = (
  to: string,
  { target, reason, url }: { target: string; reason: string; url: string },
) =>
  email(to, 'A webhook was disabled', [
    `Earshot no longer sends events to ${target}: ${reason}.`,
    'Enable it again on this page, or with {"status": "active"} in the API, once the receiver works.',
    url,
    'Events that occur meanwhile are sent then, as long as they are retained (30 days). Deliveries that have failed ' +
      'for good are listed with the webhook and can be sent again one by one.',
  ])

/** Times as people read them, in UTC. */
const minuteOf = (time: string) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

type FailingWebhook = { target: string; failing_since: string; disables_at: string; url: string }

export const webhookFailingEmail = (to: string, { target, failing_since, disables_at, url }: FailingWebhook) =>
  email(to, 'A webhook is failing', [
    `Since ${minuteOf(failing_since)}, no event could be sent to ${target}.`,
    `Earshot goes on trying, and disables the webhook after ${minuteOf(disables_at)} if nothing succeeds by then.`,
    'The page of the webhooks shows the errors and sends a test event:',
    url,
  ])
