import { ChartScatter, LayoutGrid, Rows3, Shapes, Sparkles, Table } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { fetchAll, type InputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { reachExport } from '#web/shell/account-reach.tsx'
import { CompanyFilters, companyFilterNames, companyQuery } from '#web/shell/company-filters.tsx'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { type ListRows, useListRows } from '#web/shell/lists/use-list-rows.ts'
import { ViewTabs } from '#web/shell/lists/view-tabs.tsx'
import { CountAndUnsorted } from '#web/shell/unsorted-insights.tsx'
import { breakdownTotal } from '#web/ui/badges.tsx'
import { Treemap } from '#web/ui/charts/treemap.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { Loaded } from '#web/ui/lists/total.tsx'
import { selectedChoice, type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { BubbleChart } from './bubble-chart.tsx'
import { CreateTheme } from './create-theme.tsx'
import { Proposals } from './proposals.tsx'
import { SubthemeList, subthemeQuery } from './subtheme-list.tsx'
import { themeCard, themeColumns, type ThemeRow } from './theme-columns.tsx'

const ProductKindCard = lazy(() =>
  import('#web/shell/product-kind/product-kind-card.tsx').then((card) => ({ default: card.ProductKindCard })),
)

const views = () => ({
  map: { label: t('Map'), icon: LayoutGrid },
  bubble: { label: t('Bubbles'), icon: ChartScatter },
  table: { label: t('Table'), icon: Table },
  subthemes: { label: t('Subthemes'), icon: Rows3 },
  proposals: { label: t('Proposals'), icon: Sparkles },
})
type View = keyof ReturnType<typeof views>
/** The views that are no list of themes have data of their own. */
const ownViews: Partial<Record<View, () => React.ReactNode>> = {
  bubble: () => <BubbleChart />,
  subthemes: () => <SubthemeList />,
  proposals: () => <Proposals />,
}
const filterNames = ['q', ...companyFilterNames] as const
const sorts = ['-insight_count', '-revenue', 'name', '-name', '-updated_at'] as const

const themeQuery = ({ q, sort, ...filters }: UrlFilters) =>
  ({
    sort: selectedChoice(sorts, sort),
    include: ['activity'],
    ...(q && { q }),
    ...companyQuery(filters),
  }) as InputOf<'listThemes'>

export function ThemesPage() {
  const [filters] = useFilters()
  const view = selectedChoice(Object.keys(views()) as View[], filters.view)
  const query = useMemo(() => themeQuery(filters), [filters])
  const ownView = ownViews[view]?.()
  const rows = useListRows('listThemes', query, { to: paths.theme, hasNoRows: ownView !== undefined })
  return (
    <ListPage
      rows={rows}
      name="themes"
      title={t('Themes')}
      filterNames={filterNames}
      labels={{ filter: t('Filter themes'), create: t('New theme'), plural: t('themes') }}
      columns={themeColumns}
      card={themeCard}
      grid={{ sort: query.sort, defaultSort: sorts[0] }}
      empty={noThemes()}
      note={<Note rows={rows} />}
      above={ownView === undefined && hasFewThemes(rows, filters) && <KindOfProduct />}
      filters={
        <>
          <ViewTabs views={views()} />
          {ownView === undefined && <CompanyFilters />}
        </>
      }
      toExportRow={toExportRow}
      exportMenu={view === 'subthemes' ? <SubthemesExport /> : undefined}
      content={ownView}
      view={(grid) => (
        <>
          {view === 'map' && <ThemeMap themes={rows.items} onOpen={rows.open} />}
          {grid}
        </>
      )}
      createOp="createTheme"
      createDialog={(close) => <CreateTheme onClose={close} />}
    />
  )
}

const maxFewThemes = 5

const hasFewThemes = ({ list, items }: ListRows<'listThemes'>, filters: UrlFilters) =>
  list.data !== undefined && items.length <= maxFewThemes && filterNames.every((name) => !filters[name])

const KindOfProduct = () => (
  <Suspense>
    <ProductKindCard className="max-h-[60%] shrink-0 overflow-y-auto border-b border-line px-4 py-4 md:px-6" />
  </Suspense>
)

const noThemes = () => ({
  icon: <Shapes />,
  title: t('No themes yet'),
  note: t('Themes group insights about the same topic. The analysis proposes them; you can create your own.'),
})

const Note = ({ rows: { list, items, hasMore } }: { rows: ListRows<'listThemes'> }) => (
  <CountAndUnsorted>{list.data && <Loaded count={items.length} hasMore={hasMore} />}</CountAndUnsorted>
)

function SubthemesExport() {
  const [filters] = useFilters()
  const load = async () =>
    (await fetchAll('listSubthemes', subthemeQuery(filters))).map(({ sentiment_breakdown, account_reach, ...row }) => ({
      ...row,
      ...reachExport(account_reach),
      ...sentiment_breakdown,
    }))
  return <ExportMenu name="subthemes" load={load} />
}

const toExportRow = ({ activity, account_reach, ...theme }: ThemeRow) => ({
  ...theme,
  ...reachExport(account_reach),
  ...(activity && {
    last_12_weeks: breakdownTotal(activity.sentiment_breakdown),
    previous_12_weeks: activity.previous_insight_count,
    ...activity.sentiment_breakdown,
    subtheme_count: activity.subtheme_count,
  }),
})

const maxTiles = 60

function ThemeMap({ themes, onOpen }: { themes: readonly ThemeRow[]; onOpen: (theme: { id: string }) => void }) {
  const tiles = useMemo(
    () =>
      themes
        .filter((one) => one.insight_count > 0)
        .slice(0, maxTiles)
        .map((one) => ({
          id: one.id,
          name: one.name,
          value: one.insight_count,
          color: one.color,
          ...(one.activity && { mix: one.activity.sentiment_breakdown }),
        })),
    [themes],
  )
  if (tiles.length === 0) return null
  return (
    <div className="shrink-0 border-b border-line px-4 py-4 md:px-6">
      <Treemap
        tiles={tiles}
        height={260}
        label={t('Themes by number of insights')}
        href={paths.theme}
        onPick={(id) => onOpen({ id })}
      />
    </div>
  )
}
