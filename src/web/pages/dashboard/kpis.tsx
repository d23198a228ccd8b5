import type { ReactNode } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { type Path, paths } from '#web/routes/paths.ts'
import { breakdownTotal } from '#web/ui/badges.tsx'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber, formatPct } from '#web/ui/time.tsx'
import { rangeLabels } from '#web/pages/nps/nps-period.ts'
import { usePeriod } from './period-picker.tsx'
import type { ListFilters } from './list-filters.ts'
import type { Timeline } from './timeline.ts'

type Data = OutputOf<'getDashboard'>
type Props = { data: Data; timeline: Timeline; compared: boolean; listFilters: ListFilters }

/** Below this count a percentage change is noise. */
const minCountForChange = 10

const kpiRowClass = cx(
  'grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line max-lg:[&>*:last-child]:col-span-2',
  'sm:grid-cols-3 lg:grid-cols-5',
)

export function Kpis({ data: { kpis, nps }, timeline, compared, listFilters }: Props) {
  return (
    <div className={kpiRowClass}>
      <Kpi
        label={t('Feedback')}
        value={formatNumber(kpis.feedback.value)}
        to={paths.inbox({ ...listFilters, state: 'all' })}
        change={compared ? countChange(kpis.feedback) : undefined}
        spark={timeline.feedback}
      />
      <Kpi
        label={t('Insights')}
        value={formatNumber(kpis.insights.value)}
        to={paths.insights(listFilters)}
        change={compared ? countChange(kpis.insights) : undefined}
        spark={timeline.buckets.map(breakdownTotal)}
      />
      <NegativeKpi share={kpis.negative_share} timeline={timeline} compared={compared} listFilters={listFilters} />
      <NpsKpi nps={nps} compared={compared} />
      <InboxKpi />
    </div>
  )
}

type NegativeKpiProps = Omit<Props, 'data'> & { share: Data['kpis']['negative_share'] }

function NegativeKpi({ share, timeline, compared, listFilters }: NegativeKpiProps) {
  const change =
    share.value !== null && share.previous !== null && share.insights >= minCountForChange
      ? { amount: share.value - share.previous, unit: t('pts') }
      : undefined
  return (
    <Kpi
      label={t('Negative')}
      value={share.value === null ? '–' : formatPct(share.value)}
      to={paths.insights({ ...listFilters, sentiment: 'NEGATIVE' })}
      betterWhen="down"
      change={compared ? change : undefined}
      spark={timeline.buckets.map((one) => one.negative)}
    />
  )
}

function NpsKpi({ nps, compared }: { nps: Data['nps']; compared: boolean }) {
  const { range } = usePeriod()
  const label = range === 'custom' ? t('selected days') : rangeLabels()[range]
  const change = nps?.delta == null || !nps.comparable ? undefined : { amount: nps.delta, unit: '' }
  return (
    <Kpi
      label={`NPS · ${label}`}
      value={nps?.score == null ? '–' : formatNumber(nps.score)}
      to={paths.nps({ range: range === 'custom' ? undefined : range })}
      note={<NpsNote nps={nps} change={compared ? change : undefined} />}
    />
  )
}

/** Of how many responses the score is, and how it changed if there are enough of them. */
function NpsNote({ nps, change }: { nps: Data['nps']; change: Change }) {
  if (!nps) return t('no responses yet')
  const responses = t('{count, one {# response} other {# responses}}', { count: nps.responses })
  if (change)
    return (
      <>
        <span className={changeColor(change, 'up')}>
          {t('{change} vs previous period', { change: formatChange(change) })}
        </span>{' '}
        · {responses}
      </>
    )
  return nps.comparable ? responses : t('{responses}, too few to compare', { responses })
}

function InboxKpi() {
  const { data: inbox } = useApiQuery('getInboxCounts')
  return (
    <Kpi
      label={t('To triage')}
      value={inbox ? formatNumber(inbox.new) : '–'}
      to={paths.inbox()}
      note={inbox && t('{count} done today', { count: inbox.done_today })}
    />
  )
}

type Change = { amount: number; unit: string } | undefined
type Count = { value: number; previous: number; change_pct: number | null }

const countChange = ({ value, previous, change_pct }: Count): Change =>
  change_pct === null || Math.max(value, previous) < minCountForChange ? undefined : { amount: change_pct, unit: '%' }

/** `+12%`, `−3 pts` or `+4`. */
function formatChange({ amount, unit }: NonNullable<Change>): string {
  const size = Math.abs(amount)
  return signOf(amount) + (unit === '%' ? formatPct(size) : `${formatNumber(size)} ${unit}`.trim())
}

function signOf(amount: number): string {
  if (amount === 0) return ''
  return amount > 0 ? '+' : '−'
}

function changeColor(change: Change, betterWhen: 'up' | 'down'): string {
  if (!change || change.amount === 0) return 'text-faint'
  return change.amount > 0 === (betterWhen === 'up') ? 'text-pos-text' : 'text-neg-text'
}

type KpiProps = {
  label: string
  value: string
  to: Path
  change?: Change
  betterWhen?: 'up' | 'down'
  spark?: readonly number[]
  note?: ReactNode
}

function Kpi({ label, value, to, change, betterWhen = 'up', spark, note }: KpiProps) {
  return (
    <Link to={to} className="grid gap-1 bg-panel p-4 hover:bg-hover">
      <span className="text-xs text-faint">{label}</span>
      <span className="flex items-end justify-between gap-2">
        <span className="text-2xl leading-7 font-semibold tabular-nums">{value}</span>
        {spark && spark.length > 1 && (
          <Sparkline values={spark} label={t('{name} over the period', { name: label })} width={72} />
        )}
      </span>
      <span className={cx('text-xs', changeColor(change, betterWhen))}>
        {change ? t('{change} vs previous period', { change: formatChange(change) }) : (note ?? ' ')}
      </span>
    </Link>
  )
}
