import { useState } from 'react'
import type { In, Out } from '#web/api/client.ts'
import { useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf, numberOf, TimeAgo } from '#web/ui/time.tsx'

type Entry = Out<'listRequests'>['data'][number]

/** What programs asked for lately, and what they were told. */
export function Requests() {
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState('')
  const { items: keys } = useList('listApiKeys', {})
  const query = { limit: 200, ...(key && { key_id: key }), ...(outcome && { outcome }) } as In<'listRequests'>
  const { data, error, refetch, isFetching } = useRoute('listRequests', query, { keep: true })
  const nameOf = new Map(keys.map((one) => [one.id, one.name]))
  return (
    <Card title={t('Requests')} note={t('The latest of the server that answers, since it was started')} flush
      actions={<>
        <SelectField hideLabel label={t('Key')} value={key} onChange={(event) => setKey(event.target.value)} options={[{ value: '', label: t('All keys') }, ...keys.map((one) => ({ value: one.id, label: one.name }))]} />
        <SelectField hideLabel label={t('Outcome')} value={outcome} onChange={(event) => setOutcome(event.target.value)} options={[{ value: '', label: t('All') }, { value: 'ok', label: t('Answered') }, { value: 'failed', label: t('Refused') }]} />
        <Button busy={isFetching} onClick={() => void refetch()}>{t('Look again')}</Button>
      </>}>
      {error ? <ErrorState error={error} retry={refetch} /> : !data ? <Loading /> : data.data.length === 0 && <p className="px-4 pb-4 text-sm text-faint">{t('No program has asked for anything yet.')}</p>}
      <ul>{data?.data.map((one) => <Row key={one.id} entry={one} name={nameOf.get(one.key_id)} />)}</ul>
    </Card>
  )
}

function Row({ entry, name }: { entry: Entry; name: string | undefined }) {
  const failed = entry.status >= 400
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-line px-4 py-2 first:border-t-0">
      <Chip tone={failed ? (entry.status >= 500 ? 'bad' : 'warn') : 'good'}>{entry.status}</Chip>
      <div className="min-w-48 flex-1"><p className="font-mono text-xs break-all"><span className="font-semibold">{entry.method}</span> {entry.path}</p><p className="text-xs text-faint">{[name, entry.code, entry.request_id].filter(Boolean).join(' · ')}</p></div>
      <span className="text-xs text-faint tabular-nums">{numberOf(entry.duration_ms)} ms</span>
      <span title={momentOf(entry.created_at)} className="w-20 text-end text-xs text-faint"><TimeAgo at={entry.created_at} /></span>
    </li>
  )
}
