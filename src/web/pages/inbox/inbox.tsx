import { CircleCheckBig, Inbox as InboxIcon, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { InputOf, OutputOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { SaveView } from '#web/shell/lists/save-view.tsx'
import { NoContentFilter, useInboxCounts } from '#web/shell/no-content.tsx'
import { CompanyFilters, companyFilterNames, companyQuery } from '#web/shell/company-filters.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { SourceFilter } from '#web/shell/source-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { ClearFilters, clearedFilters, FilterDays, FilterSearch } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { useNarrow } from '#web/ui/use-media.ts'
import { type UrlFilters, parseList, useFilters } from '#web/routes/use-filters.ts'
import { useLoadMore } from '#web/shell/lists/use-list-rows.ts'
import { useMay } from '#web/api/may.tsx'
import { CreateFeedback } from './create-feedback.tsx'
import { InboxList } from './inbox-list.tsx'
import { Reader } from './reader.tsx'
import { TriageBar } from './triage-bar.tsx'
import { type InboxItem, useTriage } from './use-triage.ts'

const states = ['new', 'snoozed', 'processed', 'dismissed', 'all'] as const
type State = (typeof states)[number]
const filterNames = ['q', 'source', 'contact', ...companyFilterNames, 'segment', 'after', 'before', 'skipped'] as const

const stateOf = (filters: UrlFilters): State => states.find((one) => one === filters.state) ?? 'new'

/** The filters in the URL as a query of the API. */
const toListQuery = (filters: UrlFilters) =>
  ({
    state: stateOf(filters),
    ...(filters.q && { q: filters.q }),
    ...(filters.source && { source: parseList(filters.source) }),
    ...(filters.contact && { contact_id: filters.contact }),
    ...companyQuery(filters),
    ...(filters.segment && { segment_id: filters.segment }),
    ...(filters.skipped && { skip_reason: parseList(filters.skipped) }),
    ...(filters.after && { occurred_after: filters.after }),
    ...(filters.before && { occurred_before: filters.before }),
  }) as InputOf<'listInbox'>

export function InboxPage() {
  const [filters] = useFilters()
  const state = stateOf(filters)
  const list = useApiList(
    'listInbox',
    useMemo(() => toListQuery(filters), [filters]),
  )
  const counts = useInboxCounts()
  const newCount = useNewItems(state === 'new' ? counts?.new : undefined, list.dataUpdatedAt)
  const reading = useReading(list.items)
  const panes = (
    <div className="flex min-h-0 flex-1">
      <ListPane list={list} reading={reading} newCount={newCount} />
      <ReaderPane reading={reading} />
    </div>
  )
  // A linked item is shown even when the filtered list is empty.
  const empty = filters.id ? panes : <EmptyInbox state={state} counts={counts} />
  return (
    <Page title={t('Inbox')} fill actions={<InboxActions />} toolbar={<Toolbar counts={counts} />}>
      <ListState list={list} loadingRows={10} empty={empty}>
        {panes}
      </ListState>
    </Page>
  )
}

function InboxActions() {
  const [filters, setFilters] = useFilters()
  const may = useMay()
  const close = () => setFilters({ create: undefined }, { replace: true })
  return (
    <>
      <SaveView />
      <Button
        op="ingestFeedback"
        variant="primary"
        size="sm"
        icon={Plus}
        onClick={() => setFilters({ create: '1' }, { replace: true })}
      >
        {t('New feedback')}
      </Button>
      {filters.create && may('ingestFeedback') && (
        <CreateFeedback
          onClose={close}
          onCreated={(id) => setFilters({ create: undefined, state: undefined, id }, { replace: true })}
        />
      )}
    </>
  )
}

type Counts = OutputOf<'getInboxCounts'>

function Toolbar({ counts }: { counts: Counts | undefined }) {
  const [filters, setFilters] = useFilters()
  const tab = (key: State, label: string) => ({ key, label, count: key === 'all' ? undefined : counts?.[key] })
  return (
    <>
      <Tabs
        label={t('State')}
        value={stateOf(filters)}
        onChange={(next) => setFilters({ state: next === 'new' ? undefined : next, id: undefined })}
        tabs={[
          tab('new', t('New')),
          tab('snoozed', t('Snoozed')),
          tab('processed', t('Processed')),
          tab('dismissed', t('Dismissed')),
          tab('all', t('All')),
        ]}
      />
      <FilterSearch label={t('Filter feedback')} />
      <SourceFilter />
      <SegmentFilter />
      <CompanyFilters />
      <FilterDays />
      <NoContentFilter others={clearedFilters(filterNames)} />
      <ClearFilters names={filterNames} />
    </>
  )
}

/** Which item is open: the one in the URL, or on a wide screen the active row. */
function useReading(items: readonly InboxItem[]) {
  const [filters, setFilters] = useFilters()
  const narrow = useNarrow()
  const open = (id: string | undefined) => setFilters({ id }, { replace: true })
  const linked = items.findIndex((item) => item.id === filters.id)
  const keys = useListHotkeys(items, {
    onOpen: (item) => open(item.id),
    onBack: () => open(undefined),
    shown: narrow ? linked : Math.max(0, linked),
  })
  const { active, setActive } = keys
  const openId = filters.id ?? (narrow ? undefined : items[Math.max(0, active)]?.id)
  // Only a move to another row closes what the URL had opened, not a click that opens it.
  const onMove = useEffectEvent((row: number) => {
    if (row >= 0 && filters.id && items[row] && items[row].id !== filters.id)
      setFilters({ id: undefined }, { replace: true })
  })
  useEffect(() => onMove(active), [active])
  useEffect(() => {
    if (active >= items.length) setActive(items.length - 1)
  }, [active, items.length, setActive])
  const current = items.find((item) => item.id === openId)
  // On a phone the next item follows, so that triage needs no way back to the list.
  const next = narrow && current ? items[items.indexOf(current) + 1]?.id : undefined
  const triage = useTriage(current, () => filters.id && open(next))
  return { keys, narrow, openId, open, triage }
}

type Reading = ReturnType<typeof useReading>
type InboxListQuery = ReturnType<typeof useApiList<'listInbox'>>

const newItemsClass = cx(
  'border-b border-line bg-accent-soft py-1.5 text-center text-xs font-medium text-accent-text',
  'hover:underline',
)

function ListPane({ list, reading, newCount }: { list: InboxListQuery; reading: Reading; newCount: number }) {
  const { keys, narrow, openId, open } = reading
  const loadMore = useLoadMore(list)
  return (
    <div className="flex min-h-0 w-full flex-col border-line md:w-[38%] md:max-w-md md:border-e">
      {newCount > 0 && !list.isFetching && (
        <button type="button" onClick={() => void list.refetch()} className={newItemsClass}>
          {t('{count, one {# new item} other {# new items}}: show', { count: newCount })}
        </button>
      )}
      <p className="border-b border-line px-4 py-1.5 text-xs text-faint">{t('Newest first')}</p>
      <InboxList
        items={list.items}
        active={list.items.findIndex((item) => item.id === openId)}
        selected={keys.selected}
        onSelect={keys.select}
        onOpen={(item) => {
          keys.setActive(list.items.indexOf(item))
          if (narrow) open(item.id)
        }}
        hasMore={list.hasNextPage}
        loadMore={loadMore}
      />
      {keys.selected.size > 0 && (
        <TriageBar items={list.items.filter(({ id }) => keys.selected.has(id))} onDone={keys.clear} />
      )}
    </div>
  )
}

function ReaderPane({ reading: { narrow, openId, open, triage } }: { reading: Reading }) {
  const close = () => open(undefined)
  if (!narrow) return openId && <Reader key={openId} id={openId} triage={triage} />
  return (
    <Sheet open={openId !== undefined} onClose={close} title={t('Feedback')}>
      {openId && <Reader id={openId} triage={triage} onClose={close} />}
    </Sheet>
  )
}

/** How many items arrived since the list was loaded; they are not inserted while it is being read. */
function useNewItems(now: number | undefined, loadedAt: number): number {
  const [seen, setSeen] = useState<{ count: number; loadedAt: number }>()
  useEffect(() => {
    if (now !== undefined && (seen === undefined || seen.loadedAt !== loadedAt || now < seen.count))
      setSeen({ count: now, loadedAt })
  }, [now, loadedAt, seen])
  return now === undefined || seen === undefined ? 0 : now - seen.count
}

function EmptyInbox({ state, counts }: { state: State; counts: Counts | undefined }) {
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={t('feedback')} onClear={() => setFilters(clearedFilters(filterNames))} />
  if (state === 'snoozed')
    return (
      <EmptyState
        icon={<InboxIcon />}
        title={t('No snoozed feedback')}
        note={t('Press H on an item to bring it back later.')}
      />
    )
  if (state !== 'new' && state !== 'all') return <EmptyState icon={<InboxIcon />} title={t('No feedback here yet')} />
  const isUnused = counts !== undefined && counts.processed + counts.dismissed + counts.snoozed === 0
  return isUnused ? <NoFeedbackYet /> : <InboxZero done={counts?.done_today ?? 0} />
}

const InboxZero = ({ done }: { done: number }) => (
  <EmptyState
    icon={<CircleCheckBig />}
    title={t('Inbox zero')}
    note={t('{count, one {# item} other {# items}} triaged today. New feedback appears here automatically.', {
      count: done,
    })}
  />
)

const curlExample = (origin: string) => `curl -X POST ${origin}/api/v1/feedback \\
  -H "Authorization: Bearer $EARSHOT_API_KEY" -H "Content-Type: application/json" \\
  -d '{"content":"The export never finishes","contact":{"email":"ana@example.com"}}'`

function NoFeedbackYet() {
  const navigate = useNavigate()
  return (
    <div>
      <EmptyState
        icon={<InboxIcon />}
        title={t('No feedback yet')}
        note={t('Customer feedback arrives here: from a CSV, an integration or the API.')}
        actions={
          <>
            <Button op="createCsvUpload" variant="primary" onClick={() => void navigate(paths.uploads())}>
              {t('Upload a CSV')}
            </Button>
            <Button op="createIntegration" onClick={() => void navigate(paths.integrations())}>
              {t('Connect a source')}
            </Button>
          </>
        }
      />
      <div className="mx-auto max-w-xl px-4">
        <CopyBlock label={t('Or use the API')} text={curlExample(location.origin)} />
      </div>
    </div>
  )
}
