import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

type StoredRecord = ItemOf<'listInboundEvents'>['records'][number]

export const recordLabels = (): Record<StoredRecord['type'], string> => ({
  feedback: t('Feedback'),
  support_ticket: t('Ticket'),
  contact: t('Contact'),
  nps_response: t('NPS response'),
  interview: t('Interview'),
  project_link: t('Issue link'),
})

const resultLabels = (): Record<StoredRecord['result'], string> => ({
  created: t('Created'),
  updated: t('Updated'),
  unchanged: t('Unchanged'),
  deleted: t('Deleted'),
})

/** What a delivery became: “Ticket: Created”. */
export const storedAs = ({ type, result }: StoredRecord) => `${recordLabels()[type]}: ${resultLabels()[result]}`
