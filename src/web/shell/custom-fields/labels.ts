import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type FieldDefinition = ItemOf<'listCustomFields'>
export type CustomFieldType = FieldDefinition['object_type']
export type CustomValues = Readonly<Record<string, string | number | readonly string[]>>

export const fieldKindLabels = (): Record<FieldDefinition['kind'], string> => ({
  text: t('Text'),
  number: t('Number'),
  select: t('Select'),
  multi_select: t('Multi-select'),
  date: t('Date'),
  person: t('Person'),
  link: t('Link'),
})

export const typeLabels = (): Record<CustomFieldType, string> => ({
  opportunity: t('Opportunities'),
  project: t('Projects'),
  initiative: t('Initiatives'),
  account: t('Companies'),
  contact: t('Contacts'),
  feedback: t('Feedback'),
})
