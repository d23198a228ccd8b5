import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'

type Status = ItemOf<'listIntegrations'>['status']

const tones = { pending: 'plain', connected: 'good', degraded: 'warn', error: 'bad', disabled: 'plain' } as const

export function IntegrationStatus({ status }: { status: Status }) {
  const labels = {
    pending: t('Waiting for first delivery'),
    connected: t('Connected'),
    degraded: t('Degraded'),
    error: t('Error'),
    disabled: t('Disabled'),
  }
  return <Chip tone={tones[status]}>{labels[status]}</Chip>
}
