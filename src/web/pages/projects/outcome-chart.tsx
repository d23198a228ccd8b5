import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { shortDay } from '#web/ui/charts/trend-chart.tsx'
import { useWidth } from '#web/ui/charts/use-width.ts'
import { formatNumber } from '#web/ui/time.tsx'

type Outcome = OutputOf<'getProjectOutcome'>
const [height, baseline] = [120, 100]

const rateOf = ({ customers, active_customers }: Outcome['weeks'][number]) =>
  active_customers === 0 ? 0 : (100 * customers) / active_customers

/** What would be expected after the date without the Project. */
function expectedRange({ rate_after, volume }: Outcome) {
  if (!rate_after || !volume || volume.low === 0) return undefined
  return { low: rate_after / volume.high, high: rate_after / volume.low }
}

/** Customers a week who ask or complain, for 100 active ones; a band where they would be without the Project. */
export function OutcomeChart({ outcome }: { outcome: Outcome }) {
  const [ref, width] = useWidth()
  const { weeks, weeks_before } = outcome
  const expected = expectedRange(outcome)
  const max = Math.max(1, ...weeks.map(rateOf))
  const step = width / Math.max(1, weeks.length)
  const y = (rate: number) => baseline - (Math.min(rate, max) / max) * (baseline - 14)
  const dateX = weeks_before * step
  return (
    <figure ref={ref} className="min-w-0">
      <svg width={width} height={height} role="img" aria-label={chartLabel(outcome)} className="block">
        {expected && (
          <rect
            x={dateX}
            width={Math.max(0, width - dateX)}
            y={y(expected.high)}
            height={Math.max(2, y(expected.low) - y(expected.high))}
            className="fill-accent-soft"
          />
        )}
        <Weeks outcome={outcome} step={step} y={y} />
        <line x1={0} x2={width} y1={baseline} y2={baseline} className="stroke-line-strong" />
        <line x1={dateX} x2={dateX} y1={4} y2={baseline} className="stroke-soft" strokeDasharray="3 3" />
        <ChartLabels outcome={outcome} width={width} dateX={dateX} max={max} />
      </svg>
      {expected && (
        <figcaption className="text-xs text-faint">{t('Shaded: what to expect without the Project')}</figcaption>
      )}
    </figure>
  )
}

type WeeksProps = { outcome: Outcome; step: number; y: (rate: number) => number }

const Weeks = ({ outcome: { weeks, weeks_before }, step, y }: WeeksProps) =>
  weeks.map((week, n) => (
    <rect
      key={week.week}
      x={n * step + step * 0.15}
      width={Math.max(1, step * 0.7)}
      y={y(rateOf(week))}
      height={baseline - y(rateOf(week))}
      rx={1}
      className={n < weeks_before ? 'fill-neu' : 'fill-accent'}
    />
  ))

type LabelProps = { outcome: Outcome; width: number; dateX: number; max: number }

const ChartLabels = ({ outcome: { weeks, date }, width, dateX, max }: LabelProps) => (
  <g className="fill-faint text-2xs">
    <text x={0} y={10}>
      {t('{count} of 100 customers a week', { count: formatNumber(max) })}
    </text>
    <text x={0} y={height - 6}>
      {shortDay(weeks[0]!.week)}
    </text>
    {date && (
      <text x={Math.min(dateX, width - 44)} y={height - 6}>
        {shortDay(date)}
      </text>
    )}
  </g>
)

const rateText = (rate: number | null) => (rate === null ? '–' : formatNumber(rate, 1))

const chartLabel = ({ rate_before, rate_after }: Outcome) =>
  t('Of 100 active customers, {before} a week asked or complained before the date, {after} after it', {
    before: rateText(rate_before),
    after: rateText(rate_after),
  })
