import { ChartScatter } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { placeLabels } from '#web/ui/charts/plot-labels.ts'
import { PlotMenu } from '#web/ui/charts/plot-menu.tsx'
import { useWidth } from '#web/ui/charts/use-width.ts'
import { NoResults, EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatNumber, formatPct } from '#web/ui/time.tsx'

type Theme = OutputOf<'getDashboard'>['top_themes'][number]
type Bubble = {
  id: string
  name: string
  color: string
  count: number
  previous: number
  change: number
  negative: number
}

/** Below this count in both periods a change is noise. */
const minCount = 5
/** The x axis is logarithmic, from an eighth to eight times the previous count. */
const maxDoublings = 3

function toBubble(theme: Theme): Bubble | null {
  const { insight_count: count, previous_insight_count: previous } = theme
  if (Math.max(count, previous) < minCount || count === 0) return null
  // A theme without previous insights is drawn at the maximum.
  const change = previous === 0 ? maxDoublings : Math.log2(count / previous)
  return {
    id: theme.theme_id,
    name: theme.name,
    color: theme.color,
    count,
    previous,
    change: Math.max(-maxDoublings, Math.min(maxDoublings, change)),
    negative: (100 * theme.sentiment_breakdown.negative) / count,
  }
}

const periods = ['30d', '90d'] as const

/** Themes by change (x), share of negative insights (y) and number of insights (size). */
export function BubbleChart() {
  const [filters, setFilters] = useFilters()
  const period = periods.find((one) => one === filters.range) ?? '90d'
  const { data, error, refetch } = useApiQuery('getDashboard', { period }, { keepPrevious: true })
  const q = filters.q?.toLowerCase() ?? ''
  const themes = useMemo(() => data?.top_themes.filter(({ name }) => name.toLowerCase().includes(q)) ?? [], [data, q])
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  if (themes.length === 0 && !q)
    return (
      <EmptyState
        icon={<ChartScatter />}
        title={t('Not enough data yet')}
        note={t('Themes appear here once they have five insights in the period.')}
      />
    )
  if (themes.length === 0) return <NoResults what={t('themes')} onClear={() => setFilters({ q: undefined })} />
  return <Chart themes={themes} period={period} />
}

function Chart({ themes, period }: { themes: readonly Theme[]; period: (typeof periods)[number] }) {
  const [, setFilters] = useFilters()
  const plot = useRef<HTMLDivElement>(null)
  const bubbles = useMemo(() => bubblesOf(themes), [themes])
  const hidden = themes.length - bubbles.length
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-6"
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={t('Themes by change and sentiment')}
    >
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Tabs
          label={t('Period')}
          value={period}
          onChange={(range) => setFilters({ range })}
          tabs={[
            { key: '30d', label: t('30 days') },
            { key: '90d', label: t('90 days') },
          ]}
        />
        <p className="flex-1 text-xs text-faint">
          {hidden > 0 &&
            t('{count, one {# theme} other {# themes}} with fewer than 5 insights hidden', { count: hidden })}
        </p>
        <PlotMenu
          name="themes-by-change"
          title={t('Themes by change and sentiment')}
          plot={plot}
          rows={() => bubbles.map(toExportRow)}
        />
      </div>
      <div ref={plot}>
        <Plot bubbles={bubbles} />
      </div>
    </div>
  )
}

/** Largest first, so that small bubbles are drawn on top. */
const bubblesOf = (themes: readonly Theme[]) =>
  themes
    .map(toBubble)
    .filter((one) => one !== null)
    .sort((a, b) => b.count - a.count)

const toExportRow = ({ name, count, previous, negative }: Bubble) => ({
  name,
  count,
  previous,
  negative_percent: Math.round(negative),
})

const margin = { top: 24, end: 14, bottom: 40, start: 46 }
const [maxRadius, minRadius] = [36, 7]

function scaleFor(bubbles: readonly Bubble[], width: number): Scale {
  const height = width < 600 ? 380 : 500
  const maxCount = Math.max(1, ...bubbles.map((one) => one.count))
  const doublings = Math.max(1, Math.ceil(Math.max(0, ...bubbles.map((one) => Math.abs(one.change)))))
  const largest = Math.min(maxRadius, width / 14)
  // Inset by a radius, so that no bubble is cut off.
  const [w, h] = [width - margin.start - margin.end - 2 * largest, height - margin.top - margin.bottom - 2 * largest]
  return {
    width,
    height,
    doublings,
    x: (change) => margin.start + largest + ((change + doublings) / (2 * doublings)) * w,
    y: (negative) => margin.top + largest + (1 - negative / 100) * h,
    radius: (count) => Math.max(minRadius, Math.sqrt(count / maxCount) * largest),
  }
}

