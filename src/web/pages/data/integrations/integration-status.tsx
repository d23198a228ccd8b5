import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'

type Integration = Pick<ItemOf<'listIntegrations'>, 'status' | 'pull'>

const tones = { pending: 'plain', connected: 'good', degraded: 'warn', error: 'bad', disabled: 'plain' } as const

/** The state of the connection; while the history is fetched and while it is paused, that. */
export function IntegrationStatusChip({ integration: { status, pull } }: { integration: Integration }) {
  if (status !== 'disabled' && status !== 'error' && pull?.status === 'backfilling')
    return <Chip tone="accent">{t('Fetching history')}</Chip>
  if (status !== 'disabled' && pull?.status === 'paused') return <Chip>{t('Paused')}</Chip>
  const labels = {
    pending: t('Waiting for first delivery'),
    connected: t('Connected'),
    degraded: t('Degraded'),
    error: t('Error'),
    disabled: t('Disabled'),
  }
  return <Chip tone={tones[status]}>{labels[status]}</Chip>
}
