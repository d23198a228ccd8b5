import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { shortDay } from '#web/ui/charts/trend-chart.tsx'
import { useWidth } from '#web/ui/charts/use-width.ts'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { formatNumber } from '#web/ui/time.tsx'

const [height, left] = [240, 34]
const y = (score: number) => 8 + ((100 - score) / 200) * (height - 30)
const clamp = (score: number) => Math.max(-100, Math.min(100, score))

type Bucket = OutputOf<'getNpsTimeline'>['data'][number]
type Point = { n: number; period: string; score: number; margin: number; count: number }
type X = (n: number) => number

const pointsOf = (buckets: readonly Bucket[]): Point[] =>
  buckets.flatMap(({ period, rolling }, n) =>
    rolling.score_exact === null
      ? []
      : [{ n, period, score: rolling.score_exact, margin: rolling.margin_of_error ?? 0, count: rolling.responses }],
  )

/** The rolling score with its confidence interval as a band; periods without answers leave a gap. */
export function ScoreTrend({ from, segment }: { from: string; segment: string | undefined }) {
  const [ref, width] = useWidth()
  const { data } = useApiQuery(
    'getNpsTimeline',
    { from, granularity: 'week', window: 30, ...(segment && { segment_id: segment }) },
    { keepPrevious: true },
  )
  const buckets = data?.data ?? []
  const points = pointsOf(buckets)
  const x = (n: number) => left + (n / Math.max(1, buckets.length - 1)) * (width - left - 8)
  return (
    <PlotCard
      title={t('Over time')}
      name="nps-over-time"
      note={t('Rolling 30 days with 95% confidence interval')}
      rows={() => points.map(({ n: _, ...row }) => row)}
    >
      <figure ref={ref} className="min-w-0">
        <svg width={width} height={height} role="img" aria-label={t('Rolling score over time')} className="block">
          <ScoreGrid width={width} />
          <PeriodLabels buckets={buckets} x={x} width={width} />
          <ScoreLine points={points} x={x} />
        </svg>
        <TextTable points={points} />
      </figure>
    </PlotCard>
  )
}

const ScoreGrid = ({ width }: { width: number }) =>
  [-100, 0, 100].map((score) => (
    <g key={score}>
      <line
        x1={left}
        x2={width}
        y1={y(score)}
        y2={y(score)}
        className="stroke-line"
        strokeDasharray={score === 0 ? undefined : '2 4'}
      />
      <text x={left - 8} textAnchor="end" y={y(score) + 4} className="fill-faint text-2xs">
        {formatNumber(score).replace('-', '−')}
      </text>
    </g>
  ))

/** Labels at the borders are aligned so that they stay inside the plot. */
function labelAnchor(n: number, position: number, width: number) {
  if (n === 0) return 'start'
  return position > width - 24 ? 'end' : 'middle'
}

function PeriodLabels({ buckets, x, width }: { buckets: readonly Bucket[]; x: X; width: number }) {
  const every = Math.max(1, Math.ceil(buckets.length / Math.max(2, Math.floor(width / 90))))
  return buckets.map(
    ({ period }, n) =>
      n % every === 0 && (
        <text
          key={period}
          x={x(n)}
          y={height - 4}
          textAnchor={labelAnchor(n, x(n), width)}
          className="fill-faint text-2xs"
        >
          {shortDay(period)}
        </text>
      ),
  )
}

function ScoreLine({ points, x }: { points: readonly Point[]; x: X }) {
  const band = [
    ...points.map((p) => `${x(p.n)},${y(clamp(p.score + p.margin))}`),
    ...points.toReversed().map((p) => `${x(p.n)},${y(clamp(p.score - p.margin))}`),
  ].join(' ')
  return (
    <>
      <polygon points={band} className="fill-accent-soft" />
      <polyline
        points={points.map((p) => `${x(p.n)},${y(p.score)}`).join(' ')}
        className="fill-none stroke-accent"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {points.map((p) => (
        <circle key={p.n} cx={x(p.n)} cy={y(p.score)} r={2.5} className="fill-accent">
          <title>{`${p.period}: ${p.score} (n = ${p.count})`}</title>
        </circle>
      ))}
    </>
  )
}

const TextTable = ({ points }: { points: readonly Point[] }) => (
  <div className="sr-only">
    <table>
      <caption>{t('Rolling score over time')}</caption>
      <tbody>
        {points.map((p) => (
          <tr key={p.n}>
            <th scope="row">{p.period}</th>
            <td>{p.score}</td>
            <td>n = {p.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
