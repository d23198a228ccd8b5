import { t } from '#web/i18n/t.ts'
import type { Option } from '#web/ui/field.tsx'

/* The contract's fixed values in the words of the screen. */

export const categoryWords = (): Record<string, string> => ({
  PAIN_POINTS: t('Pain points'),
  DELIGHTS: t('Delights'),
  GENERAL_FEEDBACK: t('General feedback'),
  FEATURE_REQUESTS: t('Feature requests'),
  USABILITY_ISSUES: t('Usability issues'),
  BUGS_AND_ERRORS: t('Bugs and errors'),
})
export const sentimentWords = (): Record<string, string> => ({
  POSITIVE: t('Positive'),
  NEGATIVE: t('Negative'),
  NEUTRAL: t('Neutral'),
})
export const projectWords = (): Record<string, string> => ({
  not_started: t('Not started'),
  in_progress: t('In progress'),
  completed: t('Completed'),
  archived: t('Archived'),
})
export const initiativeWords = (): Record<string, string> => ({
  draft: t('Draft'),
  exploring: t('Exploring'),
  building: t('Building'),
  ready_to_act: t('Ready to act'),
  completed: t('Completed'),
  archived: t('Archived'),
})
export const optionsOf = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** `success_metrics` as a heading. */
export const titled = (key: string) => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const sourceNames: Record<string, string> = {
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
/** Where something was said, as people write it; programs name their own. */
export const sourceName = (source: string) => sourceNames[source] ?? titled(source.replaceAll('-', ' '))
