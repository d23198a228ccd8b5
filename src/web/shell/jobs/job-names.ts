import type { JobType } from '#contract/resources/jobs.ts'
import { t } from '#web/i18n/t.ts'

const names = (): Record<JobType, string> => ({
  feedback_analysis: t('Feedback analysis'),
  interview_analysis: t('Interview analysis'),
  survey_synthesis: t('Survey summary'),
  nps_synthesis: t('NPS summary'),
  csv_validation: t('CSV check'),
  csv_import: t('CSV import'),
  csv_rollback: t('Undo of a CSV import'),
  integration_sync: t('Integration sync'),
  integration_removal: t('Integration removal'),
  subtheme_synthesis: t('Theme discovery'),
  backlog_refresh: t('Opportunity ranking'),
  evidence_story: t('Evidence story'),
  theme_backfill: t('Theme assignment'),
  theme_merge: t('Theme merge'),
  segment_evaluation: t('Segment update'),
  competitor_research: t('Competitor research'),
  competitor_checkin: t('Competitor check-in'),
  contact_erasure: t('Contact erasure'),
  export: t('Export'),
  vector_refresh: t('Embedding update'),
  analysis_rerun: t('New analysis of all feedback'),
  language_model_review: t('Language model review'),
  language_model_grouping: t('Grouping by the language model'),
})

export const jobName = (type: JobType): string => names()[type]
