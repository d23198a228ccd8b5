import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Card } from '#web/ui/card.tsx'
import { Legend, Sparkline, TrendChart, Treemap } from '#web/ui/charts.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlotCard } from '#web/ui/plot-card.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { InboxPreview, LatestCheckin, RunningJobs } from './at-hand.tsx'
import { Checklist } from './checklist.tsx'
import { FirstUse } from './first-use.tsx'
import { PeriodPicker, type Steps, stepsOf, summaryOf, usePeriod, volumesOf } from './period.tsx'

type Data = Out<'getDashboard'>
/** With fewer than this a percentage would say more than is known. */
const enough = 10
const whileRunningMs = 10_000
/** More tiles than this would be too small for their names. */
const maxTiles = 9

export function Dashboard() {
  const [filters] = useFilters()
  const { query } = usePeriod()
  const { data, error, refetch } = useRoute(
    'getDashboard',
    { ...query, ...(filters.segment && { segment_id: filters.segment }) },
    { keep: true, refetchInterval: (latest) => (latest?.running_jobs.length ? whileRunningMs : false) },
  )
  return (
    <Page
      title={t('Dashboard')}
      toolbar={
        <>
          <PeriodPicker />
          <SegmentFilter />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={10} />
      ) : isEmpty(data) ? (
        <FirstUse />
      ) : (
        <Content data={data} />
      )}
    </Page>
  )
}

/** An insight can be written before there is any feedback. */
const isEmpty = ({ data_since, kpis: { insights }, running_jobs }: Data) =>
  data_since === null && insights.value + insights.previous === 0 && running_jobs.length === 0

type Within = { after: string; before: string; segment: string | undefined }

function Content({ data }: { data: Data }) {
  const navigate = useNavigate()
  const [filters] = useFilters()
  const compared = filters.compare !== 'none'
  const steps = useMemo(() => stepsOf(data), [data])
  const within: Within = {
    after: data.period.from.slice(0, 10),
    before: data.period.to.slice(0, 10),
    segment: filters.segment,
  }
  const listOf = (theme: string) => listAt(paths.insights, { ...within, theme })
  const tiles = data.top_themes.slice(0, maxTiles).map((one) => ({
    id: one.theme_id,
    name: one.name,
    value: one.insight_count,
    color: one.color,
    mix: one.sentiment_breakdown,
  }))
  return (
    <div className="grid gap-4">
      <Checklist />
      <p className="text-base text-soft">{summaryOf(data, compared)}</p>
      <Numbers data={data} steps={steps} compared={compared} within={within} />
      <RunningJobs jobs={data.running_jobs} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PlotCard
          title={t('Sentiment')}
          name="sentiment"
          note={
            steps.size === 1
              ? t('Insights by day')
              : steps.size === 7
                ? t('Insights by week')
                : t('Insights by 30 days')
          }
          actions={<Legend before={compared} />}
          rows={() => steps.buckets.map((bucket, n) => ({ ...bucket, ...(compared && { before: steps.before[n]! }) }))}
        >
          <TrendChart
            data={steps.buckets}
            height={236}
            before={compared ? steps.before : undefined}
            label={steps.size === 1 ? t('Sentiment of insights by day') : t('Sentiment of insights over time')}
            onPick={(day) =>
              void navigate({ to: listAt(paths.insights, { ...within, after: day, before: steps.nextOf(day) }) })
            }
          />
        </PlotCard>
        <PlotCard
          title={t('What people talk about')}
          name="themes"
          note={t('Themes by insights in this period')}
          rows={() =>
            data.top_themes.map((one) => ({
              theme: one.name,
              insights: one.insight_count,
              before: one.previous_insight_count,
              ...one.sentiment_breakdown,
            }))
          }
        >
          {tiles.length > 0 ? (
            <Treemap
              tiles={tiles}
              height={236}
              label={t('Themes by number of insights')}
              href={listOf}
              onPick={(id) => void navigate({ to: listOf(id) })}
            />
          ) : (
            <p className="py-10 text-center text-sm text-faint">{t('No insights in this period.')}</p>
          )}
        </PlotCard>
      </div>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <InboxPreview rows={data.inbox_latest} />
        <Rows
          title={t('Projects in progress')}
          empty={t('No project is in progress.')}
          rows={data.projects_in_progress.map((one) => ({
            id: one.id,
            to: paths.project(one.id),
            name: one.title,
            end:
              one.evidence_added > 0 ? (
                t('+{count} evidence', { count: one.evidence_added })
              ) : (
                <TimeAgo at={one.updated_at} />
              ),
          }))}
        />
        {compared && (
          <>
            <Movers title={t('More negative')} rows={data.negative_rising} sentiment="NEGATIVE" within={within} />
            <Movers title={t('More positive')} rows={data.positive_rising} sentiment="POSITIVE" within={within} />
            <Rows
              title={t('Gone quiet')}
              empty={t('Every theme is still talked about.')}
              rows={data.quiet_themes.map((one) => ({
                id: one.theme_id,
                to: paths.theme(one.theme_id),
                name: one.name,
                color: one.color,
                end: <TimeAgo at={one.last_insight_at} />,
              }))}
            />
          </>
        )}
        <Rows
          title={t('New opportunities')}
          empty={t('None in this period.')}
          rows={data.new_opportunities.map((one) => ({
            id: one.id,
            to: paths.opportunity(one.id),
            name: one.title,
            end: t('impact {score}', { score: numberOf(one.impact_score, 1) }),
          }))}
        />
        {data.latest_checkin && <LatestCheckin run={data.latest_checkin} />}
        <Rows
          title={t('New themes')}
          empty={t('None in this period.')}
          rows={data.new_themes.map((one) => ({
            id: one.theme_id,
            to: paths.theme(one.theme_id),
            name: one.name,
            color: one.color,
            end: numberOf(one.insight_count),
          }))}
        />
      </div>
    </div>
  )
}

