import { ChartScatter, Columns3, Compass, List } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { InputOf, ItemOf } from '#web/api/client.ts'
import { ImpactHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { FieldFilters } from '#web/shell/custom-fields/field-filters.tsx'
import { fieldQuery, fieldSort, otherSort } from '#web/shell/custom-fields/field-query.ts'
import { useCustomFields } from '#web/shell/custom-fields/use-custom-fields.ts'
import { useFieldColumns } from '#web/shell/custom-fields/use-field-columns.tsx'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { type ListRows, useListRows } from '#web/shell/lists/use-list-rows.ts'
import { importanceLabels } from '#web/shell/evidence/importance.tsx'
import { ViewTabs } from '#web/shell/lists/view-tabs.tsx'
import { CompanyFilters, companyFilterNames, companyQuery } from '#web/shell/company-filters.tsx'
import { ShareLinkButton } from '#web/shell/sharing/share-link-button.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Loading } from '#web/ui/states.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { type UrlFilters, parseList, useFilters } from '#web/routes/use-filters.ts'
import { OpportunityBulkBar } from './bulk-bar.tsx'
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
const filterNames = [
  'q',
  'category',
  'status',
  'origin',
  'trend',
  'importance',
  'segment',
  'horizon',
  'fields',
  ...companyFilterNames,
] as const
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
  fields,
  ...filters
}: UrlFilters) =>
  ({
    sort: view === 'board' ? 'position' : (otherSort(sort) ?? defaultSort),
    ...fieldQuery({ sort: view === 'board' ? undefined : sort, fields }),
    ...(q && { q }),
    ...(category && { category: parseList(category) }),
    ...(status && { status: parseList(status) }),
    ...(origin && { origin: parseList(origin) }),
    ...(trend && { trend: parseList(trend) }),
    ...(importance && { importance: parseList(importance) }),
    ...(horizon && { horizon: parseList(horizon) }),
    ...(segment && { segment_id: segment }),
    ...companyQuery(filters),
  }) as InputOf<'listOpportunities'>

export function OpportunitiesPage() {
  const [filters] = useFilters()
  const query = useMemo(() => opportunityQuery(filters), [filters])
  const columns = useFieldColumns('opportunity', opportunityColumns)
  const isScatter = filters.view === 'scatter'
  const isBoard = filters.view === 'board'
  const rows = useListRows('listOpportunities', query, {
    to: paths.opportunity,
    canPeek: true,
    hasNoRows: isScatter || isBoard,
  })
  const selected = rows.items.filter(({ id }) => rows.keys.selected.has(id))
  return (
    <ListPage
      rows={rows}
      name="opportunities"
      title={t('Opportunities')}
      filterNames={filterNames}
      labels={{ filter: t('Filter opportunities'), create: t('New opportunity'), plural: t('opportunities') }}
      columns={columns}
      card={opportunityCard}
      grid={{ rowHeight: 44, defaultSort, ...selectionOf(rows) }}
      empty={noOpportunities()}
      leading={<ViewTabs views={views()} />}
      filters={<OpportunityFilters hasOrder={isScatter || isBoard} />}
      toolsIn="header"
      toExportRow={opportunityExportRow}
      view={(grid) => <OpportunityView view={filters.view} rows={rows} grid={grid} />}
      panel={{ title: t('Opportunity'), content: (id) => <Panel id={id} /> }}
      createOp="createOpportunity"
      createDialog={(close) => <CreateOpportunity onClose={close} />}
    >
      {selected.length > 0 && <OpportunityBulkBar opportunities={selected} onDone={rows.keys.clear} />}
    </ListPage>
  )
}

const noOpportunities = () => ({
  icon: <Compass />,
  title: t('No opportunities yet'),
  note: t('The analysis ranks them by impact. You can also write one, or promote one from a subtheme or a competitor.'),
})

const selectionOf = ({ items, keys }: ListRows<'listOpportunities'>) => ({
  selected: keys.selected,
  onSelect: keys.select,
  onSelectAll: (on: boolean) => keys.selectOnly(on ? items.map(({ id }) => id) : []),
})

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
      <div className="flex justify-end px-4 pt-3 md:px-6">
        <ShareLinkButton target={{ kind: 'roadmap' }} />
      </div>
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

/** With the custom field that the header of a column sorts by. */
function SortSelect() {
  const [{ sort }] = useFilters()
  const own = useCustomFields('opportunity').flatMap(({ key, name }) =>
    [fieldSort(key), fieldSort(key, true)].map((value) => ({ value, label: t('Sort: {name}', { name }) })),
  )
  const options = [...sortOptions(), ...own.filter(({ value }) => value === sort)]
  return <FilterSelect name="sort" label={t('Sort: impact')} options={options} />
}

const OpportunityFilters = ({ hasOrder }: { hasOrder: boolean }) => (
  <>
    <FilterSelect name="category" label={t('Category')} options={toOptions(opportunityCategoryLabels())} />
    <FilterSelect name="trend" label={t('Trend')} options={trendOptions()} />
    <FilterSelect name="importance" label={t('Importance')} options={toOptions(importanceLabels())} />
    {!hasOrder && <FilterSelect name="horizon" label={t('When')} options={toOptions(horizonLabels())} />}
    <FilterSelect name="origin" label={t('Origin')} options={toOptions(originLabels())} />
    <FilterSelect name="status" label={t('Active')} options={[{ value: 'archived', label: t('Archived') }]} />
    {!hasOrder && <SortSelect />}
    <SegmentFilter />
    <FieldFilters type="opportunity" />
    <CompanyFilters />
    <ImpactHelp />
  </>
)
