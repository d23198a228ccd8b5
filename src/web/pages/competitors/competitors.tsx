import { Crosshair, Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EarshotError, type OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Chip, SentimentBar } from '#web/ui/badges.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { EmptyState, FeatureDisabled } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatDay, TimeAgo } from '#web/ui/time.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { AddCompetitors } from './add-competitors.tsx'
import { CheckinsTab } from './checkins.tsx'
import { Landscape } from './landscape.tsx'
import { ResearchPanel } from './research.tsx'
import { strengthAndWeakness } from './strength-and-weakness.ts'
import { Teasers } from './teasers.tsx'
import { SubjectLink } from './subject-link.tsx'

type CompetitorList = OutputOf<'listCompetitors'>
type Tab = 'overview' | 'teasers' | 'checkins'
const tones = { empty: 'plain', importing: 'accent', running: 'accent', ready: 'good', failed: 'bad' } as const

export function CompetitorsPage() {
  const [filters, setFilters] = useFilters()
  const [adding, setAdding] = useState(false)
  const query = useApiQuery('listCompetitors', {}, { refetchInterval: 10_000 })
  const { data } = query
  const tab = filters.tab === 'teasers' || filters.tab === 'checkins' ? filters.tab : 'overview'
  const add = () => setAdding(true)
  return (
    <Page
      title={t('Competitors')}
      note={data && <ResearchStatus status={data.status} />}
      actions={
        data && (
          <Button op="startCompetitorResearch" size="sm" variant="primary" icon={Plus} onClick={add}>
            {t('Add competitors')}
          </Button>
        )
      }
      toolbar={
        <CompetitorTabs tab={tab} onChange={(next) => setFilters({ tab: next === 'overview' ? undefined : next })} />
      }
    >
      {isFeatureOff(query.error) ? (
        <CompetitorsOff />
      ) : (
        <QueryState query={query}>{(list) => <CompetitorsContent list={list} tab={tab} onAdd={add} />}</QueryState>
      )}
      {adding && <AddCompetitors known={data?.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}

const isFeatureOff = (error: unknown) => error instanceof EarshotError && error.code === 'FEATURE_NOT_AVAILABLE'

function ResearchStatus({ status }: { status: CompetitorList['status'] }) {
  const labels = {
    empty: t('Empty'),
    importing: t('Importing'),
    running: t('Researching'),
    ready: t('Ready'),
    failed: t('Failed'),
  }
  return <Chip tone={tones[status]}>{labels[status]}</Chip>
}

const CompetitorTabs = ({ tab, onChange }: { tab: Tab; onChange: (tab: Tab) => void }) => (
  <Tabs<Tab>
    label={t('View')}
    value={tab}
    onChange={onChange}
    tabs={[
      { key: 'overview', label: t('Landscape') },
      { key: 'teasers', label: t('Weaknesses') },
      { key: 'checkins', label: t('Check-ins') },
    ]}
  />
)

function CompetitorsOff() {
  const { isAdmin } = useSession()
  return (
    <FeatureDisabled
      feature={t('Competitors')}
      actions={
        isAdmin && (
          <Link to={paths.settings('organization')} className={buttonClass('primary')}>
            {t('Open settings')}
          </Link>
        )
      }
    />
  )
}

type ContentProps = { list: CompetitorList; tab: Tab; onAdd: () => void }

const CompetitorsContent = ({ list, tab, onAdd }: ContentProps) => (
  <div className="grid grid-cols-1 gap-5">
    {list.last_job && <ResearchPanel job={list.last_job} publishedAt={list.published_at} />}
    <TabContent list={list} tab={tab} onAdd={onAdd} />
  </div>
)

function TabContent({ list, tab, onAdd }: ContentProps) {
  if (tab === 'teasers') return <Teasers competitors={list.data} />
  if (tab === 'checkins') return <CheckinsTab settings={list.checkins} />
  if (list.data.length > 0) return <Overview list={list} />
  return (
    <EmptyState
      icon={<Crosshair />}
      title={t('No competitors yet')}
      note={t('Add a competitor with its website: its public reviews are collected and compared with your feedback.')}
      actions={
        <Button op="startCompetitorResearch" variant="primary" onClick={onAdd}>
          {t('Add competitors')}
        </Button>
      }
    />
  )
}

function Overview({ list }: { list: CompetitorList }) {
  const query = useApiQuery('getCompetitorOverview')
  return (
    <>
      {list.published_at && (
        <p className="text-xs text-faint">{t('Showing results from {day}.', { day: formatDay(list.published_at) })}</p>
      )}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        {list.data.map((one) => (
          <CompetitorCard key={one.id} competitor={one}>
            {query.data && <StrengthAndWeakness {...strengthAndWeakness(query.data, one.id)} />}
          </CompetitorCard>
        ))}
      </div>
      <QueryState query={query} what={t('Competitors')}>
        {(overview) => overview.themes.length > 0 && <Landscape overview={overview} />}
      </QueryState>
    </>
  )
}

type CompetitorCardProps = { competitor: CompetitorList['data'][number]; children: ReactNode }

const CompetitorCard = ({ competitor, children }: CompetitorCardProps) => (
  <Card
    title={
      <Link to={paths.competitor(competitor.id)} className="hover:underline">
        {competitor.name}
      </Link>
    }
    note={competitor.domain}
  >
    <SentimentBar breakdown={competitor.sentiment_breakdown} className="h-2 w-full" />
    <p className="mt-2 flex justify-between text-xs text-faint">
      <span>
        {t('{count, one {# review} other {# reviews}}', { count: competitor.review_count })} ·{' '}
        {t('{count, one {# insight} other {# insights}}', { count: competitor.insight_count })}
      </span>
      {competitor.last_researched_at && <TimeAgo at={competitor.last_researched_at} />}
    </p>
    {children}
  </Card>
)

function StrengthAndWeakness({ strength, weakness }: ReturnType<typeof strengthAndWeakness>) {
  const rows = [
    [t('Strength'), strength, <Plus key="+" className="size-3.5 text-pos-text" />],
    [t('Weakness'), weakness, <Minus key="-" className="size-3.5 text-neg-text" />],
  ] as const
  return (
    <ul className="mt-3 grid grid-cols-1 border-t border-line pt-1.5">
      {rows.map(([label, one, icon]) => (
        <li key={label} className="flex items-center gap-1.5 text-xs">
          <span aria-hidden>{icon}</span>
          <span className="sr-only">{label}:</span>
          {one ? (
            <SubjectLink id={one.id} name={one.name} className="min-w-0 truncate py-1 text-soft" />
          ) : (
            <span className="py-1 text-faint">{t('No notable findings.')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
