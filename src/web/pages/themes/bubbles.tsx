import { useNavigate } from '@tanstack/react-router'
import { ChartScatter } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { labelsFor } from '#web/ui/plot-labels.ts'
import { PlotMenu } from '#web/ui/plot-menu.tsx'
import { useWidth } from '#web/ui/charts.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf } from '#web/ui/time.tsx'

type Theme = Out<'getDashboard'>['top_themes'][number]
export type Bubble = {
  id: string
  name: string
  color: string
  count: number
  previous: number
  change: number
  negative: number
}

/** With fewer in both periods a change says nothing. */
const min = 5
/** Eight times as many, or an eighth; in doublings, so that twice as many is as far to the right as half as many is to the left. */
const maxDoublings = 3

export function bubbleOf({
  theme_id,
  name,
  color,
  insight_count,
  previous_insight_count,
  sentiment_breakdown,
}: Theme): Bubble | null {
  if (Math.max(insight_count, previous_insight_count) < min || insight_count === 0) return null
  // A theme nobody talked about before has grown as much as can be shown.
  const change = previous_insight_count === 0 ? maxDoublings : Math.log2(insight_count / previous_insight_count)
  return {
    id: theme_id,
    name,
    color,
    count: insight_count,
    previous: previous_insight_count,
    change: Math.max(-maxDoublings, Math.min(maxDoublings, change)),
    negative: (100 * sentiment_breakdown.negative) / insight_count,
  }
}

const periods = ['30d', '90d'] as const

/** What grows and what hurts: volume to the right, complaints up, size by insights. */
export function Bubbles() {
  const [filters, setFilters] = useFilters()
  const period = periods.find((one) => one === filters.range) ?? '90d'
  const { data, error, refetch } = useRoute('getDashboard', { period }, { keep: true })
  const plot = useRef<HTMLDivElement>(null)
  const q = filters.q?.toLowerCase() ?? ''
  const themes = useMemo(() => data?.top_themes.filter(({ name }) => name.toLowerCase().includes(q)) ?? [], [data, q])
  const bubbles = useMemo(
    () =>
      themes
        .map(bubbleOf)
        .filter((one) => one !== null)
        .sort((a, b) => b.count - a.count),
    [themes],
  )
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  if (themes.length === 0 && !q)
    return (
      <EmptyFirst
        icon={<ChartScatter />}
        title={t('Nothing to compare yet')}
        note={t('A theme stands here as soon as it has five insights in the period.')}
      />
    )
  if (themes.length === 0) return <EmptyFiltered what={t('themes')} onClear={() => setFilters({ q: undefined })} />
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
            t('{count, one {# theme} other {# themes}} with fewer than 5 insights left out', { count: hidden })}
        </p>
        <PlotMenu
          name="themes-by-change"
          title={t('Themes by change and sentiment')}
          plot={plot}
          rows={() =>
            bubbles.map(({ id: _, color: __, change: ___, negative, ...row }) => ({
              ...row,
              negative_percent: Math.round(negative),
            }))
          }
        />
      </div>
      <div ref={plot}>
        <Plot bubbles={bubbles} />
      </div>
    </div>
  )
}

const box = { top: 24, end: 14, bottom: 40, start: 46 }
const [largest, smallest] = [36, 7]

function Plot({ bubbles }: { bubbles: readonly Bubble[] }) {
  const [ref, width] = useWidth()
  const navigate = useNavigate()
  const height = width < 600 ? 380 : 500
  const max = Math.max(1, ...bubbles.map((one) => one.count))
  const reach = Math.max(1, Math.ceil(Math.max(0, ...bubbles.map((one) => Math.abs(one.change)))))
  const widest = Math.min(largest, width / 14)
  // Inset by a radius, so that no bubble is cut off.
  const [w, h] = [width - box.start - box.end - 2 * widest, height - box.top - box.bottom]
  const x = (change: number) => box.start + widest + ((change + reach) / (2 * reach)) * w
  const y = (negative: number) => box.top + (1 - negative / 100) * h
  const radius = (count: number) => Math.max(smallest, Math.sqrt(count / max) * widest)
  const labels = labelsFor(
    bubbles.map((one) => ({ id: one.id, name: one.name, x: x(one.change), y: y(one.negative), r: radius(one.count) })),
    { left: box.start, right: width },
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
        <Axes x={x} y={y} reach={reach} width={width} height={height} />
        {bubbles.map((one) => (
          <a
            key={one.id}
            href={paths.theme(one.id)}
            aria-label={sentenceFor(one)}
            onClick={(event) => {
              event.preventDefault()
              void navigate({ to: paths.theme(one.id) })
            }}
            className="group outline-none"
          >
            <title>{sentenceFor(one)}</title>
            <circle
              cx={x(one.change)}
              cy={y(one.negative)}
              r={radius(one.count)}
              fill={one.color}
              fillOpacity={0.28}
              stroke={one.color}
              strokeWidth={1.5}
              className="transition-[fill-opacity] group-hover:[fill-opacity:0.5] group-focus-visible:stroke-[4px]"
            />
          </a>
        ))}
        {labels.map(({ of, x: at, y: base, anchor }) => (
          <text
            key={of.id}
            x={at}
            y={base}
            textAnchor={anchor}
            className="pointer-events-none fill-ink text-xs font-medium"
          >
            {of.name}
          </text>
        ))}
      </svg>
    </figure>
  )
}

const sentenceFor = ({ name, count, previous, negative }: Bubble) =>
  t('{name}: {count} insights, {previous} in the period before, {negative} % negative', {
    name,
    count: numberOf(count),
    previous: numberOf(previous),
    negative: Math.round(negative),
  })

type Axis = {
  x: (change: number) => number
  y: (negative: number) => number
  reach: number
  width: number
  height: number
}

function Axes({ x, y, reach, width, height }: Axis) {
  const ticks = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach)
  return (
    <g aria-hidden>
      {[0, 25, 50, 75, 100].map((share) => (
        <g key={share}>
          <line
            x1={box.start}
            x2={width - box.end}
            y1={y(share)}
            y2={y(share)}
            className="stroke-line"
            strokeDasharray={share === 0 ? undefined : '2 4'}
          />
          <text x={box.start - 8} y={y(share) + 4} textAnchor="end" className="fill-faint text-2xs">
            {share} %
          </text>
        </g>
      ))}
      {ticks.map((change) => (
        <text key={change} x={x(change)} y={height - 22} textAnchor="middle" className="fill-faint text-2xs">
          {change === 0 ? t('as many') : change > 0 ? `× ${2 ** change}` : `÷ ${2 ** -change}`}
        </text>
      ))}
      <line x1={x(0)} x2={x(0)} y1={box.top} y2={height - box.bottom} className="stroke-line-strong" />
      <text x={(box.start + width - box.end) / 2} y={height - 4} textAnchor="middle" className="fill-soft text-2xs">
        {t('Change in insights to the period before')}
      </text>
      <text x={width - box.end} y={box.top - 9} textAnchor="end" className="fill-faint text-2xs">
        {t('growing and negative')}
      </text>
      <text x={box.start} y={box.top - 9} className="fill-soft text-2xs">
        {t('Share of negative insights')}
      </text>
    </g>
  )
}
