import { useNavigate } from '@tanstack/react-router'
import { Compass, Plus } from 'lucide-react'
import { type ComponentProps, lazy, useCallback, useMemo } from 'react'
import { fetchAll, type Input } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Peek } from '#web/shell/peek.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataGrid } from '#web/ui/lists/data-grid.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { clearedFilters } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { Loaded } from '#web/ui/lists/total.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { type Filters, parseList, useFilters } from '#web/use-filters.ts'
import { CreateOpportunity } from './create-opportunity.tsx'
import { opportunityCard, opportunityColumns, type OpportunityItem, toExportRow } from './opportunity-columns.tsx'
import { filterNames, OpportunityToolbar } from './opportunity-toolbar.tsx'
import { Scatter } from './scatter.tsx'

const Panel = lazy(async () => ({ default: (await import('./opportunity.tsx')).OpportunityPanel }))
const noItems: OpportunityItem[] = []

const opportunityQuery = ({ sort, q, category, status, origin, trend, segment }: Filters) =>
  ({
    sort: sort ?? '-impact_score',
    ...(q && { q }),
    ...(category && { category: parseList(category) }),
    ...(status && { status: parseList(status) }),
    ...(origin && { origin: parseList(origin) }),
    ...(trend && { trend: parseList(trend) }),
    ...(segment && { segment_id: segment }),
  }) as Input<'listOpportunities'>

function useOpportunityList() {
  const [filters] = useFilters()
  const query = useMemo(() => opportunityQuery(filters), [filters])
  const list = useApiList('listOpportunities', query)
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  return { query, list, loadMore }
}

export function Opportunities() {
  const [filters, setFilters] = useFilters()
  const { query, list, loadMore } = useOpportunityList()
  const create = () => setFilters({ create: '1' }, { replace: true })
  const peek = (id: string | undefined) => setFilters({ peek: id }, { replace: true })
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.opportunity(one.id) }), [navigate])
  const isScatter = filters.view === 'scatter'
  const { active } = useListHotkeys(isScatter ? noItems : list.items, {
    onOpen: open,
    onCreate: create,
    onPeek: ({ id }) => peek(id),
  })
  const items = { items: list.items, hasMore: list.hasNextPage, loadMore }
  return (
    <Page
      title={t('Opportunities')}
      fill
      note={list.data && <Loaded count={list.items.length} hasMore={list.hasNextPage} />}
      actions={<OpportunitiesActions query={query} onCreate={create} />}
      toolbar={<OpportunityToolbar />}
    >
      <ListState list={list} empty={<NoOpportunities onCreate={create} />}>
        {isScatter ? <Scatter {...items} /> : <OpportunityGrid {...items} active={active} onOpen={open} />}
      </ListState>
      <Peek id={filters.peek} title={t('Opportunity')} to={paths.opportunity} onClose={() => peek(undefined)}>
        {(id) => <Panel id={id} />}
      </Peek>
      {filters.create && <CreateOpportunity onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

const OpportunitiesActions = ({ query, onCreate }: { query: Input<'listOpportunities'>; onCreate: () => void }) => (
  <>
    <SaveView />
    <ExportMenu name="opportunities" load={async () => (await fetchAll('listOpportunities', query)).map(toExportRow)} />
    <Button variant="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={onCreate}>
      {t('New opportunity')}
    </Button>
  </>
)

function NoOpportunities({ onCreate }: { onCreate: () => void }) {
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={t('opportunities')} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      icon={<Compass />}
      title={t('No opportunities yet')}
      note={t(
        'The analysis ranks them by impact. You can also write one, or promote one from a subtheme or a competitor.',
      )}
      actions={
        <Button variant="primary" onClick={onCreate}>
          {t('New opportunity')}
        </Button>
      }
    />
  )
}

type GridProps = Pick<
  ComponentProps<typeof DataGrid<OpportunityItem>>,
  'items' | 'active' | 'onOpen' | 'hasMore' | 'loadMore'
>

function OpportunityGrid(props: GridProps) {
  const [{ sort }, setFilters] = useFilters()
  const onSort = useCallback((next: string | undefined) => setFilters({ sort: next }), [setFilters])
  const showSegments = props.items.some((one) => one.segments.length > 0)
  const columns = useMemo(() => opportunityColumns(showSegments), [showSegments])
  return (
    <DataGrid
      name="opportunities"
      label={t('Opportunities')}
      columns={columns}
      card={opportunityCard}
      rowHeight={44}
      sort={sort}
      defaultSort="-impact_score"
      onSort={onSort}
      {...props}
    />
  )
}
