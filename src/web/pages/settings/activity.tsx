import { useState } from 'react'
import { fetchAll, type ItemOf } from '#web/api/client.ts'
import { useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { CardRows, NoRows } from '#web/ui/lists/card-rows.tsx'
import { formatDateTime, TimeAgo } from '#web/ui/time.tsx'
import { operationLabel } from './audit/operation-label.ts'

type Entry = ItemOf<'listActivity'>

/** Every change of the organization's data. */
export function Activity() {
  const [user, setUser] = useState('')
  const query = user ? { user_id: user } : {}
  const list = useApiList('listActivity', query, { limit: 50 })
  const load = async () =>
    (await fetchAll('listActivity', query)).map(({ actor, ...row }) => ({ ...row, actor: actor.type }))
  return (
    <Card
      title={t('Activity')}
      note={t('Every change, with its request ID')}
      flush
      actions={
        <>
          <UserSelect value={user} onChange={setUser} />
          <ExportMenu name="activity" load={load} />
        </>
      }
    >
      <ListState list={list} empty={<NoRows>{t('No changes yet.')}</NoRows>}>
        <CardRows list={list}>{(one) => <EntryRow key={one.id} entry={one} />}</CardRows>
      </ListState>
    </Card>
  )
}

function UserSelect({ value, onChange }: { value: string; onChange: (user: string) => void }) {
  const { data: members } = useApiQuery('listMembers', { limit: 100 })
  return (
    <SelectField
      hideLabel
      label={t('User')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: t('Everyone') },
        ...(members?.data.map((one) => ({ value: one.user_id, label: one.name ?? one.email })) ?? []),
      ]}
    />
  )
}

const actorLabels = (): Record<Entry['actor']['type'], string> => ({
  user: t('in the app'),
  api_key: t('by API key'),
  integration: t('by integration'),
  system: t('automatically'),
})

const EntryRow = ({ entry }: { entry: Entry }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0">
    <div className="min-w-48 flex-1">
      <p className="text-sm font-medium">{operationLabel(entry.operation)}</p>
      <p className="text-xs text-faint">
        {entry.user_name ?? 'Earshot'} · {actorLabels()[entry.actor.type]}
        {entry.request_id && (
          <>
            {' '}
            · <code className="font-mono">{entry.request_id}</code>
          </>
        )}
      </p>
    </div>
    {entry.event && <Chip>{entry.event}</Chip>}
    <span title={formatDateTime(entry.created_at)} className="text-xs text-faint">
      <TimeAgo at={entry.created_at} />
    </span>
  </li>
)