function Numbers({
  data: { kpis, nps },
  steps,
  compared,
  within,
}: {
  data: Data
  steps: Steps
  compared: boolean
  within: Within
}) {
  const { data: inbox } = useRoute('getInboxCounts')
  const { negative_share: share } = kpis
  const change = (made: Change) => (compared ? made : undefined)
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line max-lg:[&>*:last-child]:col-span-2 sm:grid-cols-3 lg:grid-cols-5">
      <Figure
        label={t('Feedback')}
        value={numberOf(kpis.feedback.value)}
        to={listAt(paths.inbox, { ...within, state: 'all' })}
        change={change(changeOf(kpis.feedback))}
        spark={steps.feedback}
      />
      <Figure
        label={t('Insights')}
        value={numberOf(kpis.insights.value)}
        to={listAt(paths.insights, within)}
        change={change(changeOf(kpis.insights))}
        spark={volumesOf(steps)}
      />
      <Figure
        label={t('Negative')}
        value={share.value === null ? '–' : `${numberOf(share.value)} %`}
        to={listAt(paths.insights, { ...within, sentiment: 'NEGATIVE' })}
        good="down"
        change={change(
          share.value !== null && share.previous !== null && share.insights >= enough
            ? { amount: share.value - share.previous, unit: t('pts') }
            : undefined,
        )}
        spark={steps.buckets.map((one) => one.negative)}
      />
      <Figure
        label="NPS"
        value={nps?.score == null ? '–' : numberOf(nps.score)}
        to={paths.nps}
        note={nps ? t('{count, one {# answer} other {# answers}}', { count: nps.responses }) : t('no answers yet')}
        change={change(nps?.delta == null ? undefined : { amount: nps.delta, unit: '' })}
      />
      <Figure
        label={t('Open inbox')}
        value={inbox ? numberOf(inbox.new) : '–'}
        to={paths.inbox}
        note={inbox && t('{count} done today', { count: inbox.done_today })}
      />
    </div>
  )
}

type Change = { amount: number; unit: string } | undefined
const changeOf = ({
  value,
  previous,
  change_pct,
}: {
  value: number
  previous: number
  change_pct: number | null
}): Change =>
  change_pct === null || Math.max(value, previous) < enough ? undefined : { amount: change_pct, unit: '%' }

function Figure({
  label,
  value,
  to,
  change,
  good = 'up',
  spark,
  note,
}: {
  label: string
  value: string
  to: string
  change?: Change
  good?: 'up' | 'down'
  spark?: readonly number[]
  note?: ReactNode
}) {
  const better = change && (good === 'up' ? change.amount > 0 : change.amount < 0)
  return (
    <Link to={to} className="grid gap-1 bg-panel p-4 hover:bg-hover">
      <span className="text-xs text-faint">{label}</span>
      <span className="flex items-end justify-between gap-2">
        <span className="text-2xl leading-7 font-semibold tabular-nums">{value}</span>
        {spark && spark.length > 1 && (
          <Sparkline values={spark} label={t('{name} over the period', { name: label })} width={72} />
        )}
      </span>
      <span
        className={cx(
          'text-xs',
          !change || change.amount === 0 ? 'text-faint' : better ? 'text-pos-text' : 'text-neg-text',
        )}
      >
        {change
          ? t('{change} {unit} to the period before', {
              change: `${change.amount > 0 ? '+' : change.amount < 0 ? '−' : ''}${numberOf(Math.abs(change.amount))}`,
              unit: change.unit,
            })
          : (note ?? ' ')}
      </span>
    </Link>
  )
}

function Movers({
  title,
  rows,
  sentiment,
  within,
}: {
  title: string
  rows: Data['negative_rising']
  sentiment: string
  within: Within
}) {
  return (
    <Rows
      title={title}
      empty={t('No theme stands out.')}
      rows={rows.map((one) => ({
        id: one.theme_id,
        to: listAt(paths.insights, { ...within, theme: one.theme_id, sentiment }),
        name: one.name,
        color: one.color,
        end: (
          <>
            {numberOf(one.previous)} → <span className="font-medium text-ink">{numberOf(one.current)}</span>
          </>
        ),
      }))}
    />
  )
}

type Row = { id: string; to: string; name: string; color?: string; end: ReactNode }
function Rows({ title, rows, empty }: { title: string; rows: readonly Row[]; empty: string }) {
  return (
    <Card title={title} flush>
      {rows.length === 0 && <p className="px-4 pb-4 text-sm text-faint">{empty}</p>}
      <ul className="pb-2">
        {rows.slice(0, 6).map((row) => (
          <li key={row.id}>
            <Link to={row.to} className="flex items-center gap-2.5 px-4 py-1.5 hover:bg-hover">
              {row.color && (
                <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: row.color }} />
              )}
              <span className="min-w-0 flex-1 truncate text-sm">{row.name}</span>
              <span className="text-xs text-faint tabular-nums">{row.end}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
