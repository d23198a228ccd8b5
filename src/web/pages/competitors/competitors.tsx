import { Link } from '@tanstack/react-router'
import { Crosshair, Plus } from 'lucide-react'
import { useState } from 'react'
import { EarshotError, type Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip, SentimentBar } from '#web/ui/marks.tsx'
import { EmptyFirst, ErrorState, FeatureOff, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { dayOf, numberOf, percentOf, TimeAgo } from '#web/ui/time.tsx'
import { Checkins } from './checkins.tsx'
import { AddCompetitors, ResearchPanel } from './research.tsx'
import { Teasers } from './teasers.tsx'

type List = Out<'listCompetitors'>
const tones = { empty: 'plain', importing: 'accent', running: 'accent', ready: 'good', failed: 'bad' } as const

export function Competitors() {
  const [filters, setFilters] = useFilters()
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useRoute('listCompetitors', {}, { refetchInterval: 10_000 })
  const tab = filters.tab === 'teasers' || filters.tab === 'checkins' ? filters.tab : 'overview'
  const words = { empty: t('Empty'), importing: t('Importing'), running: t('Researching'), ready: t('Ready'), failed: t('Failed') }
  return (
    <Page title={t('Competitors')} note={data && <Chip tone={tones[data.status]}>{words[data.status]}</Chip>}
      actions={data && <Button size="sm" look="primary" icon={<Plus className="size-3.5" />} onClick={() => setAdding(true)}>{t('Add competitors')}</Button>}
      toolbar={<Tabs label={t('View')} value={tab} onChange={(next) => setFilters({ tab: next === 'overview' ? undefined : next })} tabs={[{ key: 'overview', label: t('Landscape') }, { key: 'teasers', label: t('Openings') }, { key: 'checkins', label: t('Check-ins') }]} />}>
      {error instanceof EarshotError && error.code === 'FEATURE_NOT_AVAILABLE' ? <FeatureOff feature={t('Competitors')} /> : error ? <ErrorState error={error} retry={refetch} /> : !data ? <Loading /> : (
        <div className="grid gap-5">
          {data.last_job && <ResearchPanel job={data.last_job} publishedAt={data.published_at} />}
          {tab === 'teasers' ? <Teasers competitors={data.data} /> : tab === 'checkins' ? <Checkins settings={data.checkins} />
            : data.data.length === 0 ? <EmptyFirst icon={<Crosshair />} title={t('No competitors yet')} note={t('Name a competitor and its website; public reviews are collected, analysed and compared with what your customers say.')} actions={<Button look="primary" onClick={() => setAdding(true)}>{t('Add competitors')}</Button>} />
              : <Overview list={data} />}
        </div>
      )}
      {adding && <AddCompetitors known={data?.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Overview({ list }: { list: List }) {
  const { data } = useRoute('getCompetitorOverview')
  return (
    <>
      {list.published_at && <p className="text-xs text-faint">{t('Showing results from {day}.', { day: dayOf(list.published_at) })}</p>}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {list.data.map((one) => (
          <Card key={one.id} title={<Link to={paths.competitor(one.id)} className="hover:underline">{one.name}</Link>} note={one.domain}>
            <SentimentBar of={one.sentiment_breakdown} className="h-2 w-full" />
            <p className="mt-2 flex justify-between text-xs text-faint"><span>{t('{count, one {# review} other {# reviews}}', { count: one.review_count })} · {t('{count, one {# insight} other {# insights}}', { count: one.insight_count })}</span>{one.last_researched_at && <TimeAgo at={one.last_researched_at} />}</p>
          </Card>
        ))}
      </div>
      {data && <Landscape overview={data} />}
    </>
  )
}

function Landscape({ overview }: { overview: Out<'getCompetitorOverview'> }) {
  const nameOf = new Map(overview.sentiment_by_competitor.map((one) => [one.competitor_id, one.name]))
  const lists = [[t('What their customers praise'), overview.strengths], [t('What their customers complain about'), overview.weaknesses]] as const
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={t('What is talked about')} className="lg:col-span-2" flush>
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('What is talked about')}>
          <table className="w-full min-w-130 text-sm">
            <thead><tr className="text-xs text-faint"><th scope="col" className="px-4 py-1.5 text-start font-medium">{t('Subject')}</th><th scope="col" className="text-start font-medium">{t('Who')}</th><th scope="col" className="text-end font-medium">{t('Insights')}</th><th scope="col" className="px-4 text-end font-medium">{t('Sentiment')}</th></tr></thead>
            <tbody>{overview.themes.slice(0, 14).map((one) => <tr key={one.subtheme_id} className="border-t border-line"><th scope="row" className="px-4 py-1.5 text-start font-medium"><Link to={paths.rivalSubject(one.subtheme_id)} className="hover:underline">{one.name}</Link></th><td className="text-xs text-soft">{one.competitor_ids.map((id) => nameOf.get(id)).filter(Boolean).join(', ')}</td><td className="text-end tabular-nums">{numberOf(one.insight_count)}</td><td className="px-4 text-end"><SentimentBar of={one.sentiment_breakdown} /></td></tr>)}</tbody>
          </table>
        </div>
      </Card>
      {lists.map(([title, rows]) => <Card key={title} title={title}>{rows.length === 0 ? <p className="text-sm text-faint">{t('Nothing stands out.')}</p> : <ul className="grid gap-1.5">{rows.slice(0, 6).map((one) => <li key={one.subtheme_id} className="flex justify-between gap-3 text-sm"><Link to={paths.rivalSubject(one.subtheme_id)} className="min-w-0 truncate hover:underline">{one.name}</Link><span className="text-faint tabular-nums">{numberOf(one.insight_count)}</span></li>)}</ul>}</Card>)}
      {overview.white_space.length > 0 && <Card title={t('White space')} note={t('What they do badly, and how much your customers say about it')} className="lg:col-span-2"><ul className="grid gap-1.5">{overview.white_space.slice(0, 8).map((one) => <li key={one.subtheme_id} className="flex justify-between gap-4 text-sm"><span>{one.name}</span><span className="text-xs text-faint">{percentOf(one.negative_share, 1)} {t('negative')} · {t('{count} of yours', { count: one.first_party_insight_count })}</span></li>)}</ul></Card>}
    </div>
  )
}