type Scale = {
  width: number
  height: number
  /** The x axis ends at this many doublings in both directions. */
  doublings: number
  x: (change: number) => number
  y: (negative: number) => number
  radius: (count: number) => number
}

function Plot({ bubbles }: { bubbles: readonly Bubble[] }) {
  const [ref, width] = useWidth()
  const scale = scaleFor(bubbles, width)
  const { x, y, radius, height } = scale
  const labels = placeLabels(
    bubbles.map((one) => ({ id: one.id, name: one.name, x: x(one.change), y: y(one.negative), r: radius(one.count) })),
    { left: margin.start, right: width, top: margin.top, bottom: height - margin.bottom },
  )
  return (
    <figure ref={ref} className="min-w-0">
      <svg
        width={width}
        height={height}
        role="group"
        aria-label={t('Themes by change and sentiment')}
        className="block"
      >
        <Axes scale={scale} />
        {bubbles.map((one) => (
          <BubbleLink key={one.id} bubble={one} scale={scale} />
        ))}
        {labels.map((label) => (
          <text
            key={label.spot.id}
            x={label.x}
            y={label.y}
            textAnchor={label.anchor}
            className="pointer-events-none fill-ink text-xs font-medium"
          >
            {label.spot.name}
          </text>
        ))}
      </svg>
    </figure>
  )
}

function BubbleLink({ bubble, scale }: { bubble: Bubble; scale: Scale }) {
  const navigate = useNavigate()
  return (
    <a
      href={paths.theme(bubble.id)}
      aria-label={bubbleLabel(bubble)}
      onClick={(event) => {
        event.preventDefault()
        void navigate(paths.theme(bubble.id))
      }}
      className="group outline-none"
    >
      <title>{bubbleLabel(bubble)}</title>
      <circle
        cx={scale.x(bubble.change)}
        cy={scale.y(bubble.negative)}
        r={scale.radius(bubble.count)}
        fill={bubble.color}
        fillOpacity={0.28}
        stroke={bubble.color}
        strokeWidth={1.5}
        className="transition-[fill-opacity] group-hover:[fill-opacity:0.5] group-focus-visible:stroke-[4px]"
      />
    </a>
  )
}

const bubbleLabel = ({ name, count, previous, negative }: Bubble) =>
  t('{name}: {count} insights, {previous} in the previous period, {negative} negative', {
    name,
    count: formatNumber(count),
    previous: formatNumber(previous),
    negative: formatPct(negative),
  })

function tickLabel(doublings: number): string {
  if (doublings === 0) return t('unchanged')
  return doublings > 0 ? `× ${2 ** doublings}` : `÷ ${2 ** -doublings}`
}

function Axes({ scale: { x, y, doublings, width, height } }: { scale: Scale }) {
  const ticks = Array.from({ length: 2 * doublings + 1 }, (_, n) => n - doublings)
  return (
    <g aria-hidden>
      {[0, 25, 50, 75, 100].map((share) => (
        <ShareLine key={share} share={share} y={y(share)} width={width} />
      ))}
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={height - 22} textAnchor="middle" className="fill-faint text-2xs">
          {tickLabel(tick)}
        </text>
      ))}
      <line x1={x(0)} x2={x(0)} y1={margin.top} y2={height - margin.bottom} className="stroke-line-strong" />
      <text
        x={(margin.start + width - margin.end) / 2}
        y={height - 4}
        textAnchor="middle"
        className="fill-soft text-2xs"
      >
        {t('Change in insights vs previous period')}
      </text>
      <text x={width - margin.end} y={margin.top - 9} textAnchor="end" className="fill-faint text-2xs">
        {t('growing and negative')}
      </text>
      <text x={margin.start} y={margin.top - 9} className="fill-soft text-2xs">
        {t('Share of negative insights')}
      </text>
    </g>
  )
}

const ShareLine = ({ share, y, width }: { share: number; y: number; width: number }) => (
  <g>
    <line
      x1={margin.start}
      x2={width - margin.end}
      y1={y}
      y2={y}
      className="stroke-line"
      strokeDasharray={share === 0 ? undefined : '2 4'}
    />
    <text x={margin.start - 8} y={y + 4} textAnchor="end" className="fill-faint text-2xs">
      {formatPct(share)}
    </text>
  </g>
)
