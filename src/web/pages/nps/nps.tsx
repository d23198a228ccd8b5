import { Link } from '@tanstack/react-router'
import { MessageCircleHeart } from 'lucide-react'
import type { Out } from '#web/api/client.ts'
import { useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Gauge } from '#web/ui/charts.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterSelect } from '#web/ui/filters.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { PlotCard } from '#web/ui/plot-card.tsx'
import { EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'
import { Advice, Drivers } from './drivers.tsx'
import { ScoreTrend } from './score-trend.tsx'
import { SurveyTabs } from './survey-tabs.tsx'

type Report = Out<'getNps'>
const ranges = { '30d': 30, '90d': 90, '12m': 365 } as const
const day = 86_400_000
export const startOf = (range: keyof typeof ranges) =>
  new Date(Date.now() - ranges[range] * day).toISOString().slice(0, 10)

const ofSegment = ({ segment }: { segment?: string | undefined }) => (segment ? { segment_id: segment } : {})

export function Nps() {
  const [filters, setFilters] = useFilters()
  const range = filters.range === '30d' || filters.range === '12m' ? filters.range : '90d'
  const from = startOf(range)
  const { data, error, refetch } = useRoute(
    'getNps',
    { from, compare: 'previous_period', ...ofSegment(filters) },
    { keep: true },
  )
  return (
    <Page
      title="NPS"
      actions={
        <Tabs
          label={t('Period')}
          value={range}
          onChange={(next) => setFilters({ range: next })}
          tabs={[
            { key: '30d', label: t('30 days') },
            { key: '90d', label: t('90 days') },
            { key: '12m', label: t('12 months') },
          ]}
        />
      }
      toolbar={
        <>
          <SurveyTabs tab="nps" />
          <SegmentFilter />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.responses === 0 ? (
        <EmptyFirst
          icon={<MessageCircleHeart />}
          title={t('No answers in this period')}
          note={t(
            'A score is shown as soon as somebody has answered “How likely are you to recommend us?”. Send answers by a survey, a CSV or the API.',
          )}
        />
      ) : (
        <div className="grid gap-4">
          <div className="grid gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
            <Score report={data} />
            <ScoreTrend from={from} segment={filters.segment} />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            <Histogram report={data} />
            <Breakdown from={from} />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            <Advice report={data} />
            <Drivers from={from} segment={ofSegment(filters)} />
          </div>
          <Responses from={from} />
        </div>
      )}
    </Page>
  )
}

function Score({ report }: { report: Report }) {
  const { score, margin_of_error: margin, responses, low_sample, previous, promoters, passives, detractors } = report
  const parts = [
    [t('Promoters'), promoters, 'bg-pos'],
    [t('Passives'), passives, 'bg-neu'],
    [t('Detractors'), detractors, 'bg-neg'],
  ] as const
  return (
    <PlotCard
      title={t('Net Promoter Score')}
      name="nps"
      rows={() => [
        {
          score,
          margin_of_error: margin,
          responses,
          promoters: promoters.count,
          passives: passives.count,
          detractors: detractors.count,
        },
      ]}
    >
      <div className="grid justify-items-center gap-2">
        <Gauge score={score} label={t('Net Promoter Score')} />
        <p className="text-center text-xs text-faint">
          {t('{count, one {# answer} other {# answers}}', { count: responses })}
          {margin !== null && ` · ± ${numberOf(margin, 1)}`}
          {previous?.delta != null &&
            ` · ${previous.delta > 0 ? '+' : ''}${numberOf(previous.delta, 1)} ${t('to the period before')}`}
        </p>
        {low_sample && <Chip tone="warn">{t('Few answers: read with care')}</Chip>}
        <div className="mt-2 grid w-full gap-1.5">
          {parts.map(([name, { count, pct }, color]) => (
            <div key={name} className="grid grid-cols-[84px_1fr_84px] items-center gap-2 text-xs">
              <span>{name}</span>
              <span className="h-2 overflow-hidden rounded-full bg-sunken">
                <span className={cx('block h-full rounded-full', color)} style={{ width: `${pct ?? 0}%` }} />
              </span>
              <span className="text-end text-faint tabular-nums">
                {numberOf(count)} · {pct === null ? '–' : `${numberOf(pct)} %`}
              </span>
            </div>
          ))}
        </div>
      </div>
    </PlotCard>
  )
}

function Histogram({ report }: { report: Report }) {
  const [filters, setFilters] = useFilters()
  const scores = Object.entries(report.distribution) as [string, number][]
  const max = Math.max(1, ...scores.map(([, count]) => count))
  return (
    <PlotCard
      title={t('Answers from 0 to 10')}
      name="nps-answers"
      note={t('Press one to see who gave it')}
      rows={() => scores.map(([score, count]) => ({ score: Number(score), count }))}
    >
      <div className="flex h-36 items-end gap-1.5">
        {scores.map(([score, count]) => (
          <button
            key={score}
            type="button"
            aria-pressed={filters.score === score}
            onClick={() => setFilters({ score: filters.score === score ? undefined : score })}
            className="group flex h-full flex-1 flex-col justify-end gap-1"
          >
            <span className="text-center text-2xs text-faint tabular-nums">
              {count || ''}
              <span className="sr-only"> {t('answers with score')} </span>
            </span>
            <span
              className={cx(
                'w-full rounded-sm',
                Number(score) >= 9 ? 'bg-pos' : Number(score) >= 7 ? 'bg-neu' : 'bg-neg',
                filters.score && filters.score !== score && 'opacity-35',
              )}
              style={{ height: `${(100 * count) / max}%`, minHeight: count ? 3 : 1 }}
            />
            <span className="text-center text-2xs text-faint">{score}</span>
          </button>
        ))}
      </div>
    </PlotCard>
  )
}

function Breakdown({ from }: { from: string }) {
  const [filters] = useFilters()
  const by = (filters.by ?? 'segment') as 'segment'
  const { data } = useRoute('getNpsBreakdown', { from, by, ...ofSegment(filters) }, { keep: true })
  return (
    <Card
      title={t('By group')}
      actions={
        <FilterSelect
          name="by"
          label={t('Segment')}
          options={[
            { value: 'theme', label: t('Theme') },
            { value: 'source', label: t('Source') },
            { value: 'plan', label: t('Plan') },
            { value: 'country', label: t('Country') },
          ]}
        />
      }
    >
      {data?.data.length === 0 && <p className="text-sm text-faint">{t('No groups to compare.')}</p>}
      <table className="w-full text-sm">
        <tbody>
          {data?.data.slice(0, 8).map((one) => (
            <tr key={one.key} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1.5 text-start font-normal">
                {one.name}
              </th>
              <td className="text-end font-medium tabular-nums">{one.score ?? '–'}</td>
              <td className="w-24 text-end text-xs text-faint tabular-nums">n = {numberOf(one.responses)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Responses({ from }: { from: string }) {
  const [filters] = useFilters()
  const { items, hasNextPage, fetchNextPage } = useList(
    'listNpsResponses',
    {
      occurred_after: from,
      ...ofSegment(filters),
      ...(filters.score && { score: several(filters.score)!.map(Number) }),
      ...(filters.type && { type: several(filters.type) as 'PROMOTER'[] }),
    },
    { limit: 30 },
  )
  const tone = { PROMOTER: 'good', PASSIVE: 'plain', DETRACTOR: 'bad' } as const
  return (
    <Card
      title={t('Answers')}
      flush
      actions={
        <FilterSelect
          name="type"
          label={t('Everybody')}
          options={[
            { value: 'PROMOTER', label: t('Promoters') },
            { value: 'PASSIVE', label: t('Passives') },
            { value: 'DETRACTOR', label: t('Detractors') },
          ]}
        />
      }
    >
      <ul>
        {items.map((one) => (
          <li key={one.id} className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <Chip tone={tone[one.type]}>{one.score}</Chip>
            <div className="min-w-0 flex-1">
              <p className="text-sm break-words">
                {one.reason ?? <span className="text-faint">{t('No reason given')}</span>}
              </p>
              <p className="text-xs text-faint">
                {one.contact && (
                  <Link to={paths.contact(one.contact.id)} className="hover:underline">
                    {one.contact.name ?? one.contact.email}
                  </Link>
                )}{' '}
                · {sourceName(one.source)} · <TimeAgo at={one.responded_at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
