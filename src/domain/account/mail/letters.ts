import type { Mail } from '#mail/mailer.ts'

/* What letters say: short, in plain text, each with the one place to go on from. */

/** A name in a subject is one line of a reasonable length. */
const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 100)
const letter = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
})

export const invitationLetter = (
  to: string,
  { organization, by, url, days }: { organization: string; by: string; url: string; days: number },
) =>
  letter(to, `${short(by)} invites you to ${short(organization)}`, [
    `${short(by)} invites you to join ${short(organization)} on Earshot.`,
    url,
    `The link works once, within ${days} days. If you do not expect it, ignore this letter.`,
  ])

export const resetLetter = (to: string, { url, minutes }: { url: string; minutes: number }) =>
  letter(to, 'Set a new password', [
    'Somebody, we hope it was you, asked for a new password on Earshot.',
    url,
    `The link works once, within ${minutes} minutes, and ends all your sessions. If it was not you, ignore this letter: nothing changes.`,
  ])

export const alertLetter = (
  to: string,
  {
    name,
    metric,
    now,
    before,
    url,
  }: { name: string; metric: string; now: number | null; before: number | null; url: string },
) =>
  letter(to, `Alert: ${short(name)}`, [
    `“${short(name)}” found what it waits for: ${metric.replaceAll('_', ' ')} is ${now ?? 'unknown'}, against ${before ?? 'nothing'} in the window before.`,
    url,
  ])

export const webhookLetter = (to: string, { target, reason, url }: { target: string; reason: string; url: string }) =>
  letter(to, 'A webhook was switched off', [
    `Earshot no longer tells ${target} of events: ${reason}.`,
    'What happens meanwhile is told once it is switched on again, as far as the feed goes back.',
    url,
  ])
