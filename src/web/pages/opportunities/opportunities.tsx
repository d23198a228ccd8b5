import { ChartScatter, Compass, List } from 'lucide-react'
import { lazy, useMemo } from 'react'
import type { Input } from '#web/api/client.ts'
import { ImpactHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { ViewTabs } from '#web/shell/lists/view-tabs.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { type Filters, parseList, useFilters } from '#web/routes/use-filters.ts'
import { CreateOpportunity } from './create-opportunity.tsx'
import {
  opportunityCard,
  opportunityCategoryLabels,
  opportunityColumns,
  originLabels,
  opportunityExportRow,
} from './opportunity-columns.tsx'
import { Scatter } from './scatter.tsx'

const Panel = lazy(async () => ({ default: (await import('./opportunity.tsx')).OpportunityPanel }))
const filterNames = ['q', 'category', 'status', 'origin', 'trend', 'segment'] as const
const defaultSort = '-impact_score'

const opportunityQuery = ({ sort, q, category, status, origin, trend, segment }: Filters) =>
  ({
    sort: sort ?? defaultSort,
    ...(q && { q }),
    ...(category && { category: parseList(category) }),
    ...(status && { status: parseList(status) }),
    ...(origin && { origin: parseList(origin) }),
    ...(trend && { trend: parseList(trend) }),
    ...(segment && { segment_id: segment }),
  }) as Input<'listOpportunities'>

export function Opportunities() {
  const [filters] = useFilters()
  const query = useMemo(() => opportunityQuery(filters), [filters])
  const isScatter = filters.view === 'scatter'
  const rows = useListRows('listOpportunities', query, {
    to: paths.opportunity,
    canPeek: true,
    hasNoRows: isScatter,
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
      filters={<OpportunityFilters isScatter={isScatter} />}
      toolsIn="header"
      toExportRow={opportunityExportRow}
      view={(grid) =>
        isScatter ? <Scatter items={rows.items} hasMore={rows.hasMore} loadMore={rows.loadMore} /> : grid
      }
      panel={{ title: t('Opportunity'), content: (id) => <Panel id={id} /> }}
      createDialog={(close) => <CreateOpportunity onClose={close} />}
    />
  )
}

const views = () => ({ list: { label: t('List'), icon: List }, scatter: { label: t('Chart'), icon: ChartScatter } })

const trendOptions = () => toOptions({ rising: t('Rising'), falling: t('Falling'), flat: t('Steady') })
const sortOptions = () =>
  toOptions({
    rank: t('Sort: rank in category'),
    '-insight_count': t('Sort: evidence'),
    '-created_at': t('Sort: newest'),
  })

const OpportunityFilters = ({ isScatter }: { isScatter: boolean }) => (
  <>
    <FilterSelect name="category" label={t('Category')} options={toOptions(opportunityCategoryLabels())} />
    <FilterSelect name="trend" label={t('Trend')} options={trendOptions()} />
    <FilterSelect name="origin" label={t('Origin')} options={toOptions(originLabels())} />
    <FilterSelect name="status" label={t('Active')} options={[{ value: 'archived', label: t('Archived') }]} />
    {!isScatter && <FilterSelect name="sort" label={t('Sort: impact')} options={sortOptions()} />}
    <SegmentFilter />
    <ImpactHelp />
  </>
)
