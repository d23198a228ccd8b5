import { useNavigate } from '@tanstack/react-router'
import { Lightbulb, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { fetchAll, type Input } from '#web/api/client.ts'
import { useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Peek } from '#web/shell/peek.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataGrid } from '#web/ui/lists/data-grid.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { clearedFilters } from '#web/ui/forms/filters.tsx'
import { Total } from '#web/ui/lists/total.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { useFilters } from '#web/use-filters.ts'
import { AddToThemeCommand, AddToThemeDialog, ThemeDropTargets } from './assign-theme.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CreateInsight } from './create-insight.tsx'
import { insightCard, insightColumns, type InsightRow } from './insight-columns.tsx'
import { defaultSort, filterNames, InsightFilters, useInsightQuery } from './insight-filters.tsx'
import { InsightOverview } from './insight-overview.tsx'
import { InsightPanel } from './insight-panel.tsx'

export function Insights() {
  const [filters, setFilters] = useFilters()
  const query = useInsightQuery()
  const list = useApiList('listInsights', query)
  const { data: total } = useApiQuery('countInsights', countQueryOf(query), { keepPrevious: true })
  const rows = useRows(list.items)
  return (
    <Page
      title={t('Insights')}
      fill
      note={<Total count={total} />}
      actions={<InsightsActions query={query} />}
      toolbar={<InsightFilters />}
    >
      {filters.overview && <InsightOverview />}
      <p role="status" className="sr-only">
        {t('{count, one {# insight} other {# insights}} loaded', { count: list.items.length })}
      </p>
      <ListState list={list} what={t('Insights')} loadingRows={12} empty={<NoInsights />}>
        <InsightGrid list={list} rows={rows} />
      </ListState>
      <ThemeAssignment rows={rows} />
      {rows.keys.selected.size > 0 && (
        <BulkBar insights={rows.selectedRows} onDone={rows.keys.clear}>
          <SelectRest list={list} total={total?.count} rows={rows} />
        </BulkBar>
      )}
      <Peek
        id={filters.peek}
        title={t('Insight')}
        to={paths.insight}
        onClose={() => setFilters({ peek: undefined }, { replace: true })}
      >
        {(id) => <InsightPanel id={id} />}
      </Peek>
      {filters.create && <CreateInsight onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

/** Hotkeys and selection of the list, and the rows being added to a theme by dialog or by dragging. */
function useRows(items: readonly InsightRow[]) {
  const [, setFilters] = useFilters()
  const navigate = useNavigate()
  const [assigning, setAssigning] = useState<readonly InsightRow[]>()
  const [dragged, setDragged] = useState<readonly InsightRow[]>()
  const peek = useCallback((one: { id: string }) => setFilters({ peek: one.id }, { replace: true }), [setFilters])
  const keys = useListHotkeys(items, {
    onOpen: (one) => void navigate({ to: paths.insight(one.id) }),
    onPeek: peek,
    onCreate: () => setFilters({ create: '1' }, { replace: true }),
    onBack: () => setFilters({ peek: undefined }, { replace: true }),
    rowHotkeys: (one) => ({ l: () => setAssigning(targetRows(one)) }),
  })
  const { selected } = keys
  const selectedRows = items.filter(({ id }) => selected.has(id))
  /** An action on a selected row applies to the whole selection. */
  const targetRows = useCallback(
    (one: InsightRow) => (selected.has(one.id) ? items.filter(({ id }) => selected.has(id)) : [one]),
    [selected, items],
  )
  return { keys, peek, selectedRows, targetRows, assigning, setAssigning, dragged, setDragged }
}

type Rows = ReturnType<typeof useRows>
type InsightListQuery = ReturnType<typeof useApiList<'listInsights'>>

function useDrag({ targetRows, setDragged }: Rows) {
  const onDrag = useCallback(
    (one: InsightRow, data: DataTransfer) => {
      data.setData('text/plain', one.name)
      data.effectAllowed = 'link'
      // An element that appears under the pointer while the drag starts would cancel it.
      requestAnimationFrame(() => setDragged(targetRows(one)))
    },
    [targetRows],
  )
  const onDragEnd = useCallback(() => setDragged(undefined), [])
  return { onDrag, onDragEnd }
}

function InsightGrid({ list, rows }: { list: InsightListQuery; rows: Rows }) {
  const [filters, setFilters] = useFilters()
  const { keys, peek } = rows
  const { onDrag, onDragEnd } = useDrag(rows)
  const columns = useMemo(insightColumns, [])
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const onSort = useCallback((sort: string | undefined) => setFilters({ sort }), [setFilters])
  return (
    <DataGrid
      name="insights"
      label={t('Insights')}
      items={list.items}
      columns={columns}
      card={insightCard}
      active={keys.active}
      selected={keys.selected}
      onSelect={keys.select}
      onSelectAll={(on) => keys.selectOnly(on ? list.items.map(({ id }) => id) : [])}
      onOpen={peek}
      onDrag={onDrag}
      onDragEnd={onDragEnd}
      sort={filters.sort}
      defaultSort={defaultSort}
      onSort={onSort}
      hasMore={list.hasNextPage}
      loadMore={loadMore}
    />
  )
}

const countQueryOf = ({ sort: _, ...query }: Input<'listInsights'>) => query as Input<'countInsights'>

/** More rows than this are not loaded into one page. */
const maxSelected = 10_000

/** Loads and selects the rows that match but are not loaded yet. */
function SelectRest({ list, total, rows }: { list: InsightListQuery; total: number | undefined; rows: Rows }) {
  const [busy, setBusy] = useState(false)
  if (!list.hasNextPage || !total || rows.keys.selected.size < list.items.length) return null
  const run = async () => {
    setBusy(true)
    let latest = await list.fetchNextPage()
    const loaded = () => latest.data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? []
    while (latest.hasNextPage && !latest.isError && loaded().length < maxSelected) latest = await latest.fetchNextPage()
    rows.keys.selectOnly(loaded())
    setBusy(false)
  }
  return (
    <Button size="sm" variant="quiet" busy={busy} onClick={() => void run()}>
      {t('Select all {count}', { count: formatNumber(Math.min(total, maxSelected)) })}
    </Button>
  )
}

/** Adding rows to a theme: drop targets, dialog and command. */
function ThemeAssignment({ rows: { keys, assigning, setAssigning, dragged, setDragged } }: { rows: Rows }) {
  const { activeItem } = keys
  const endDrag = () => {
    setDragged(undefined)
    keys.clear()
  }
  return (
    <>
      {dragged && <ThemeDropTargets insights={dragged} onDone={endDrag} />}
      {assigning && (
        <AddToThemeDialog insights={assigning} onClose={() => setAssigning(undefined)} onDone={keys.clear} />
      )}
      {activeItem && keys.selected.size === 0 && (
        <AddToThemeCommand insight={activeItem} onRun={() => setAssigning([activeItem])} />
      )}
    </>
  )
}

function NoInsights() {
  const [filters, setFilters] = useFilters()
  const navigate = useNavigate()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={t('insights')} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      icon={<Lightbulb />}
      title={t('No insights yet')}
      note={t('Insights summarize customer needs. They are found in feedback or written by you, and backed by quotes.')}
      actions={
        <>
          <Button variant="primary" onClick={() => setFilters({ create: '1' })}>
            {t('New insight')}
          </Button>
          <Button onClick={() => void navigate({ to: paths.data })}>{t('Upload a CSV')}</Button>
        </>
      }
    />
  )
}

function InsightsActions({ query }: { query: Input<'listInsights'> }) {
  const [, setFilters] = useFilters()
  return (
    <>
      <SaveView />
      <ExportMenu name="insights" load={() => loadExportRows(query)} />
      <Button
        variant="primary"
        size="sm"
        icon={<Plus className="size-3.5" />}
        onClick={() => setFilters({ create: '1' }, { replace: true })}
      >
        {t('New insight')}
      </Button>
    </>
  )
}

const loadExportRows = async (query: Input<'listInsights'>) =>
  (await fetchAll('listInsights', query)).map(({ themes, ...one }) => ({
    ...one,
    themes: themes.map((theme) => theme.name).join('; '),
  }))
