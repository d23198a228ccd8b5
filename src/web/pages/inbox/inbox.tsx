import { useNavigate } from '@tanstack/react-router'
import { CircleCheckBig, Inbox as InboxIcon } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { In } from '#web/api/client.ts'
import { useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ClearFilters, cleared, FilterBox, FilterDays, FilterSelect } from '#web/ui/filters.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useNarrow } from '#web/ui/use-media.ts'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { sourceName } from '#web/words.ts'
import { InboxList } from './inbox-list.tsx'
import { Reader } from './reader.tsx'
import { TriageBar } from './triage-bar.tsx'
import { useTriage } from './use-triage.ts'

const states = ['new', 'snoozed', 'processed', 'dismissed', 'all'] as const
export type State = (typeof states)[number]
const names = ['q', 'source', 'contact', 'segment', 'after', 'before']
const sources = ['api', 'app', 'email', 'slack', 'zendesk', 'intercom', 'interview', 'survey', 'review', 'csv']

export function Inbox() {
  const [filters, setFilters] = useFilters()
  const state = states.find((one) => one === filters.state) ?? 'new'
  const query = useMemo(
    () =>
      ({
        state,
        ...(filters.q && { q: filters.q }),
        ...(filters.source && { source: several(filters.source) }),
        ...(filters.contact && { contact_id: filters.contact }),
        ...(filters.segment && { segment_id: filters.segment }),
        ...(filters.after && { occurred_after: filters.after }),
        ...(filters.before && { occurred_before: filters.before }),
      }) as In<'listInbox'>,
    [state, filters],
  )
  const list = useList('listInbox', query)
  const { data: counts } = useRoute('getInboxCounts', {}, { refetchInterval: 30_000 })
  const arrived = useArrivals(state === 'new' ? counts?.new : undefined, list.dataUpdatedAt)
  const narrow = useNarrow()
  const show = (id: string | undefined) => setFilters({ id }, { replace: true })
  const keys = useListKeys(list.items, { open: (item) => show(item.id), back: () => show(undefined) })
  const { active, setActive } = keys
  // A link to one item opens it wherever it is; otherwise the row that the keys mean is read.
  const openId = filters.id ?? (narrow ? undefined : (list.items[Math.max(0, active)]?.id ?? undefined))
  useEffect(() => {
    if (active >= 0 && filters.id && list.items[active] && list.items[active].id !== filters.id)
      setFilters({ id: undefined }, { replace: true })
  }, [active])
  useEffect(() => {
    if (active >= list.items.length) setActive(list.items.length - 1)
  }, [active, list.items.length, setActive])
  const current = list.items.find((item) => item.id === openId)
  const triage = useTriage(current, () => filters.id && show(undefined))
  const tab = (key: State, label: string) => ({ key, label, count: key === 'all' ? undefined : counts?.[key] })
  const filtered = names.some((name) => filters[name])
  return (
    <Page
      title={t('Inbox')}
      fill
      actions={<SaveView />}
      toolbar={
        <>
          <Tabs
            label={t('State')}
            value={state}
            onChange={(next) => setFilters({ state: next === 'new' ? undefined : next, id: undefined })}
            tabs={[
              tab('new', t('New')),
              tab('snoozed', t('Snoozed')),
              tab('processed', t('Processed')),
              tab('dismissed', t('Dismissed')),
              tab('all', t('All')),
            ]}
          />
          <FilterBox label={t('Filter feedback')} />
          <FilterSelect
            name="source"
            label={t('Source')}
            options={sources.map((value) => ({ value, label: sourceName(value) }))}
          />
          <SegmentFilter />
          <FilterDays />
          <ClearFilters names={names} />
        </>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Loading rows={10} />
      ) : list.items.length === 0 && !filters.id ? (
        filtered ? (
          <EmptyFiltered what={t('feedback')} onClear={() => setFilters(cleared(names))} />
        ) : (
          <Nothing
            state={state}
            done={counts?.done_today ?? 0}
            fresh={counts !== undefined && counts.processed + counts.dismissed + counts.snoozed === 0}
          />
        )
      ) : (
        <div className="flex min-h-0 flex-1">
          <div className="flex min-h-0 w-full flex-col border-line md:w-[38%] md:max-w-md md:border-e">
            {arrived > 0 && !list.isFetching && (
              <button
                type="button"
                onClick={() => void list.refetch()}
                className="border-b border-line bg-accent-soft py-1.5 text-center text-xs font-medium text-accent-text hover:underline"
              >
                {t('{count, one {# new item} other {# new items}}: show', { count: arrived })}
              </button>
            )}
            <InboxList
              items={list.items}
              active={list.items.findIndex((item) => item.id === openId)}
              selected={keys.selected}
              onSelect={keys.select}
              onOpen={(item) => {
                setActive(list.items.indexOf(item))
                if (narrow) show(item.id)
              }}
              hasMore={list.hasNextPage}
              loadMore={() => void list.fetchNextPage({ cancelRefetch: false })}
            />
            {keys.selected.size > 0 && <TriageBar ids={[...keys.selected]} onDone={keys.clear} />}
          </div>
          {narrow ? (
            <Sheet open={openId !== undefined} onClose={() => show(undefined)} title={t('Feedback')}>
              {openId && <Reader id={openId} triage={triage} onClose={() => show(undefined)} />}
            </Sheet>
          ) : (
            openId && <Reader key={openId} id={openId} triage={triage} />
          )}
        </div>
      )}
    </Page>
  )
}

/** How many came in since the list was read; rows do not jump under somebody's hand. */
function useArrivals(now: number | undefined, readAt: number): number {
  const [known, setKnown] = useState<{ count: number; readAt: number }>()
  useEffect(() => {
    if (now !== undefined && (known === undefined || known.readAt !== readAt || now < known.count))
      setKnown({ count: now, readAt })
  }, [now, readAt, known])
  return now === undefined || known === undefined ? 0 : now - known.count
}

function Nothing({ state, done, fresh }: { state: State; done: number; fresh: boolean }) {
  const navigate = useNavigate()
  if (state === 'snoozed')
    return (
      <EmptyFirst
        icon={<InboxIcon />}
        title={t('Nothing is snoozed')}
        note={t('Press H on an item to have it come back later.')}
      />
    )
  if (state !== 'new' && state !== 'all') return <EmptyFirst icon={<InboxIcon />} title={t('Nothing here yet')} />
  if (!fresh)
    return (
      <EmptyFirst
        icon={<CircleCheckBig />}
        title={t('Inbox zero')}
        note={t('{count, one {# item} other {# items}} dealt with today. New feedback appears here by itself.', {
          count: done,
        })}
      />
    )
  return (
    <div>
      <EmptyFirst
        icon={<InboxIcon />}
        title={t('No feedback yet')}
        note={t('What customers say arrives here: from a CSV, an integration or the API.')}
        actions={
          <>
            <Button look="primary" onClick={() => void navigate({ to: paths.data })}>
              {t('Upload a CSV')}
            </Button>
            <Button onClick={() => void navigate({ to: paths.integrations })}>{t('Connect a source')}</Button>
          </>
        }
      />
      <div className="mx-auto max-w-xl px-4">
        <CopyBlock
          label={t('Or send it by the API')}
          text={`curl -X POST ${location.origin}/api/v1/feedback \\\n  -H "Authorization: Bearer $EARSHOT_API_KEY" -H "Content-Type: application/json" \\\n  -d '{"content":"The export never finishes","contact":{"email":"ana@example.com"}}'`}
        />
      </div>
    </div>
  )
}
