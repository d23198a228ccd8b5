import { Lightbulb } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Input } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { type ListRows, useListRows } from '#web/shell/lists/use-list-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Total } from '#web/ui/lists/total.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { AddToThemeCommand, AddToThemeDialog, ThemeDropTargets } from './assign-theme.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CreateInsight } from './create-insight.tsx'
import { insightCard, insightColumns, type InsightRow } from './insight-columns.tsx'
import { defaultSort, filterNames, InsightFilters, OverviewToggle, useInsightQuery } from './insight-filters.tsx'
import { InsightOverview } from './insight-overview.tsx'
import { InsightPanel } from './insight-panel.tsx'

type Rows = ListRows<'listInsights'>

export function Insights() {
  const [filters] = useFilters()
  const query = useInsightQuery()
  const { data: total } = useApiQuery('countInsights', countQueryOf(query), { keepPrevious: true })
  const { rows, selected, grid, ...assignment } = useInsightRows(query)
  return (
    <ListPage
      rows={rows}
      {...insightList()}
      note={<Total count={total} />}
      grid={grid}
      filters={<InsightFilters />}
      trailing={<OverviewToggle />}
      toolsIn="header"
      above={
        <>
          {filters.overview && <InsightOverview />}
          <p role="status" className="sr-only">
            {t('{count, one {# insight} other {# insights}} loaded', { count: rows.items.length })}
          </p>
        </>
      }
      panel={{ title: t('Insight'), content: (id) => <InsightPanel id={id} /> }}
      createDialog={(close) => <CreateInsight onClose={close} />}
    >
      <ThemeAssignment keys={rows.keys} {...assignment} />
      {selected.length > 0 && (
        <BulkBar insights={selected} onDone={rows.keys.clear}>
          <SelectRest rows={rows} total={total?.count} />
        </BulkBar>
      )}
    </ListPage>
  )
}

const insightList = () => ({
  name: 'insights',
  title: t('Insights'),
  filterNames,
  labels: { filter: t('Filter insights'), create: t('New insight'), plural: t('insights') },
  columns: insightColumns,
  card: insightCard,
  toExportRow,
  empty: {
    icon: <Lightbulb />,
    title: t('No insights yet'),
    note: t('Insights summarize customer needs. They are found in feedback or written by you, and backed by quotes.'),
    actions: <UploadButton />,
  },
})

/** An action on a selected row applies to the whole selection. */
const targetRows = (items: readonly InsightRow[], selected: ReadonlySet<string>, one: InsightRow) =>
  selected.has(one.id) ? items.filter(({ id }) => selected.has(id)) : [one]

function useDrag(
  { items, keys: { selected } }: Rows,
  setDragged: (dragged: readonly InsightRow[] | undefined) => void,
) {
  const onDrag = useCallback(
    (one: InsightRow, data: DataTransfer) => {
      data.setData('text/plain', one.name)
      data.effectAllowed = 'link'
      // An element that appears under the pointer while the drag starts would cancel it.
      requestAnimationFrame(() => setDragged(targetRows(items, selected, one)))
    },
    [items, selected, setDragged],
  )
  const onDragEnd = useCallback(() => setDragged(undefined), [setDragged])
  return { onDrag, onDragEnd }
}

/** The list, and the rows being added to a theme by dialog or by dragging. */
function useInsightRows(query: Input<'listInsights'>) {
  const [assigning, setAssigning] = useState<readonly InsightRow[]>()
  const [dragged, setDragged] = useState<readonly InsightRow[]>()
  const rows: Rows = useListRows('listInsights', query, {
    to: paths.insight,
    canPeek: true,
    rowHotkeys: (one) => ({ l: () => setAssigning(targetRows(rows.items, rows.keys.selected, one)) }),
  })
  const { items, keys, peek } = rows
  const grid = {
    selected: keys.selected,
    onSelect: keys.select,
    onSelectAll: (on: boolean) => keys.selectOnly(on ? items.map(({ id }) => id) : []),
    onOpen: peek,
    defaultSort,
    ...useDrag(rows, setDragged),
  }
  const selected = items.filter(({ id }) => keys.selected.has(id))
  return { rows, selected, grid, assigning, setAssigning, dragged, setDragged }
}

const countQueryOf = ({ sort: _, ...query }: Input<'listInsights'>) => query as Input<'countInsights'>

/** More rows than this are not loaded into one page. */
const maxSelected = 10_000

/** Loads and selects the rows that match but are not loaded yet. */
function SelectRest({ rows: { list, items, keys }, total }: { rows: Rows; total: number | undefined }) {
  const [busy, setBusy] = useState(false)
  if (!list.hasNextPage || !total || keys.selected.size < items.length) return null
  const run = async () => {
    setBusy(true)
    let latest = await list.fetchNextPage()
    const loaded = () => latest.data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? []
    while (latest.hasNextPage && !latest.isError && loaded().length < maxSelected) latest = await latest.fetchNextPage()
    keys.selectOnly(loaded())
    setBusy(false)
  }
  return (
    <Button size="sm" variant="quiet" busy={busy} onClick={() => void run()}>
      {t('Select all {count}', { count: formatNumber(Math.min(total, maxSelected)) })}
    </Button>
  )
}

type AssignmentProps = Pick<
  ReturnType<typeof useInsightRows>,
  'assigning' | 'setAssigning' | 'dragged' | 'setDragged'
> & { keys: Rows['keys'] }

/** Adding rows to a theme: drop targets, dialog and command. */
function ThemeAssignment({ keys, assigning, setAssigning, dragged, setDragged }: AssignmentProps) {
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

function UploadButton() {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate(paths.uploads())}>{t('Upload a CSV')}</Button>
}

const toExportRow = ({ themes, ...one }: InsightRow) => ({
  ...one,
  themes: themes.map((theme) => theme.name).join('; '),
})
