import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fetchAll, type InputOf, type ItemOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { cx } from '#web/ui/cx.ts'
import { ExpandableRow } from '#web/ui/lists/expandable-row.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { CardRows, NoRows } from '#web/ui/lists/card-rows.tsx'
import { formatDateTime, formatNumber, TimeAgo } from '#web/ui/time.tsx'

type ApiRequest = ItemOf<'listRequests'>

/** The recent requests of API keys. */
export function Requests() {
  const [keyId, setKeyId] = useState('')
  const [outcome, setOutcome] = useState('')
  const { items: keys } = useApiList('listApiKeys', {})
  const query = { ...(keyId && { key_id: keyId }), ...(outcome && { outcome }) } as InputOf<'listRequests'>
  const list = useApiList('listRequests', query)
  const keyNames = new Map(keys.map((one) => [one.id, one.name]))
  const load = async () =>
    (await fetchAll('listRequests', query)).map((one) => ({ ...one, key: keyNames.get(one.key_id) ?? '' }))
  const empty = keyId || outcome ? t('No requests match these filters.') : t('No requests yet.')
  return (
    <Card
      title={t('Requests')}
      note={t('The last 30 days, at most 10,000')}
      flush
      actions={
        <>
          <KeySelect keys={keys} value={keyId} onChange={setKeyId} />
          <OutcomeSelect value={outcome} onChange={setOutcome} />
          <Button size="sm" busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('Refresh')}
          </Button>
          <ExportMenu name="requests" load={load} />
        </>
      }
    >
      <ListState list={list} empty={<NoRows>{empty}</NoRows>}>
        <CardRows list={list}>
          {(one) => <RequestRow key={one.id} request={one} keyName={keyNames.get(one.key_id)} />}
        </CardRows>
      </ListState>
    </Card>
  )
}

type SelectProps = { value: string; onChange: (value: string) => void }

const KeySelect = ({ keys, value, onChange }: SelectProps & { keys: readonly { id: string; name: string }[] }) => (
  <SelectField
    hideLabel
    label={t('Key')}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    options={[{ value: '', label: t('All keys') }, ...keys.map((one) => ({ value: one.id, label: one.name }))]}
  />
)

const OutcomeSelect = ({ value, onChange }: SelectProps) => (
  <SelectField
    hideLabel
    label={t('Result')}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    options={toOptions({ '': t('All'), ok: t('Successful'), failed: t('Failed') })}
  />
)

function statusTone(status: number): 'bad' | 'warn' | 'good' {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

type RequestProps = { request: ApiRequest; keyName: string | undefined }

const RequestRow = (props: RequestProps) => (
  <ExpandableRow summary={<RequestSummary {...props} />} details={() => <RequestDetails {...props} />} />
)

const RequestSummary = ({ request, keyName }: RequestProps) => (
  <>
    <Chip tone={statusTone(request.status)}>{request.status}</Chip>
    <span className="min-w-48 flex-1">
      <span className="block font-mono text-xs break-all">
        <span className="font-semibold">{request.method}</span> {request.path}
      </span>
      <span className="block text-xs text-faint">
        {[keyName, request.code, request.request_id].filter(Boolean).join(' · ')}
      </span>
    </span>
    <span className="text-xs text-faint tabular-nums">{formatNumber(request.duration_ms)} ms</span>
    <span title={formatDateTime(request.created_at)} className="w-20 text-end text-xs text-faint">
      <TimeAgo at={request.created_at} />
    </span>
  </>
)

const Code = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <code className={cx('font-mono text-xs', className)}>{children}</code>
)

function ResponseStatus({ request: { status, code } }: { request: ApiRequest }) {
  if (!code) return status
  return (
    <>
      {status}{' '}
      <a href={paths.docsPage('errors')} className="text-accent-text underline">
        {code}
      </a>
    </>
  )
}

const RequestDetails = ({ request, keyName }: RequestProps) => (
  <DescriptionList
    rows={[
      [
        t('Request'),
        <Code key="r" className="break-all">
          {request.method} {request.path}
        </Code>,
      ],
      [t('Response'), <ResponseStatus key="s" request={request} />],
      [t('Key'), keyName ?? <Code key="k">{request.key_id}</Code>],
      [t('Time'), formatDateTime(request.created_at)],
      [
        t('Request ID'),
        <span key="i" className="flex items-center gap-1">
          <Code className="break-all">{request.request_id}</Code>
          <IconButton
            label={t('Copy the request ID')}
            icon={Copy}
            onClick={() => void copyToClipboard(request.request_id)}
          />
        </span>,
      ],
    ]}
  />
)
