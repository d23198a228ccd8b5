import { RotateCcw } from 'lucide-react'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { several, useFilters } from '#web/search.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/filters.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const tones = { accepted: 'good', duplicate: 'plain', ignored: 'plain', rejected: 'bad' } as const

/** What a provider sent and what became of it. */
export function Deliveries({ integrationId }: { integrationId: string }) {
  const [filters] = useFilters()
  const { items, isPending, hasNextPage, fetchNextPage } = useList(
    'listInboundEvents',
    { integrationId, ...(filters.status && { status: several<'accepted'>(filters.status)! }) },
    { limit: 20 },
  )
  const replay = useCall('replayInboundEvent', { said: t('Taken in again') })
  const words = { accepted: t('Accepted'), duplicate: t('Duplicate'), ignored: t('Ignored'), rejected: t('Rejected') }
  return (
    <Card
      title={t('Deliveries')}
      note={t('Kept for seven days')}
      flush
      actions={
        <FilterSelect
          name="status"
          label={t('Status')}
          options={Object.entries(words).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      {!isPending && items.length === 0 && (
        <p className="px-4 pb-4 text-sm text-faint">{t('Nothing was delivered yet.')}</p>
      )}
      <ul>
        {items.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <Chip tone={tones[one.status]}>{words[one.status]}</Chip>
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm">{one.type ?? one.delivery_id ?? one.id}</p>
              <p className="text-xs text-faint">
                {one.detail ??
                  one.records.map((record) => `${record.type.replaceAll('_', ' ')} ${record.result}`).join(', ')}
              </p>
            </div>
            <TimeAgo at={one.created_at} className="text-xs whitespace-nowrap text-faint" />
            <IconButton
              label={t('Take in again')}
              icon={<RotateCcw className="size-3.5" />}
              onClick={() => replay.mutate({ integrationId, inboundEventId: one.id })}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
