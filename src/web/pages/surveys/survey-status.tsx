import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'

type Status = ItemOf<'listSurveys'>['status']

const tones = { draft: 'plain', active: 'good', closed: 'warn', archived: 'plain' } as const

export function SurveyStatus({ status }: { status: Status }) {
  const labels = { draft: t('Draft'), active: t('Active'), closed: t('Closed'), archived: t('Archived') }
  return <Chip tone={tones[status]}>{labels[status]}</Chip>
}
