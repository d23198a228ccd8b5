import { useNavigate } from '@tanstack/react-router'
import { ChartScatter, Compass, List, Plus, Rocket } from 'lucide-react'
import { lazy, useCallback, useMemo } from 'react'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { Peek } from '#web/shell/peek.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { ClearFilters, cleared, FilterBox, FilterSelect } from '#web/ui/filters.tsx'
import { Chip, SentimentBar, TrendMark } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { categoryWords, optionsOf } from '#web/words.ts'
import { Impact } from './impact.tsx'
import { Scatter } from './scatter.tsx'

type Opportunity = ItemOf<'listOpportunities'>
const Panel = lazy(async () => ({ default: (await import('./opportunity.tsx')).OpportunityPanel }))
const none: Opportunity[] = []
const names = ['q', 'category', 'status', 'origin', 'trend', 'segment']

export const categories = () => {
  const { DELIGHTS: _, GENERAL_FEEDBACK: __, ...rest } = categoryWords()
  return rest
}
const originWords = () => ({ pipeline: t('Found'), manual: t('By hand'), competitor: t('Competitor') })

function Move({ one: { rank, previous_rank } }: { one: Opportunity }) {
  if (rank === null || previous_rank === null || rank === previous_rank) return null
  const up = rank < previous_rank
  const words = up ? t('up from {rank}', { rank: previous_rank }) : t('down from {rank}', { rank: previous_rank })
  return (
    <span title={words} className={up ? 'text-pos-text' : 'text-neg-text'}>
      <span aria-hidden>{up ? '▲' : '▼'}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

const columns = (segmented: boolean): Column<Opportunity>[] => [
  {
    key: 'title',
    head: t('Opportunity'),
    width: 'minmax(250px,1fr)',
    cell: (one) => (
      <span className="flex items-center gap-1.5">
        <a
          href={paths.opportunity(one.id)}
          tabIndex={-1}
          title={one.title}
          onClick={(event) => event.preventDefault()}
          className="truncate font-medium"
        >
          {one.title}
        </a>
        {one.initiative_id && <InInitiative />}
      </span>
    ),
  },
  {
    key: 'impact',
    head: t('Impact'),
    width: '128px',
    cell: (one) => <Impact score={one.impact_score} factors={one.impact_factors} />,
  },
  {
    key: 'category',
    head: t('Rank in category'),
    width: '152px',
    cell: (one) => (
      <span className="inline-flex items-center gap-1.5 text-xs text-soft">
        <span className="font-medium text-ink tabular-nums">{one.rank === null ? '–' : `#${one.rank}`}</span>
        {categoryWords()[one.category]} <Move one={one} />
      </span>
    ),
  },
  {
    key: 'insights',
    head: t('Evidence'),
    width: '108px',
    cell: (one) => (
      <span className="flex items-center gap-2">
        <span className="w-7 text-end tabular-nums">{numberOf(one.insight_count)}</span>
        <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-14" />
      </span>
    ),
  },
  ...(segmented
    ? [
        {
          key: 'segments',
          head: t('Segments'),
          width: '110px',
          cell: (one: Opportunity) => (
            <span className="flex min-w-0 gap-1 overflow-hidden">
              {one.segments[0] && <Chip>{one.segments[0].name}</Chip>}
              {one.segments.length > 1 && (
                <Chip title={one.segments.map(({ name }) => name).join(', ')}>+{one.segments.length - 1}</Chip>
              )}
            </span>
          ),
        },
      ]
    : []),
  { key: 'trend', head: t('Trend'), width: '84px', cell: (one) => <TrendMark trend={one.trend} /> },
  { key: 'origin', head: t('Origin'), width: '96px', cell: (one) => <Chip>{originWords()[one.origin]}</Chip> },
  {
    key: 'age',
    head: t('Age'),
    width: '76px',
    end: true,
    cell: (one) => <TimeAgo at={one.created_at} className="text-xs text-faint" />,
  },
]
const InInitiative = () => (
  <span title={t('In an initiative')} className="shrink-0 text-accent-text">
    <Rocket className="size-3.5" aria-hidden />
    <span className="sr-only">{t('In an initiative')}</span>
  </span>
)
const card = (one: Opportunity) => (
  <>
    <p className="line-clamp-2 text-sm font-medium">{one.title}</p>
    <p className="mt-1 flex items-center gap-3 text-xs text-faint">
      <span>{t('impact {score}', { score: numberOf(one.impact_score, 1) })}</span>
      <span>{t('{count, one {# insight} other {# insights}}', { count: one.insight_count })}</span>
      <TrendMark trend={one.trend} />
    </p>
  </>
)

export function Opportunities() {
  const [filters, setFilters] = useFilters()
  const query = useMemo(
    () =>
      ({
        sort: filters.sort ?? '-impact_score',
        ...(filters.q && { q: filters.q }),
        ...(filters.category && { category: several(filters.category) }),
        ...(filters.status && { status: several(filters.status) }),
        ...(filters.origin && { origin: several(filters.origin) }),
        ...(filters.trend && { trend: several(filters.trend) }),
        ...(filters.segment && { segment_id: filters.segment }),
      }) as In<'listOpportunities'>,
    [filters],
  )
  const list = useList('listOpportunities', query)
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.opportunity(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const scatter = filters.view === 'scatter'
  const peek = (id: string | undefined) => setFilters({ peek: id }, { replace: true })
  const keys = useListKeys(scatter ? none : list.items, { open, create, peek: ({ id }) => peek(id) })
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const segmented = list.items.some((one) => one.segments.length > 0)
  const shown = useMemo(() => columns(segmented), [segmented])
  return (
    <Page
      title={t('Opportunities')}
      fill
      note={list.data && `${numberOf(list.items.length)}${list.hasNextPage ? '+' : ''}`}
      actions={
        <>
          <SaveView />
          <ExportMenu
            name="opportunities"
            load={async () =>
              (await everything('listOpportunities', query)).map(
                ({
                  id,
                  title,
                  category,
                  rank,
                  impact_score,
                  insight_count,
                  contact_count,
                  trend,
                  origin,
                  status,
                  created_at,
                }) => ({
                  id,
                  title,
                  category,
                  rank,
                  impact_score,
                  insight_count,
                  contact_count,
                  trend,
                  origin,
                  status,
                  created_at,
                }),
              )
            }
          />
          <Button look="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
            {t('New opportunity')}
          </Button>
        </>
      }
      toolbar={
        <>
          <Tabs
            label={t('View')}
            value={scatter ? 'scatter' : 'list'}
            onChange={(view) => setFilters({ view: view === 'list' ? undefined : view })}
            tabs={[
              { key: 'list', label: t('List'), icon: <List className="size-3.5" /> },
              { key: 'scatter', label: t('Plot'), icon: <ChartScatter className="size-3.5" /> },
            ]}
          />
          <FilterBox label={t('Filter opportunities')} />
          <FilterSelect name="category" label={t('Category')} options={optionsOf(categories())} />
          <FilterSelect
            name="trend"
            label={t('Trend')}
            options={[
              { value: 'rising', label: t('Rising') },
              { value: 'falling', label: t('Falling') },
              { value: 'flat', label: t('Steady') },
            ]}
          />
          <FilterSelect name="origin" label={t('Origin')} options={optionsOf(originWords())} />
          <FilterSelect name="status" label={t('Active')} options={[{ value: 'archived', label: t('Archived') }]} />
          {!scatter && (
            <FilterSelect
              name="sort"
              label={t('Sort: impact')}
              options={[
                { value: 'rank', label: t('Sort: rank in category') },
                { value: '-insight_count', label: t('Sort: evidence') },
                { value: '-created_at', label: t('Sort: newest') },
              ]}
            />
          )}
          <SegmentFilter />
          <ClearFilters names={names} />
        </>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Loading />
      ) : list.items.length === 0 ? (
        names.some((name) => filters[name]) ? (
          <EmptyFiltered what={t('opportunities')} onClear={() => setFilters(cleared(names))} />
        ) : (
          <EmptyFirst
            icon={<Compass />}
            title={t('No opportunities yet')}
            note={t(
              'The analysis ranks them by impact. You can also write one, or promote one from a subtheme or a competitor.',
            )}
            actions={
              <Button look="primary" onClick={create}>
                {t('New opportunity')}
              </Button>
            }
          />
        )
      ) : scatter ? (
        <Scatter items={list.items} hasMore={list.hasNextPage} loadMore={more} />
      ) : (
        <DataGrid
          label={t('Opportunities')}
          items={list.items}
          columns={shown}
          card={card}
          active={keys.active}
          onOpen={open}
          hasMore={list.hasNextPage}
          loadMore={more}
          rowHeight={44}
        />
      )}
      <Peek id={filters.peek} title={t('Opportunity')} to={paths.opportunity} onClose={() => peek(undefined)}>
        {(id) => <Panel id={id} />}
      </Peek>
      {filters.create && <CreateOpportunity onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function CreateOpportunity({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('createOpportunity', { onDone: ({ id }) => void navigate({ to: paths.opportunity(id) }) })
  return (
    <Dialog open onClose={onClose} title={t('New opportunity')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { title, category, problem } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            string,
            string
          >
          create.mutate({
            title: title!,
            category: category as 'PAIN_POINTS',
            ...(problem && { problem_statement: problem }),
          })
        }}
      >
        <TextField label={t('Title')} name="title" required autoFocus of={['createOpportunity', 'title']} />
        <SelectField label={t('Category')} name="category" options={optionsOf(categories())} />
        <TextArea label={t('Problem')} name="problem" rows={3} of={['createOpportunity', 'problem_statement']} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create opportunity')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
