import { ChartScatter, Columns3, Compass, List } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { InputOf, ItemOf } from '#web/api/client.ts'
import { ImpactHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { importanceLabels } from '#web/shell/evidence/importance.tsx'
import { ViewTabs } from '#web/shell/lists/view-tabs.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Loading } from '#web/ui/states.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { type UrlFilters, parseList, useFilters } from '#web/routes/use-filters.ts'
import { CreateOpportunity } from './create-opportunity.tsx'
import {
  opportunityCard,
  opportunityCategoryLabels,
  opportunityColumns,
  originLabels,
  opportunityExportRow,
} from './opportunity-columns.tsx'
import { horizonLabels } from './horizons.ts'
import { Scatter } from './scatter.tsx'

const Panel = lazy(async () => ({ default: (await import('./opportunity.tsx')).OpportunityPanel }))
const PriorityBoard = lazy(async () => ({ default: (await import('./priority-board.tsx')).PriorityBoard }))
const filterNames = ['q', 'category', 'status', 'origin', 'trend', 'importance', 'segment', 'horizon'] as const
const defaultSort = '-impact_score'

const opportunityQuery = ({
  view,
  sort,
  q,
  category,
  status,
  origin,
  trend,
  importance,
  segment,
  horizon,
}: UrlFilters) =>
  ({
    sort: view === 'board' ? 'position' : (sort ?? defaultSort),
    ...(q && { q }),
    ...(category && { category: parseList(category) }),
    ...(status && { status: parseList(status) }),
    ...(origin && { origin: parseList(origin) }),
    ...(trend && { trend: parseList(trend) }),
    ...(importance && { importance: parseList(importance) }),
    ...(horizon && { horizon: parseList(horizon) }),
    ...(segment && { segment_id: segment }),
  }) as InputOf<'listOpportunities'>

export function OpportunitiesPage() {
  const [filters] = useFilters()
  const query = useMemo(() => opportunityQuery(filters), [filters])
  const isScatter = filters.view === 'scatter'
  const isBoard = filters.view === 'board'
  const rows = useListRows('listOpportunities', query, {
    to: paths.opportunity,
    canPeek: true,
    hasNoRows: isScatter || isBoard,
  })
  return (
    <ListPage
      rows={rows}
      name="opportunities"
      title={t('Opportunities')}
      filterNames={filterNames}
      labels={{ filter: t('Filter opportunities'), create: t('New opportunity'), plural: t('opportunities') }}
      columns={opportunityColumns}
      card={opportunityCard}
      grid={{ rowHeight: 44, defaultSort }}
      empty={{
        icon: <Compass />,
        title: t('No opportunities yet'),
        note: t(
          'The analysis ranks them by impact. You can also write one, or promote one from a subtheme or a competitor.',
        ),
      }}
      leading={<ViewTabs views={views()} />}
      filters={<OpportunityFilters hasOrder={isScatter || isBoard} />}
      toolsIn="header"
      toExportRow={opportunityExportRow}
      view={(grid) => <OpportunityView view={filters.view} rows={rows} grid={grid} />}
      panel={{ title: t('Opportunity'), content: (id) => <Panel id={id} /> }}
      createDialog={(close) => <CreateOpportunity onClose={close} />}
    />
  )
}

type ViewProps = {
  view: string | undefined
  rows: { items: readonly ItemOf<'listOpportunities'>[]; hasMore: boolean; loadMore: () => void }
  grid: ReactNode
}

function OpportunityView({ view, rows: { items, hasMore, loadMore }, grid }: ViewProps) {
  if (view === 'scatter') return <Scatter items={items} hasMore={hasMore} loadMore={loadMore} />
  if (view !== 'board') return grid
  return (
    <Suspense fallback={<Loading />}>
      <PriorityBoard items={items} hasMore={hasMore} loadMore={loadMore} />
    </Suspense>
  )
}

const views = () => ({
  list: { label: t('List'), icon: List },
  board: { label: t('Board'), icon: Columns3 },
  scatter: { label: t('Chart'), icon: ChartScatter },
})

const trendOptions = () => toOptions({ rising: t('Rising'), falling: t('Falling'), flat: t('Steady') })
const sortOptions = () =>
  toOptions({
    position: t('Sort: order of the team'),
    '-score': t('Sort: score'),
    effort: t('Sort: effort'),
    target_date: t('Sort: target'),
    rank: t('Sort: rank in category'),
    '-insight_count': t('Sort: evidence'),
    '-critical_count': t('Sort: critical'),
    '-created_at': t('Sort: newest'),
  })

const OpportunityFilters = ({ hasOrder }: { hasOrder: boolean }) => (
  <>
    <FilterSelect name="category" label={t('Category')} options={toOptions(opportunityCategoryLabels())} />
    <FilterSelect name="trend" label={t('Trend')} options={trendOptions()} />
    <FilterSelect name="importance" label={t('Importance')} options={toOptions(importanceLabels())} />
    {!hasOrder && <FilterSelect name="horizon" label={t('When')} options={toOptions(horizonLabels())} />}
    <FilterSelect name="origin" label={t('Origin')} options={toOptions(originLabels())} />
    <FilterSelect name="status" label={t('Active')} options={[{ value: 'archived', label: t('Archived') }]} />
    {!hasOrder && <FilterSelect name="sort" label={t('Sort: impact')} options={sortOptions()} />}
    <SegmentFilter />
    <ImpactHelp />
  </>
)
