import { useState } from 'react'
import { everything, type ItemOf } from '#web/api/client.ts'
import { useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf, TimeAgo } from '#web/ui/time.tsx'

type Entry = ItemOf<'listAuditEntries'>

/** `updatePolicy` as words. */
const spoken = (operation: string) => {
  const words = operation
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._:]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who changed what; kept for whoever has to answer for it. */
export function Activity() {
  const [user, setUser] = useState('')
  const { data: people } = useRoute('listMembers', { limit: 100 })
  const query = user ? { user_id: user } : {}
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage } = useList('listAuditEntries', query, {
    limit: 50,
  })
  const load = async () =>
    (await everything('listAuditEntries', query)).map(({ actor, ...row }) => ({ ...row, actor: actor.type }))
  return (
    <Card
      title={t('Activity')}
      note={t('Every change, with the request it came by')}
      flush
      actions={
        <>
          <SelectField
            hideLabel
            label={t('Who')}
            value={user}
            onChange={(event) => setUser(event.target.value)}
            options={[
              { value: '', label: t('Everybody') },
              ...(people?.data.map((one) => ({ value: one.user_id, label: one.name ?? one.email })) ?? []),
            ]}
          />
          <ExportMenu name="activity" load={load} />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={refetch} />
      ) : isPending ? (
        <Loading />
      ) : (
        items.length === 0 && <p className="px-4 pb-4 text-sm text-faint">{t('Nothing was changed yet.')}</p>
      )}
      <ul>
        {items.map((one) => (
          <Row key={one.id} entry={one} />
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

function Row({ entry }: { entry: Entry }) {
  const by = {
    user: t('in the app'),
    api_key: t('by API key'),
    integration: t('by integration'),
    system: t('by itself'),
  }[entry.actor.type]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0">
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">{spoken(entry.operation)}</p>
        <p className="text-xs text-faint">
          {entry.user_name ?? 'Earshot'} · {by}
          {entry.request_id && (
            <>
              {' '}
              · <code className="font-mono">{entry.request_id}</code>
            </>
          )}
        </p>
      </div>
      {entry.event && <Chip>{entry.event}</Chip>}
      <span title={momentOf(entry.created_at)} className="text-xs text-faint">
        <TimeAgo at={entry.created_at} />
      </span>
    </li>
  )
}
