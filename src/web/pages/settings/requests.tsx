import { ChevronRight, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { copy } from '#web/ui/copy.ts'
import { cx } from '#web/ui/cx.ts'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf, numberOf, TimeAgo } from '#web/ui/time.tsx'

type Entry = ItemOf<'listRequests'>

/** What programs asked for lately, and what they were told. */
export function Requests() {
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState('')
  const { items: keys } = useList('listApiKeys', {})
  const query = { ...(key && { key_id: key }), ...(outcome && { outcome }) } as In<'listRequests'>
  const { items, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage } = useList('listRequests', query)
  const nameOf = new Map(keys.map((one) => [one.id, one.name]))
  const load = async () =>
    (await everything('listRequests', query)).map((one) => ({ ...one, key: nameOf.get(one.key_id) ?? '' }))
  return (
    <Card
      title={t('Requests')}
      note={t('The last 30 days, at most 10,000')}
      flush
      actions={
        <>
          <SelectField
            hideLabel
            label={t('Key')}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            options={[{ value: '', label: t('All keys') }, ...keys.map((one) => ({ value: one.id, label: one.name }))]}
          />
          <SelectField
            hideLabel
            label={t('Outcome')}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value)}
            options={[
              { value: '', label: t('All') },
              { value: 'ok', label: t('Answered') },
              { value: 'failed', label: t('Refused') },
            ]}
          />
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            {t('Look again')}
          </Button>
          <ExportMenu name="requests" load={load} />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={refetch} />
      ) : isPending ? (
        <Loading />
      ) : (
        items.length === 0 && (
          <p className="px-4 pb-4 text-sm text-faint">
            {key || outcome ? t('No request was like that.') : t('No program has asked for anything yet.')}
          </p>
        )
      )}
      <ul>
        {items.map((one) => (
          <Row key={one.id} entry={one} name={nameOf.get(one.key_id)} />
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

const toneOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good')

function Row({ entry, name }: { entry: Entry; name: string | undefined }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-start hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-3.5 shrink-0 text-faint transition-transform', open && 'rotate-90')}
        />
        <Chip tone={toneOf(entry.status)}>{entry.status}</Chip>
        <span className="min-w-48 flex-1">
          <span className="block font-mono text-xs break-all">
            <span className="font-semibold">{entry.method}</span> {entry.path}
          </span>
          <span className="block text-xs text-faint">
            {[name, entry.code, entry.request_id].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="text-xs text-faint tabular-nums">{numberOf(entry.duration_ms)} ms</span>
        <span title={momentOf(entry.created_at)} className="w-20 text-end text-xs text-faint">
          <TimeAgo at={entry.created_at} />
        </span>
      </button>
      <div id={id} hidden={!open} className="border-t border-line bg-bg px-4 py-3">
        {open && <Details entry={entry} name={name} />}
      </div>
    </li>
  )
}

function Details({ entry, name }: { entry: Entry; name: string | undefined }) {
  return (
    <Facts
      rows={[
        [
          t('Asked'),
          <code key="a" className="font-mono text-xs break-all">
            {entry.method} {entry.path}
          </code>,
        ],
        [
          t('Answer'),
          entry.code ? (
            <>
              {entry.status}{' '}
              <a href="/docs/errors" className="text-accent-text underline">
                {entry.code}
              </a>
            </>
          ) : (
            entry.status
          ),
        ],
        [
          t('Key'),
          name ?? (
            <code key="k" className="font-mono text-xs">
              {entry.key_id}
            </code>
          ),
        ],
        [t('When'), momentOf(entry.created_at)],
        [
          t('Request id'),
          <span key="r" className="flex items-center gap-1">
            <code className="font-mono text-xs break-all">{entry.request_id}</code>
            <IconButton
              label={t('Copy the request id')}
              icon={<Copy className="size-3.5" />}
              onClick={() => void copy(entry.request_id)}
            />
          </span>,
        ],
      ]}
    />
  )
}
