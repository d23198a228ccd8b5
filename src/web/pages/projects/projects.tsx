import { useNavigate } from '@tanstack/react-router'
import { ChartGantt, Columns3, List, Plus, SquareKanban } from 'lucide-react'
import { lazy, useCallback, useEffect, useMemo } from 'react'
import { show } from '#web/api/cache.ts'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Board } from '#web/pages/board.tsx'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { Peek } from '#web/shell/peek.tsx'
import { useOffer } from '#web/shell/page-actions.ts'
import { useRowActions } from '#web/shell/row-actions.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { ClearFilters, cleared, FilterBox, FilterSelect } from '#web/ui/filters.tsx'
import { Chip, SentimentBar } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { dayOf, numberOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { optionsOf, projectWords } from '#web/words.ts'
import { Timeline } from './timeline.tsx'

type Project = ItemOf<'listProjectPlans'>
type Status = Project['status']
const names = ['q', 'status', 'provider', 'initiative']
const views = ['list', 'board', 'timeline'] as const
const tones = { not_started: 'plain', in_progress: 'accent', completed: 'good', archived: 'plain' } as const
export const ProjectStatus = ({ status }: { status: Status }) => (
  <Chip tone={tones[status]}>{projectWords()[status]}</Chip>
)
const links = (one: Project) =>
  one.external_links.map((link) => (
    <Chip key={link.provider} title={link.display_title}>
      {link.external_key ?? link.provider}
    </Chip>
  ))

const columns = (): Column<Project>[] => [
  {
    key: 'title',
    head: t('Project'),
    width: 'minmax(200px,1fr)',
    cell: (one) => (
      <a href={paths.project(one.id)} tabIndex={-1} onClick={(event) => event.preventDefault()} className="font-medium">
        {one.title}
      </a>
    ),
  },
  { key: 'status', head: t('Status'), width: '112px', cell: (one) => <ProjectStatus status={one.status} /> },
  {
    key: 'initiative',
    head: t('Initiative'),
    width: '150px',
    cell: (one) => <span className="text-xs text-soft">{one.initiative?.title ?? '–'}</span>,
  },
  {
    key: 'owner',
    head: t('Owner'),
    width: '110px',
    cell: (one) => <span className="text-xs text-soft">{one.owner?.name ?? '–'}</span>,
  },
  {
    key: 'evidence',
    head: t('Evidence'),
    width: '120px',
    cell: (one) => (
      <span className="flex items-center gap-2">
        <span className="w-6 text-end text-xs tabular-nums">{numberOf(one.evidence_count)}</span>
        <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-16" />
      </span>
    ),
  },
  {
    key: 'target',
    head: t('Target'),
    width: '98px',
    sort: 'target_date',
    cell: (one) => <span className="text-xs text-soft">{one.target_date ? dayOf(one.target_date) : '–'}</span>,
  },
  { key: 'links', head: t('Tracker'), width: '84px', cell: (one) => <span className="flex gap-1">{links(one)}</span> },
  {
    key: 'updated',
    head: t('Updated'),
    width: '76px',
    end: true,
    cell: (one) => <TimeAgo at={one.updated_at} className="text-xs text-faint" />,
  },
]
const card = (one: Project) => (
  <>
    <p className="truncate text-sm font-medium">{one.title}</p>
    <p className="mt-1 flex items-center gap-2">
      <ProjectStatus status={one.status} />
      {links(one)}
      <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-12" />
      <TimeAgo at={one.updated_at} className="ms-auto text-xs text-faint" />
    </p>
  </>
)

/** A status that changes at once and can be taken back. */
export function useMoveProject() {
  const move = useCall('buildProjects', {
    optimistic: (input) =>
      input.action === 'update_status' ? show([input.project_id], { status: input.status }) : () => {},
  })
  return (project: { id: string; status: Status }, status: Status) => {
    const before = project.status
    move.mutate(
      { action: 'update_status', project_id: project.id, status },
      {
        onSuccess: () =>
          toast({
            title: t('Moved to {status}', { status: projectWords()[status]! }),
            action: {
              label: t('Undo'),
              run: () => move.mutate({ action: 'update_status', project_id: project.id, status: before }),
            },
          }),
      },
    )
  }
}

const Panel = lazy(async () => ({ default: (await import('./project.tsx')).ProjectPanel }))

export function Projects() {
  const [filters, setFilters] = useFilters()
  const query = useMemo(
    () =>
      ({
        ...(filters.q && { q: filters.q }),
        ...(filters.status
          ? { status: several(filters.status) }
          : filters.view === 'board'
            ? { include_archived: true }
            : {}),
        ...(filters.provider && { external_provider: several(filters.provider) }),
        ...(filters.initiative && { initiative_id: filters.initiative }),
        ...(filters.sort && { sort: 'target_date' }),
      }) as In<'listProjectPlans'>,
    [filters],
  )
  const list = useList('listProjectPlans', query)
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.project(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const move = useMoveProject()
  const own = useCall('updateProject')
  const actions = useRowActions<Project>({
    statuses: projectWords(),
    onStatus: (one, status) => move(one, status as Status),
    onOwner: (one, owner_id) => own.mutate({ projectId: one.id, owner_id }),
  })
  const peek = (id: string | undefined) => setFilters({ peek: id }, { replace: true })
  const keys = useListKeys(list.items, { open, create, peek: ({ id }) => peek(id), more: actions.keysFor })
  useOffer(actions.offerFor(keys.here))
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const shown = useMemo(columns, [])
  const whole = filters.view === 'board' || filters.view === 'timeline'
  useEffect(() => {
    // These show all there is at once, so they are not read as somebody scrolls.
    if (whole && list.hasNextPage && !list.isFetching) more()
  }, [whole, list.hasNextPage, list.isFetching, more])
  const view = views.find((one) => one === filters.view) ?? 'list'
  const onSort = useCallback(
    () => setFilters({ sort: filters.sort ? undefined : 'target_date' }),
    [setFilters, filters.sort],
  )
  return (
    <Page
      title={t('Projects')}
      fill
      note={list.data && numberOf(list.items.length)}
      actions={
        <Button look="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
          {t('New project')}
        </Button>
      }
      toolbar={
        <>
          <FilterBox label={t('Filter projects')} />
          <FilterSelect name="status" label={t('Status')} options={optionsOf(projectWords())} />
          <FilterSelect
            name="provider"
            label={t('Tracker')}
            options={[
              { value: 'linear', label: 'Linear' },
              { value: 'jira', label: 'Jira' },
            ]}
          />
          <Tabs
            label={t('View')}
            value={view}
            onChange={(next) => setFilters({ view: next === 'list' ? undefined : next })}
            tabs={[
              { key: 'list', label: t('List'), icon: <List className="size-3.5" /> },
              { key: 'board', label: t('Board'), icon: <Columns3 className="size-3.5" /> },
              { key: 'timeline', label: t('Timeline'), icon: <ChartGantt className="size-3.5" /> },
            ]}
          />
          <ClearFilters names={names} />
          <span className="ms-auto flex gap-1.5">
            <SaveView />
            <ExportMenu
              name="projects"
              load={async () =>
                (await everything('listProjectPlans', query)).map(
                  ({ initiative, external_links, owner, sentiment_breakdown, ...one }) => ({
                    ...one,
                    owner: owner?.name,
                    ...sentiment_breakdown,
                    initiative: initiative?.title,
                    external: external_links.map((link) => link.external_url).join(' '),
                  }),
                )
              }
            />
          </span>
        </>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Loading />
      ) : list.items.length === 0 ? (
        names.some((name) => filters[name]) ? (
          <EmptyFiltered what={t('projects')} onClear={() => setFilters(cleared(names))} />
        ) : (
          <EmptyFirst
            icon={<SquareKanban />}
            title={t('No projects yet')}
            note={t('A project is what you build, with the evidence for it.')}
            actions={
              <Button look="primary" onClick={create}>
                {t('New project')}
              </Button>
            }
          />
        )
      ) : view === 'timeline' ? (
        <Timeline items={list.items} />
      ) : view === 'board' ? (
        <Board
          items={list.items}
          statuses={projectWords()}
          to={paths.project}
          onMove={(item, status) => move(item, status as Status)}
          render={(one) => (
            <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-faint">
              {one.initiative?.title}
              {links(one)}
            </p>
          )}
        />
      ) : (
        <DataGrid
          label={t('Projects')}
          items={list.items}
          columns={shown}
          card={card}
          active={keys.active}
          onOpen={open}
          sort={filters.sort}
          onSort={onSort}
          hasMore={list.hasNextPage}
          loadMore={more}
        />
      )}
      {actions.dialog}
      <Peek id={filters.peek} title={t('Project')} to={paths.project} onClose={() => peek(undefined)}>
        {(id) => <Panel id={id} />}
      </Peek>
      {filters.create && <CreateProject onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function CreateProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data: initiatives } = useRoute('listInitiatives', { limit: 100 })
  const create = useCall('buildProjects', { onDone: ({ project }) => void navigate({ to: paths.project(project.id) }) })
  return (
    <Dialog open onClose={onClose} title={t('New project')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { title, description, initiative } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            string,
            string
          >
          create.mutate({
            action: 'create',
            title: title!,
            ...(description && { description }),
            ...(initiative && { initiative_id: initiative }),
          })
        }}
      >
        <TextField label={t('Title')} name="title" required autoFocus of={['createProject', 'title']} />
        <TextArea label={t('Description')} name="description" rows={3} of={['createProject', 'description']} />
        <SelectField
          label={t('Initiative')}
          name="initiative"
          options={[
            { value: '', label: t('None: it stands by itself') },
            ...(initiatives?.data.map((one) => ({ value: one.id, label: one.title })) ?? []),
          ]}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create project')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
