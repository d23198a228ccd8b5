import { useNavigate } from '@tanstack/react-router'
import { Columns3, List, Plus, Rocket } from 'lucide-react'
import { type ComponentProps, useCallback, useMemo } from 'react'
import { fetchAll, type Input } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { initiativeStatusLabels, toOptions } from '#web/labels.ts'
import { Board } from '#web/pages/board.tsx'
import { paths } from '#web/paths.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { Page } from '#web/shell/page.tsx'
import { useRowActions } from '#web/shell/commands/row-actions.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataGrid } from '#web/ui/lists/data-grid.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { clearedFilters, ClearFilters, FilterSearch, FilterSelect } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Loaded } from '#web/ui/lists/total.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { useFilters } from '#web/use-filters.ts'
import { CreateInitiative } from './create-initiative.tsx'
import {
  evidenceCount,
  initiativeCard,
  initiativeColumns,
  type InitiativeItem,
  ProjectProgress,
  toExportRow,
} from './initiative-columns.tsx'
import { type Status, useMoveInitiative } from './initiative-status.tsx'
import { useInitiativeList } from './use-initiative-list.ts'

const filterNames = ['q', 'status', 'segment']

function useInitiativeRowActions() {
  const move = useMoveInitiative()
  const update = useApiMutation('updateInitiative')
  return useRowActions<InitiativeItem>({
    statuses: initiativeStatusLabels(),
    onStatus: (initiative, status) => move(initiative, status as Status),
    onOwner: (initiative, owner_id) => update.mutate({ initiativeId: initiative.id, owner_id }),
  })
}

export function Initiatives() {
  const [filters, setFilters] = useFilters()
  const { query, list, loadMore } = useInitiativeList()
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.initiative(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const rowActions = useInitiativeRowActions()
  const hotkeys = useListHotkeys(list.items, { onOpen: open, onCreate: create, rowHotkeys: rowActions.hotkeysFor })
  useRegisterCommands(rowActions.commandsFor(hotkeys.activeItem))
  return (
    <Page
      title={t('Initiatives')}
      fill
      note={list.data && <Loaded count={list.items.length} hasMore={list.hasNextPage} />}
      actions={
        <Button variant="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
          {t('New initiative')}
        </Button>
      }
      toolbar={<InitiativeToolbar query={query} />}
    >
      <ListState list={list} empty={<NoInitiatives onCreate={create} />}>
        {filters.view === 'board' ? (
          <InitiativeBoard items={list.items} />
        ) : (
          <InitiativeGrid
            items={list.items}
            active={hotkeys.active}
            onOpen={open}
            hasMore={list.hasNextPage}
            loadMore={loadMore}
          />
        )}
      </ListState>
      {rowActions.dialog}
      {filters.create && <CreateInitiative onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function InitiativeToolbar({ query }: { query: Input<'listInitiativePlans'> }) {
  const [filters, setFilters] = useFilters()
  return (
    <>
      <FilterSearch label={t('Filter initiatives')} />
      <FilterSelect name="status" label={t('Status')} options={toOptions(initiativeStatusLabels())} />
      <Tabs
        label={t('View')}
        value={filters.view === 'board' ? 'board' : 'list'}
        onChange={(view) => setFilters({ view: view === 'list' ? undefined : view })}
        tabs={[
          { key: 'list', label: t('List'), icon: <List className="size-3.5" /> },
          { key: 'board', label: t('Board'), icon: <Columns3 className="size-3.5" /> },
        ]}
      />
      <SegmentFilter />
      <ClearFilters names={filterNames} />
      <span className="ms-auto flex gap-1.5">
        <SaveView />
        <ExportMenu
          name="initiatives"
          load={async () => (await fetchAll('listInitiativePlans', query)).map(toExportRow)}
        />
      </span>
    </>
  )
}

function NoInitiatives({ onCreate }: { onCreate: () => void }) {
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={t('initiatives')} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      icon={<Rocket />}
      title={t('No initiatives yet')}
      note={t('Initiatives group projects that work toward the same goal.')}
      actions={
        <Button variant="primary" onClick={onCreate}>
          {t('New initiative')}
        </Button>
      }
    />
  )
}

function InitiativeBoard({ items }: { items: readonly InitiativeItem[] }) {
  const move = useMoveInitiative()
  return (
    <Board
      items={items}
      statuses={initiativeStatusLabels()}
      to={paths.initiative}
      onMove={(initiative, status) => move(initiative, status as Status)}
      render={(initiative) => (
        <>
          <p className="mt-1 line-clamp-2 text-xs text-soft">{initiative.goal}</p>
          <div className="mt-2 flex items-center gap-3 text-xs text-faint">
            <span className="flex-1">{evidenceCount(initiative)}</span>
            <ProjectProgress initiative={initiative} />
          </div>
        </>
      )}
    />
  )
}

type GridProps = Pick<
  ComponentProps<typeof DataGrid<InitiativeItem>>,
  'items' | 'active' | 'onOpen' | 'hasMore' | 'loadMore'
>

function InitiativeGrid(props: GridProps) {
  const showSegments = props.items.some((one) => one.segments.length > 0)
  const columns = useMemo(() => initiativeColumns(showSegments), [showSegments])
  return <DataGrid name="initiatives" label={t('Initiatives')} columns={columns} card={initiativeCard} {...props} />
}
