import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type SentRequest = ItemOf<'listLanguageModelRequests'>

export const taskLabels = (): Record<SentRequest['task'], string> => ({
  taxonomy: t('Find topics'),
  assign: t('Assign insights to topics'),
  subthemes: t('Find subthemes'),
  labels: t('Name and label insights'),
  names: t('Name themes and subthemes'),
  story: t('Write evidence stories'),
  select: t('Find what answers a question'),
  answer: t('Write answers'),
})

export const outcomeLabels = (): Record<SentRequest['outcome'], string> => ({
  answered: t('Answered'),
  invalid: t('Unreadable answer'),
  unavailable: t('No answer'),
})
