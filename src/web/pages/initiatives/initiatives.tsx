import { useNavigate } from '@tanstack/react-router'
import { Columns3, List, Plus, Rocket } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { show } from '#web/api/cache.ts'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Board } from '#web/pages/board.tsx'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { useOffer } from '#web/shell/page-actions.ts'
import { useRowActions } from '#web/shell/row-actions.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ClearFilters, cleared, FilterBox, FilterSelect } from '#web/ui/filters.tsx'
import { Chip, SentimentBar } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { initiativeWords, optionsOf } from '#web/words.ts'

type Initiative = ItemOf<'listInitiativePlans'>
type Status = Initiative['status']
const names = ['q', 'status', 'segment']
const tones = {
  draft: 'plain',
  exploring: 'warn',
  building: 'accent',
  ready_to_act: 'accent',
  completed: 'good',
  archived: 'plain',
} as const
export const InitiativeStatus = ({ status }: { status: Status }) => (
  <Chip tone={tones[status]}>{initiativeWords()[status]}</Chip>
)
const evidence = (one: Initiative) =>
  t('{count, one {# insight} other {# insights}}', { count: one.leveraged_insights_count })

const columns = (segmented: boolean): Column<Initiative>[] => [
  {
    key: 'title',
    head: t('Initiative'),
    width: 'minmax(170px,1fr)',
    cell: (one) => (
      <a
        href={paths.initiative(one.id)}
        tabIndex={-1}
        title={one.title}
        onClick={(event) => event.preventDefault()}
        className="font-medium"
      >
        {one.title}
      </a>
    ),
  },
  {
    key: 'goal',
    head: t('Goal'),
    width: 'minmax(150px,1.4fr)',
    cell: (one) => (
      <span title={one.goal ?? undefined} className="text-xs text-soft">
        {one.goal}
      </span>
    ),
  },
  { key: 'status', head: t('Status'), width: '112px', cell: (one) => <InitiativeStatus status={one.status} /> },
  {
    key: 'owner',
    head: t('Owner'),
    width: '100px',
    cell: (one) => <span className="text-xs text-soft">{one.owner?.name}</span>,
  },
  ...(segmented
    ? [{ key: 'segments', head: t('Segments'), width: '116px', cell: (one: Initiative) => <Segments of={one} /> }]
    : []),
  {
    key: 'evidence',
    head: t('Evidence'),
    width: '108px',
    cell: (one) => (
      <span className="flex items-center gap-2">
        <span className="w-7 text-end tabular-nums">{numberOf(one.leveraged_insights_count)}</span>
        <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-14" />
      </span>
    ),
  },
  { key: 'projects', head: t('Projects'), width: '96px', cell: (one) => <Progress of={one} /> },
  {
    key: 'updated',
    head: t('Updated'),
    width: '84px',
    end: true,
    cell: (one) => <TimeAgo at={one.updated_at} className="text-xs text-faint" />,
  },
]

function Segments({ of: { segments } }: { of: Initiative }) {
  const [first, ...rest] = segments
  return (
    first && (
      <span title={segments.map(({ name }) => name).join(', ')} className="flex min-w-0 gap-1 overflow-hidden">
        <Chip color={first.color}>{first.name}</Chip>
        {rest.length > 0 && <Chip>+{rest.length}</Chip>}
      </span>
    )
  )
}

/** How many of its projects are completed. */
function Progress({ of: { project_count: all, completed_project_count: done } }: { of: Initiative }) {
  if (all === 0) return <span className="text-xs text-faint">–</span>
  return (
    <span
      title={t('{done} of {total} completed', { done, total: all })}
      className="flex items-center gap-2 text-xs text-soft tabular-nums"
    >
      <span aria-hidden className="h-1.5 w-12 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-pos" style={{ width: `${(100 * done) / all}%` }} />
      </span>
      {done}/{all}
      <span className="sr-only">{t('{done} of {total} completed', { done, total: all })}</span>
    </span>
  )
}

const card = (one: Initiative) => (
  <>
    <p className="truncate text-sm font-medium">{one.title}</p>
    <p className="line-clamp-1 text-xs text-soft">{one.goal}</p>
    <p className="mt-1 flex items-center gap-2">
      <InitiativeStatus status={one.status} />
      <span className="ms-auto text-xs text-faint">{evidence(one)}</span>
    </p>
  </>
)

const exported = ({ owner, segments, sentiment_breakdown, ...one }: Initiative) => ({
  ...one,
  owner: owner?.name ?? '',
  segments: segments.map(({ name }) => name).join('; '),
  ...sentiment_breakdown,
})

