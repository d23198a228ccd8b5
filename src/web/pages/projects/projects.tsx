import { useNavigate } from '@tanstack/react-router'
import { Plus, SquareKanban } from 'lucide-react'
import { type ComponentProps, lazy, useCallback, useMemo } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { projectStatusLabels } from '#web/labels.ts'
import { Board } from '#web/pages/board.tsx'
import { paths } from '#web/paths.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { Page } from '#web/shell/page.tsx'
import { Peek } from '#web/shell/peek.tsx'
import { useRowActions } from '#web/shell/commands/row-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataGrid } from '#web/ui/lists/data-grid.tsx'
import { clearedFilters } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { Loaded } from '#web/ui/lists/total.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { useFilters } from '#web/use-filters.ts'
import { CreateProject } from './create-project.tsx'
import { projectCard, projectColumns, type ProjectItem, TrackerChips } from './project-columns.tsx'
import { type Status, useMoveProject } from './project-status.tsx'
import { filterNames, ProjectToolbar, viewOf } from './project-toolbar.tsx'
import { Timeline } from './timeline.tsx'
import { useProjectList } from './use-project-list.ts'

const Panel = lazy(async () => ({ default: (await import('./project.tsx')).ProjectPanel }))

function useProjectRowActions() {
  const move = useMoveProject()
  const update = useApiMutation('updateProject')
  return useRowActions<ProjectItem>({
    statuses: projectStatusLabels(),
    onStatus: (project, status) => move(project, status as Status),
    onOwner: (project, owner_id) => update.mutate({ projectId: project.id, owner_id }),
  })
}

export function Projects() {
  const [filters, setFilters] = useFilters()
  const { query, list, loadMore } = useProjectList()
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.project(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const peek = (id: string | undefined) => setFilters({ peek: id }, { replace: true })
  const rowActions = useProjectRowActions()
  const hotkeys = useListHotkeys(list.items, {
    onOpen: open,
    onCreate: create,
    onPeek: ({ id }) => peek(id),
    rowHotkeys: rowActions.hotkeysFor,
  })
  useRegisterCommands(rowActions.commandsFor(hotkeys.activeItem))
  return (
    <Page
      title={t('Projects')}
      fill
      note={list.data && <Loaded count={list.items.length} hasMore={list.hasNextPage} />}
      actions={<NewProjectButton size="sm" icon={<Plus className="size-3.5" />} onClick={create} />}
      toolbar={<ProjectToolbar query={query} />}
    >
      <ListState list={list} empty={<NoProjects onCreate={create} />}>
        <ProjectView
          items={list.items}
          active={hotkeys.active}
          onOpen={open}
          hasMore={list.hasNextPage}
          loadMore={loadMore}
        />
      </ListState>
      {rowActions.dialog}
      <Peek id={filters.peek} title={t('Project')} to={paths.project} onClose={() => peek(undefined)}>
        {(id) => <Panel id={id} />}
      </Peek>
      {filters.create && <CreateProject onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

const NewProjectButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="primary" {...props}>
    {t('New project')}
  </Button>
)

function NoProjects({ onCreate }: { onCreate: () => void }) {
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={t('projects')} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      icon={<SquareKanban />}
      title={t('No projects yet')}
      note={t('Projects track what you build and the evidence for it.')}
      actions={<NewProjectButton onClick={onCreate} />}
    />
  )
}

type ProjectViewProps = Pick<
  ComponentProps<typeof DataGrid<ProjectItem>>,
  'items' | 'active' | 'onOpen' | 'hasMore' | 'loadMore'
>

function ProjectView(props: ProjectViewProps) {
  const [filters] = useFilters()
  const view = viewOf(filters)
  if (view === 'timeline') return <Timeline items={props.items} />
  if (view === 'board') return <ProjectBoard items={props.items} />
  return <ProjectGrid {...props} />
}

function ProjectBoard({ items }: { items: readonly ProjectItem[] }) {
  const move = useMoveProject()
  return (
    <Board
      items={items}
      statuses={projectStatusLabels()}
      to={paths.project}
      onMove={(project, status) => move(project, status as Status)}
      render={(project) => (
        <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-faint">
          {project.initiative?.title}
          <TrackerChips project={project} />
        </p>
      )}
    />
  )
}

function ProjectGrid(props: ProjectViewProps) {
  const [{ sort }, setFilters] = useFilters()
  const columns = useMemo(projectColumns, [])
  const onSort = useCallback((next: string | undefined) => setFilters({ sort: next }), [setFilters])
  return (
    <DataGrid
      name="projects"
      label={t('Projects')}
      columns={columns}
      card={projectCard}
      sort={sort}
      onSort={onSort}
      {...props}
    />
  )
}
