import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type ScoringMethodItem = ItemOf<'listScoringMethods'>

export const scoringKindLabels = (): Record<ScoringMethodItem['kind'], string> => ({
  rice: t('RICE: reach × impact × confidence ÷ effort'),
  wsjf: t('WSJF: what it brings ÷ effort'),
  weighted: t('Weights of your own'),
})

/** Factors that are counted or estimated without a rating. */
export const measuredLabels = () => ({
  people: t('Contacts'),
  accounts: t('Accounts'),
  revenue: t('Revenue of the accounts'),
  insights: t('Insights'),
  sentiment: t('Negative share'),
  trend: t('Trend'),
  impact: t('Impact'),
  confidence: t('Confidence'),
  effort: t('Less effort'),
})
