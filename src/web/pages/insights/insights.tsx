import { useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn, Lightbulb, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { Peek } from '#web/shell/peek.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { ClearFilters, cleared, FilterBox, FilterDays, FilterSelect } from '#web/ui/filters.tsx'
import { Chip, SentimentMark } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { categoryWords, optionsOf, sentimentWords } from '#web/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CreateInsight } from './create-insight.tsx'
import { InsightPanel } from './insight-panel.tsx'
import { Overview } from './overview.tsx'
import { ChooseTheme, OfferTheme, ThemeTargets } from './to-theme.tsx'

export type InsightRow = ItemOf<'listInsights'>
const names = [
  'q',
  'sentiment',
  'category',
  'theme',
  'source',
  'origin',
  'segment',
  'contact',
  'project',
  'opportunity',
  'subtheme',
  'after',
  'before',
]

/** The address as a question to the server. */
export function useInsightQuery(): In<'listInsights'> {
  const [f] = useFilters()
  return useMemo(
    () =>
      ({
        ...(f.q && { q: f.q }),
        ...(f.sentiment && { sentiment: several(f.sentiment) }),
        ...(f.category && { category: several(f.category) }),
        ...(f.theme === 'none' ? { unthemed: true } : f.theme && { theme_id: f.theme }),
        ...(f.source && { source: several(f.source) }),
        ...(f.origin && { origin: several(f.origin) }),
        ...(f.segment && { segment_id: f.segment }),
        ...(f.contact && { contact_id: f.contact }),
        ...(f.project && { project_id: f.project }),
        ...(f.opportunity && { opportunity_id: f.opportunity }),
        ...(f.subtheme && { subtheme_id: f.subtheme }),
        ...(f.after && { occurred_after: f.after }),
        ...(f.before && { occurred_before: f.before }),
        ...(f.sort && { sort: f.sort }),
      }) as In<'listInsights'>,
    [f],
  )
}

export const insightColumns = (): Column<InsightRow>[] => [
  {
    key: 'name',
    head: t('Insight'),
    width: 'minmax(280px,1fr)',
    cell: (one) => (
      <a
        href={paths.insight(one.id)}
        onClick={(event) => event.preventDefault()}
        tabIndex={-1}
        className="font-medium text-ink"
      >
        {one.name}
      </a>
    ),
  },
  { key: 'sentiment', head: t('Sentiment'), width: '96px', cell: (one) => <SentimentMark sentiment={one.sentiment} /> },
  {
    key: 'category',
    head: t('Category'),
    width: '140px',
    cell: (one) => <span className="text-xs text-soft">{categoryWords()[one.category]}</span>,
  },
  {
    key: 'themes',
    head: t('Themes'),
    width: '230px',
    cell: (one) => (
      <span className="flex min-w-0 gap-1 overflow-hidden pe-3 *:min-w-0 *:first:shrink-0">
        {one.themes.slice(0, 2).map((theme) => (
          <Chip key={theme.id} color={theme.color}>
            {theme.name}
          </Chip>
        ))}
        {one.themes.length > 2 && <Chip>+{one.themes.length - 2}</Chip>}
      </span>
    ),
  },
  {
    key: 'created',
    head: t('Created'),
    width: '88px',
    sort: 'created_at',
    cell: (one) => <TimeAgo at={one.created_at} className="text-xs text-faint" />,
  },
]

export const insightCard = (one: InsightRow) => (
  <>
    <p className="line-clamp-2 text-sm font-medium">{one.name}</p>
    <p className="mt-1 flex items-center gap-2 overflow-hidden">
      <SentimentMark sentiment={one.sentiment} />
      {one.themes[0] && <Chip color={one.themes[0].color}>{one.themes[0].name}</Chip>}
      <TimeAgo at={one.created_at} className="ms-auto text-xs whitespace-nowrap text-faint" />
    </p>
  </>
)

export function Insights() {
  const [filters, setFilters] = useFilters()
  const query = useInsightQuery()
  const list = useList('listInsights', query)
  const navigate = useNavigate()
  const peek = useCallback((one: { id: string }) => setFilters({ peek: one.id }, { replace: true }), [setFilters])
  const keys = useListKeys(list.items, {
    open: (one) => void navigate({ to: paths.insight(one.id) }),
    peek,
    create: () => setFilters({ create: '1' }, { replace: true }),
    back: () => setFilters({ peek: undefined }, { replace: true }),
    more: (one) => ({ l: () => setAsked(meant(one)) }),
  })
  const [asked, setAsked] = useState<readonly InsightRow[]>()
  const [dragged, setDragged] = useState<readonly InsightRow[]>()
  const { selected } = keys
  /** A row that is selected stands for all that are. */
  const meant = useCallback(
    (one: InsightRow) => (selected.has(one.id) ? list.items.filter(({ id }) => selected.has(id)) : [one]),
    [selected, list.items],
  )
  const onDrag = useCallback(
    (one: InsightRow, data: DataTransfer) => {
      data.setData('text/plain', one.name)
      data.effectAllowed = 'link'
      // What appears under the pointer while a drag begins would end it.
      requestAnimationFrame(() => setDragged(meant(one)))
    },
    [meant],
  )
  const onDragEnd = useCallback(() => setDragged(undefined), [])
  const columns = useMemo(insightColumns, [])
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const onSort = useCallback((sort: string) => setFilters({ sort }), [setFilters])
  const filtered = names.some((name) => filters[name])
  const clear = () => setFilters(cleared(names))
  return (
    <Page
      title={t('Insights')}
      fill
      note={list.data && `${numberOf(list.items.length)}${list.hasNextPage ? '+' : ''}`}
      actions={
        <>
          <SaveView />
          <ExportMenu name="insights" load={() => exported(query)} />
          <Button
            look="primary"
            size="sm"
            icon={<Plus className="size-3.5" />}
            onClick={() => setFilters({ create: '1' }, { replace: true })}
          >
            {t('New insight')}
          </Button>
        </>
      }
      toolbar={<Toolbar />}
    >
      {filters.overview && <Overview />}
      <p role="status" className="sr-only">
        {t('{count, one {# insight} other {# insights}} loaded', { count: list.items.length })}
      </p>
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} what={t('Insights')} />
      ) : list.isPending ? (
        <Loading rows={12} />
      ) : list.items.length === 0 ? (
        filtered ? (
          <EmptyFiltered what={t('insights')} onClear={clear} />
        ) : (
          <EmptyFirst
            icon={<Lightbulb />}
            title={t('No insights yet')}
            note={t(
              'Insights are what customers mean, found in their feedback or written by you, each with the words it rests on.',
            )}
            actions={
              <>
                <Button look="primary" onClick={() => setFilters({ create: '1' })}>
                  {t('New insight')}
                </Button>
                <Button onClick={() => void navigate({ to: paths.data })}>{t('Upload a CSV')}</Button>
              </>
            }
          />
        )
      ) : (
        <DataGrid
          label={t('Insights')}
          items={list.items}
          columns={columns}
          card={insightCard}
          active={keys.active}
          selected={keys.selected}
          onSelect={keys.select}
          onOpen={peek}
          onDrag={onDrag}
          onDragEnd={onDragEnd}
          sort={filters.sort ?? '-created_at'}
          onSort={onSort}
          hasMore={list.hasNextPage}
          loadMore={loadMore}
        />
      )}
      {dragged && (
        <ThemeTargets
          insights={dragged}
          onDone={() => {
            setDragged(undefined)
            keys.clear()
          }}
        />
      )}
      {asked && <ChooseTheme insights={asked} onClose={() => setAsked(undefined)} onDone={keys.clear} />}
      {keys.here && selected.size === 0 && <OfferTheme insight={keys.here} ask={() => setAsked([keys.here!])} />}
      {keys.selected.size > 0 && (
        <BulkBar insights={list.items.filter(({ id }) => keys.selected.has(id))} onDone={keys.clear} />
      )}
      <Peek
        id={filters.peek}
        title={t('Insight')}
        to={paths.insight}
        onClose={() => setFilters({ peek: undefined }, { replace: true })}
      >
        {(id) => <InsightPanel id={id} />}
      </Peek>
      {filters.create && <CreateInsight onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

const exported = async (query: In<'listInsights'>) =>
  (await everything('listInsights', query)).map(({ themes: about, ...one }) => ({
    ...one,
    themes: about.map((theme) => theme.name).join('; '),
  }))

function Toolbar() {
  const [filters, setFilters] = useFilters()
  const { data: themes } = useRoute('listThemes', { limit: 100, sort: '-insight_count' })
  return (
    <>
      <FilterBox label={t('Filter insights')} />
      <FilterSelect name="sentiment" label={t('Sentiment')} options={optionsOf(sentimentWords())} />
      <FilterSelect name="category" label={t('Category')} options={optionsOf(categoryWords())} />
      <FilterSelect
        name="theme"
        label={t('Theme')}
        options={[
          { value: 'none', label: t('Without a theme') },
          ...(themes?.data.map((theme) => ({ value: theme.id, label: theme.name })) ?? []),
        ]}
      />
      <FilterSelect
        name="origin"
        label={t('Origin')}
        options={[
          { value: 'auto', label: t('Found') },
          { value: 'manual', label: t('By hand') },
          { value: 'imported', label: t('Imported') },
        ]}
      />
      <SegmentFilter />
      <FilterDays />
      <ClearFilters names={names} />
      <Button
        size="sm"
        look="quiet"
        aria-pressed={filters.overview === '1'}
        icon={<ChartNoAxesColumn className="size-3.5" />}
        onClick={() => setFilters({ overview: filters.overview ? undefined : '1' })}
      >
        {t('Overview')}
      </Button>
    </>
  )
}
