import { Link } from '@tanstack/react-router'
import { Crosshair, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { EarshotError, type Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip, SentimentBar } from '#web/ui/marks.tsx'
import { EmptyFirst, ErrorState, FeatureOff, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { dayOf, TimeAgo } from '#web/ui/time.tsx'
import { Checkins } from './checkins.tsx'
import { Landscape, standingOf } from './landscape.tsx'
import { AddCompetitors, ResearchPanel } from './research.tsx'
import { Teasers } from './teasers.tsx'

type List = Out<'listCompetitors'>
const tones = { empty: 'plain', importing: 'accent', running: 'accent', ready: 'good', failed: 'bad' } as const

export function Competitors() {
  const [filters, setFilters] = useFilters()
  const [adding, setAdding] = useState(false)
  const { isAdmin } = useSession()
  const { data, error, refetch } = useRoute('listCompetitors', {}, { refetchInterval: 10_000 })
  const tab = filters.tab === 'teasers' || filters.tab === 'checkins' ? filters.tab : 'overview'
  const words = {
    empty: t('Empty'),
    importing: t('Importing'),
    running: t('Researching'),
    ready: t('Ready'),
    failed: t('Failed'),
  }
  return (
    <Page
      title={t('Competitors')}
      note={data && <Chip tone={tones[data.status]}>{words[data.status]}</Chip>}
      actions={
        data && (
          <Button size="sm" look="primary" icon={<Plus className="size-3.5" />} onClick={() => setAdding(true)}>
            {t('Add competitors')}
          </Button>
        )
      }
      toolbar={
        <Tabs
          label={t('View')}
          value={tab}
          onChange={(next) => setFilters({ tab: next === 'overview' ? undefined : next })}
          tabs={[
            { key: 'overview', label: t('Landscape') },
            { key: 'teasers', label: t('Openings') },
            { key: 'checkins', label: t('Check-ins') },
          ]}
        />
      }
    >
      {error instanceof EarshotError && error.code === 'FEATURE_NOT_AVAILABLE' ? (
        <FeatureOff
          feature={t('Competitors')}
          actions={
            isAdmin && (
              <Link to="/settings/organization" className={buttonClass('primary')}>
                {t('Open settings')}
              </Link>
            )
          }
        />
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : (
        <div className="grid gap-5">
          {data.last_job && <ResearchPanel job={data.last_job} publishedAt={data.published_at} />}
          {tab === 'teasers' ? (
            <Teasers competitors={data.data} />
          ) : tab === 'checkins' ? (
            <Checkins settings={data.checkins} />
          ) : data.data.length === 0 ? (
            <EmptyFirst
              icon={<Crosshair />}
              title={t('No competitors yet')}
              note={t(
                'Name a competitor and its website; public reviews are collected, analysed and compared with what your customers say.',
              )}
              actions={
                <Button look="primary" onClick={() => setAdding(true)}>
                  {t('Add competitors')}
                </Button>
              }
            />
          ) : (
            <Overview list={data} />
          )}
        </div>
      )}
      {adding && <AddCompetitors known={data?.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Overview({ list }: { list: List }) {
  const { data, error, refetch } = useRoute('getCompetitorOverview')
  return (
    <>
      {list.published_at && (
        <p className="text-xs text-faint">{t('Showing results from {day}.', { day: dayOf(list.published_at) })}</p>
      )}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {list.data.map((one) => (
          <Card
            key={one.id}
            title={
              <Link to={paths.competitor(one.id)} className="hover:underline">
                {one.name}
              </Link>
            }
            note={one.domain}
          >
            <SentimentBar of={one.sentiment_breakdown} className="h-2 w-full" />
            <p className="mt-2 flex justify-between text-xs text-faint">
              <span>
                {t('{count, one {# review} other {# reviews}}', { count: one.review_count })} ·{' '}
                {t('{count, one {# insight} other {# insights}}', { count: one.insight_count })}
              </span>
              {one.last_researched_at && <TimeAgo at={one.last_researched_at} />}
            </p>
            {data && <Standing {...standingOf(data, one.id)} />}
          </Card>
        ))}
      </div>
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('Competitors')} />
      ) : !data ? (
        <Loading />
      ) : (
        data.themes.length > 0 && <Landscape overview={data} />
      )}
    </>
  )
}

function Standing({ strength, weakness }: ReturnType<typeof standingOf>) {
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
            <Link
              to={paths.rivalSubject(one.id)}
              title={one.name}
              className="min-w-0 truncate py-1 text-soft hover:underline"
            >
              {one.name}
            </Link>
          ) : (
            <span className="py-1 text-faint">{t('Nothing stands out.')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
