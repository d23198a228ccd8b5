import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { shortDay, useWidth } from '#web/ui/charts.tsx'
import { PlotCard } from '#web/ui/plot-card.tsx'
import { numberOf } from '#web/ui/time.tsx'

const [height, left] = [240, 34]
const y = (score: number) => 8 + ((100 - score) / 200) * (height - 30)

/** The rolling score with its interval as a band; periods without answers leave a gap. */
export function ScoreTrend({ from, segment }: { from: string; segment: string | undefined }) {
  const [ref, width] = useWidth()
  const { data } = useRoute(
    'getNpsTimeline',
    { from, granularity: 'week', window: 30, ...(segment && { segment_id: segment }) },
    { keep: true },
  )
  const buckets = data?.data ?? []
  const points = buckets.flatMap(({ period, rolling }, n) =>
    rolling.score_exact === null
      ? []
      : [{ n, period, score: rolling.score_exact, margin: rolling.margin_of_error ?? 0, count: rolling.responses }],
  )
  const x = (n: number) => left + (n / Math.max(1, buckets.length - 1)) * (width - left - 8)
  const every = Math.max(1, Math.ceil(buckets.length / Math.max(2, Math.floor(width / 90))))
  const clamp = (score: number) => Math.max(-100, Math.min(100, score))
  const band = [
    ...points.map((p) => `${x(p.n)},${y(clamp(p.score + p.margin))}`),
    ...points.toReversed().map((p) => `${x(p.n)},${y(clamp(p.score - p.margin))}`),
  ].join(' ')
  return (
    <PlotCard
      title={t('Over time')}
      name="nps-over-time"
      note={t('Rolling 30 days with its 95 % interval')}
      rows={() => points.map(({ n: _, ...row }) => row)}
    >
      <figure ref={ref} className="min-w-0">
        <svg width={width} height={height} role="img" aria-label={t('Rolling score over time')} className="block">
          {[-100, 0, 100].map((score) => (
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
                {numberOf(score).replace('-', '−')}
              </text>
            </g>
          ))}
          {buckets.map(
            ({ period }, n) =>
              n % every === 0 && (
                <text
                  key={period}
                  x={x(n)}
                  y={height - 4}
                  textAnchor={n === 0 ? 'start' : x(n) > width - 24 ? 'end' : 'middle'}
                  className="fill-faint text-2xs"
                >
                  {shortDay(period)}
                </text>
              ),
          )}
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
        </svg>
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
      </figure>
    </PlotCard>
  )
}
