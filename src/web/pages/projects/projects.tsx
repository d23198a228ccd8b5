import { ChartGantt, Columns3, List, SquareKanban } from 'lucide-react'
import { lazy, useMemo } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { projectStatusLabels, toOptions } from '#web/labels.ts'
import { Board } from '#web/pages/board.tsx'
import { paths } from '#web/routes/paths.ts'
import { FieldFilters } from '#web/shell/custom-fields/field-filters.tsx'
import { fieldQuery, otherSort } from '#web/shell/custom-fields/field-query.ts'
import { useFieldColumns } from '#web/shell/custom-fields/use-field-columns.tsx'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useRowActions } from '#web/shell/lists/row-actions.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { ViewTabs } from '#web/shell/lists/view-tabs.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { type UrlFilters, parseList, statusOrUnarchived, useFilters } from '#web/routes/use-filters.ts'
import { CreateProject } from './create-project.tsx'
import { projectCard, projectColumns, type ProjectItem, projectExportRow, TrackerChips } from './project-columns.tsx'
import { type ProjectPlanStatus, useMoveProject } from './project-status.tsx'
import { ProjectTimeline } from './timeline.tsx'

const Panel = lazy(async () => ({ default: (await import('./project.tsx')).ProjectPanel }))
const filterNames = ['q', 'status', 'provider', 'initiative', 'fields'] as const

const projectQuery = (filters: UrlFilters) =>
  ({
    ...(filters.q && { q: filters.q }),
    ...statusOrUnarchived(filters),
    ...(filters.provider && { external_provider: parseList(filters.provider) }),
    ...(filters.initiative && { initiative_id: filters.initiative }),
    ...(otherSort(filters.sort) && { sort: filters.sort }),
    ...fieldQuery(filters),
  }) as InputOf<'listProjectPlans'>

const trackerOptions = toOptions({ linear: 'Linear', jira: 'Jira' })

function useProjectRows({ view }: UrlFilters, query: InputOf<'listProjectPlans'>) {
  const move = useMoveProject()
  const update = useApiMutation('updateProject')
  const actions = useRowActions<ProjectItem>({
    op: 'updateProject',
    statuses: projectStatusLabels(),
    onStatus: (project, status) => move(project, status as ProjectPlanStatus),
    onOwner: (project, owner_id) => update.mutate({ projectId: project.id, owner_id }),
  })
  const loadsAll = view === 'board' || view === 'timeline'
  return useListRows('listProjectPlans', query, { to: paths.project, canPeek: true, loadsAll, actions })
}

export function ProjectsPage() {
  const [filters] = useFilters()
  const query = useMemo(() => projectQuery(filters), [filters])
  const rows = useProjectRows(filters, query)
  const columns = useFieldColumns('project', projectColumns)
  return (
    <ListPage
      rows={rows}
      name="projects"
      title={t('Projects')}
      filterNames={filterNames}
      labels={{ filter: t('Filter projects'), create: t('New project'), plural: t('projects') }}
      columns={columns}
      card={projectCard}
      empty={{
        icon: <SquareKanban />,
        title: t('No projects yet'),
        note: t('Projects track what you build and the evidence for it.'),
      }}
      filters={<ProjectFilters />}
      toExportRow={projectExportRow}
      view={(grid) => {
        if (filters.view === 'timeline') return <ProjectTimeline items={rows.items} />
        return filters.view === 'board' ? <ProjectBoard items={rows.items} /> : grid
      }}
      panel={{ title: t('Project'), content: (id) => <Panel id={id} /> }}
      createOp="buildProjects.create"
      createDialog={(close) => <CreateProject onClose={close} />}
    />
  )
}

const ProjectFilters = () => (
  <>
    <FilterSelect name="status" label={t('Status')} options={toOptions(projectStatusLabels())} />
    <FilterSelect name="provider" label={t('Tracker')} options={trackerOptions} />
    <FieldFilters type="project" />
    <ViewTabs
      views={{
        list: { label: t('List'), icon: List },
        board: { label: t('Board'), icon: Columns3 },
        timeline: { label: t('Timeline'), icon: ChartGantt },
      }}
    />
  </>
)

function ProjectBoard({ items }: { items: readonly ProjectItem[] }) {
  const move = useMoveProject()
  return (
    <Board
      op="buildProjects.update_status"
      items={items}
      statuses={projectStatusLabels()}
      to={paths.project}
      onMove={(project, status) => move(project, status as ProjectPlanStatus)}
      render={(project) => (
        <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-faint">
          {project.initiative?.title}
          <TrackerChips project={project} />
        </p>
      )}
    />
  )
}
