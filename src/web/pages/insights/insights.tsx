import { Lightbulb } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { CountAndUnsorted } from '#web/shell/unsorted-insights.tsx'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { type ListRows, useListRows } from '#web/shell/lists/use-list-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Total } from '#web/ui/lists/total.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { useMay } from '#web/api/may.tsx'
import { AddToThemeCommand, AddToThemeDialog, ThemeDropTargets } from './assign-theme.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CreateInsight } from './create-insight.tsx'
import { insightCard, insightColumns, type InsightItem } from './insight-columns.tsx'
import { defaultSort, filterNames, InsightFilterBar, OverviewToggle, useInsightQuery } from './insight-filters.tsx'
import { SelectRest } from './select-rest.tsx'

const InsightPanel = lazy(async () => ({ default: (await import('./insight-panel.tsx')).InsightPanel }))
const InsightOverview = lazy(async () => ({ default: (await import('./insight-overview.tsx')).InsightOverview }))

type Rows = ListRows<'listInsights'>

const Panel = ({ id }: { id: string }) => (
  <Suspense fallback={<Loading rows={6} />}>
    <InsightPanel id={id} />
  </Suspense>
)

export function InsightsPage() {
  const [filters] = useFilters()
  const query = useInsightQuery()
  const { data: total } = useApiQuery('countInsights', countQueryOf(query), { keepPrevious: true })
  const { rows, selected, grid, ...assignment } = useInsightRows(query)
  return (
    <ListPage
      rows={rows}
      {...insightList()}
      note={
        <CountAndUnsorted>
          <Total count={total} />
        </CountAndUnsorted>
      }
      grid={grid}
      filters={<InsightFilterBar />}
      trailing={<OverviewToggle />}
      toolsIn="header"
      above={
        <>
          {filters.overview && <Overview />}
          <p role="status" className="sr-only">
            {t('{count, one {# insight} other {# insights}} loaded', { count: rows.items.length })}
          </p>
        </>
      }
      panel={{ title: t('Insight'), content: (id) => <Panel id={id} /> }}
      createOp="createInsight"
      createDialog={(close) => <CreateInsight onClose={close} />}
    >
      <ThemeAssignment keys={rows.keys} {...assignment} />
      {selected.length > 0 && (
        <BulkBar insights={selected} onDone={rows.keys.clear}>
          <SelectRest {...rows} total={total?.count} />
        </BulkBar>
      )}
    </ListPage>
  )
}

const Overview = () => (
  <Suspense fallback={null}>
    <InsightOverview />
  </Suspense>
)

const insightList = () => ({
  name: 'insights',
  title: t('Insights'),
  filterNames,
  labels: { filter: t('Filter insights'), create: t('New insight'), plural: t('insights') },
  columns: insightColumns,
  card: insightCard,
  toExportRow,
  exportQuery: { include: ['occurred_at', 'source', 'contact', 'subthemes'] } as InputOf<'listInsights'>,
  empty: {
    icon: <Lightbulb />,
    title: t('No insights yet'),
    note: t('Insights summarize customer needs. They are found in feedback or written by you, and backed by quotes.'),
    actions: <UploadButton />,
  },
})

/** An action on a selected row applies to the whole selection. */
const targetRows = (items: readonly InsightItem[], selected: ReadonlySet<string>, one: InsightItem) =>
  selected.has(one.id) ? items.filter(({ id }) => selected.has(id)) : [one]

function useDrag(
  { items, keys: { selected } }: Rows,
  setDragged: (dragged: readonly InsightItem[] | undefined) => void,
) {
  const onDrag = useCallback(
    (one: InsightItem, data: DataTransfer) => {
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
function useInsightRows(query: InputOf<'listInsights'>) {
  const [assigning, setAssigning] = useState<readonly InsightItem[]>()
  const [dragged, setDragged] = useState<readonly InsightItem[]>()
  const mayAssign = useMay()('linkThemeInsights')
  const rows: Rows = useListRows('listInsights', query, {
    to: paths.insight,
    canPeek: true,
    rowHotkeys: (one) => (mayAssign ? { l: () => setAssigning(targetRows(rows.items, rows.keys.selected, one)) } : {}),
  })
  const { items, keys, peek } = rows
  const drag = useDrag(rows, setDragged)
  const grid = {
    selected: keys.selected,
    onSelect: keys.select,
    onSelectAll: (on: boolean) => keys.selectOnly(on ? items.map(({ id }) => id) : []),
    onOpen: peek,
    defaultSort,
    ...(mayAssign && drag),
  }
  const selected = items.filter(({ id }) => keys.selected.has(id))
  return { rows, selected, grid, assigning, setAssigning, dragged, setDragged }
}

const countQueryOf = ({ sort: _, ...query }: InputOf<'listInsights'>) => query as InputOf<'countInsights'>

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
  return (
    <Button op="createCsvUpload" onClick={() => void navigate(paths.uploads())}>
      {t('Upload a CSV')}
    </Button>
  )
}

const toExportRow = ({ themes, subthemes = [], theme_suggestions, ...one }: InsightItem) => ({
  ...one,
  themes: namesOf(themes),
  subthemes: namesOf(subthemes),
  ...(theme_suggestions && { theme_suggestions: namesOf(theme_suggestions) }),
})
const namesOf = (themes: readonly { name: string }[]) => themes.map(({ name }) => name).join('; ')
