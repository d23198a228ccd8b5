import type { MemberRole } from '#vocabulary/roles.ts'
import type { NotificationKind } from '#vocabulary/discussions.ts'
import { t } from './i18n/t.ts'

/* Labels of the contract's enums. */

export const categoryLabels = (): Record<string, string> => ({
  PAIN_POINTS: t('Pain points'),
  DELIGHTS: t('Delights'),
  GENERAL_FEEDBACK: t('General feedback'),
  FEATURE_REQUESTS: t('Feature requests'),
  USABILITY_ISSUES: t('Usability issues'),
  BUGS_AND_ERRORS: t('Bugs and errors'),
})
export const sentimentLabels = (): Record<string, string> => ({
  POSITIVE: t('Positive'),
  NEGATIVE: t('Negative'),
  NEUTRAL: t('Neutral'),
})
export const projectStatusLabels = (): Record<string, string> => ({
  not_started: t('Not started'),
  in_progress: t('In progress'),
  completed: t('Completed'),
  archived: t('Archived'),
})
export const initiativeStatusLabels = (): Record<string, string> => ({
  draft: t('Draft'),
  exploring: t('Exploring'),
  building: t('Building'),
  ready_to_act: t('Ready to act'),
  completed: t('Completed'),
  archived: t('Archived'),
})
export const roleLabels = (): Record<MemberRole, string> => ({
  admin: t('Admin'),
  member: t('Member'),
  contributor: t('Contributor'),
  viewer: t('Viewer'),
})
/** What each role is for, in a few words. */
export const roleNotes = (): Record<MemberRole, string> => ({
  admin: t('Everything, with settings, members and keys'),
  member: t('Works on feedback, themes and plans'),
  contributor: t('Adds and triages feedback, writes insights and links evidence'),
  viewer: t('Reads and exports'),
})
export type Option = { value: string; label: string }

export const toOptions = (labels: Record<string, string>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const abbreviations = /\b(api|csv|id|nps|url)\b/gi

/** `success_metrics` as a heading. */
export const keyToLabel = (key: string) => {
  const words = key.replaceAll('_', ' ').replace(abbreviations, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const knownSourceLabels: Record<string, string> = {
  api: 'API',
  csv: 'CSV',
  nps: 'NPS',
  app_store: 'App Store',
  play_store: 'Play Store',
  google_play: 'Google Play',
  hubspot: 'HubSpot',
  trustpilot: 'Trustpilot',
  g2: 'G2',
}
/** The name of a source; API clients may send sources of their own. */
export const sourceLabel = (source: string) => knownSourceLabels[source] ?? keyToLabel(source.replaceAll('-', ' '))
export const notificationKindLabels = (): Record<NotificationKind, string> => ({
  mention: t('Mentions'),
  reply: t('Replies'),
  assigned: t('Assignments to you'),
  comment: t('Comments on what you follow'),
  proposal: t('Changes to accept'),
  import: t('Finished imports'),
  webhook: t('Failing webhooks'),
})
