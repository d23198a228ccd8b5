import { RotateCcw } from 'lucide-react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { parseList, useFilters } from '#web/routes/use-filters.ts'
import { storedAs } from './record-labels.ts'

const tones = { accepted: 'good', duplicate: 'plain', ignored: 'plain', rejected: 'bad' } as const

const statusLabels = () => ({
  accepted: t('Accepted'),
  duplicate: t('Duplicate'),
  ignored: t('Ignored'),
  rejected: t('Rejected'),
})

/** Inbound deliveries of an integration and their outcome. */
export function Deliveries({ integrationId }: { integrationId: string }) {
  const [filters] = useFilters()
  const list = useApiList(
    'listInboundEvents',
    { integrationId, ...(filters.status && { status: parseList<'accepted'>(filters.status)! }) },
    { limit: 20 },
  )
  const replay = useApiMutation('replayInboundEvent', { successMessage: t('Replayed') })
  return (
    <Card
      title={t('Deliveries')}
      note={t('Retained for seven days')}
      flush
      actions={<FilterSelect name="status" label={t('Status')} options={toOptions(statusLabels())} />}
    >
      <CardRows list={list} empty={t('No deliveries yet.')}>
        {(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onReplay={() => replay.mutate({ integrationId, inboundEventId: delivery.id })}
          />
        )}
      </CardRows>
    </Card>
  )
}

const DeliveryRow = ({ delivery, onReplay }: { delivery: ItemOf<'listInboundEvents'>; onReplay: () => void }) => (
  <li className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
    <Chip tone={tones[delivery.status]}>{statusLabels()[delivery.status]}</Chip>
    <div className="min-w-0 flex-1">
      <p className="truncate text-sm">{delivery.type ?? delivery.delivery_id ?? delivery.id}</p>
      <p className="text-xs text-faint">{delivery.detail ?? delivery.records.map(storedAs).join(', ')}</p>
    </div>
    <TimeAgo at={delivery.created_at} className="text-xs whitespace-nowrap text-faint" />
    <IconButton label={t('Replay')} icon={RotateCcw} op="replayInboundEvent" onClick={onReplay} />
  </li>
)