export function useMoveInitiative() {
  const move = useCall('buildInitiatives', {
    optimistic: (input) =>
      input.action === 'update_status' ? show([input.initiative_id], { status: input.status }) : () => {},
  })
  return ({ id, status: before }: { id: string; status: Status }, status: Status) =>
    move.mutate(
      { action: 'update_status', initiative_id: id, status },
      {
        onSuccess: () =>
          toast({
            title: t('Moved to {status}', { status: initiativeWords()[status]! }),
            action: {
              label: t('Undo'),
              run: () => move.mutate({ action: 'update_status', initiative_id: id, status: before }),
            },
          }),
      },
    )
}

export function Initiatives() {
  const [filters, setFilters] = useFilters()
  const board = filters.view === 'board'
  const query = useMemo(
    () =>
      ({
        ...(filters.q && { q: filters.q }),
        ...(filters.segment && { segment_id: filters.segment }),
        ...(filters.status ? { status: several(filters.status) } : board ? { include_archived: true } : {}),
      }) as In<'listInitiativePlans'>,
    [filters, board],
  )
  const list = useList('listInitiativePlans', query)
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.initiative(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const move = useMoveInitiative()
  const own = useCall('updateInitiative')
  const actions = useRowActions<Initiative>({
    statuses: initiativeWords(),
    onStatus: (one, status) => move(one, status as Status),
    onOwner: (one, owner_id) => own.mutate({ initiativeId: one.id, owner_id }),
  })
  const keys = useListKeys(list.items, { open, create, more: actions.keysFor })
  useOffer(actions.offerFor(keys.here))
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const segmented = list.items.some((one) => one.segments.length > 0)
  const shown = useMemo(() => columns(segmented), [segmented])
  useEffect(() => {
    // The board shows all there is at once, so it is not read as somebody scrolls.
    if (board && list.hasNextPage && !list.isFetching) more()
  }, [board, list.hasNextPage, list.isFetching, more])
  return (
    <Page
      title={t('Initiatives')}
      fill
      note={list.data && numberOf(list.items.length)}
      actions={
        <Button look="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
          {t('New initiative')}
        </Button>
      }
      toolbar={
        <>
          <FilterBox label={t('Filter initiatives')} />
          <FilterSelect name="status" label={t('Status')} options={optionsOf(initiativeWords())} />
          <Tabs
            label={t('View')}
            value={board ? 'board' : 'list'}
            onChange={(view) => setFilters({ view: view === 'list' ? undefined : view })}
            tabs={[
              { key: 'list', label: t('List'), icon: <List className="size-3.5" /> },
              { key: 'board', label: t('Board'), icon: <Columns3 className="size-3.5" /> },
            ]}
          />
          <SegmentFilter />
          <ClearFilters names={names} />
          <span className="ms-auto flex gap-1.5">
            <SaveView />
            <ExportMenu
              name="initiatives"
              load={async () => (await everything('listInitiativePlans', query)).map(exported)}
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
          <EmptyFiltered what={t('initiatives')} onClear={() => setFilters(cleared(names))} />
        ) : (
          <EmptyFirst
            icon={<Rocket />}
            title={t('No initiatives yet')}
            note={t('An initiative is a goal that several projects work towards.')}
            actions={
              <Button look="primary" onClick={create}>
                {t('New initiative')}
              </Button>
            }
          />
        )
      ) : board ? (
        <Board
          items={list.items}
          statuses={initiativeWords()}
          to={paths.initiative}
          onMove={(item, status) => move(item, status as Status)}
          render={(one) => (
            <>
              <p className="mt-1 line-clamp-2 text-xs text-soft">{one.goal}</p>
              <div className="mt-2 flex items-center gap-3 text-xs text-faint">
                <span className="flex-1">{evidence(one)}</span>
                <Progress of={one} />
              </div>
            </>
          )}
        />
      ) : (
        <DataGrid
          label={t('Initiatives')}
          items={list.items}
          columns={shown}
          card={card}
          active={keys.active}
          onOpen={open}
          hasMore={list.hasNextPage}
          loadMore={more}
        />
      )}
      {actions.dialog}
      {filters.create && <CreateInitiative onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function CreateInitiative({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('buildInitiatives', {
    onDone: ({ initiative }) => void navigate({ to: paths.initiative(initiative.id) }),
  })
  return (
    <Dialog open onClose={onClose} title={t('New initiative')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { title, goal } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          create.mutate({ action: 'create', title: title!, ...(goal && { goal }) })
        }}
      >
        <TextField label={t('Title')} name="title" required autoFocus of={['createInitiative', 'title']} />
        <TextArea
          label={t('Goal')}
          name="goal"
          rows={2}
          of={['createInitiative', 'goal']}
          placeholder={t('How will you know that it worked?')}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create initiative')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
