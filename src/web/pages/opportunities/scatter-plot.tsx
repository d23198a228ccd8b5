import { type KeyboardEvent, useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { useWidth } from '#web/ui/charts/use-width.ts'
import { placeLabels } from '#web/ui/charts/plot-labels.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { CategoryMark } from './category-mark.tsx'
import { padding, ScatterAxes, type ScatterAxis, type ScatterScale } from './scatter-axes.tsx'

type Opportunity = ItemOf<'listOpportunities'>
type Dot = { id: string; name: string; x: number; y: number; r: number; opportunity: Opportunity }

const ticks = [0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const maxLabels = 8
const maxLabelLength = 44
/** Narrower plots are lower and have no labels, in pixels. */
const wideFrom = 600

const valueOf = (one: Opportunity, axis: ScatterAxis) => (axis === 'effort' ? (one.effort ?? 0) : one.insight_count)

function scaleFor(items: readonly Opportunity[], axis: ScatterAxis, width: number): ScatterScale {
  const height = width < wideFrom ? 400 : 520
  const counts = items.map((one) => valueOf(one, axis))
  const max = Math.max(2, ...counts)
  const min = Math.max(axis === 'effort' ? 0.1 : 1, Math.min(max / 2, ...counts))
  const minImpact = Math.min(75, Math.floor(Math.min(100, ...items.map((one) => one.impact_score)) / 25) * 25)
  const plotWidth = width - padding.start - padding.end - 16
  const plotHeight = height - padding.top - padding.bottom
  return {
    axis,
    // Logarithmic: the step from 2 to 4 insights is as large as the one from 20 to 40.
    x: (count) => padding.start + 8 + (Math.log(Math.max(min, count) / min) / Math.log(max / min)) * plotWidth,
    y: (impact) => padding.top + ((100 - impact) / (100 - minImpact)) * plotHeight,
    minImpact,
    countTicks: ticks.filter((count) => count >= min && count <= max),
    width,
    height,
  }
}

const toDot = (opportunity: Opportunity, { axis, x, y }: ScatterScale): Dot => ({
  id: opportunity.id,
  name:
    opportunity.title.length > maxLabelLength
      ? `${opportunity.title.slice(0, maxLabelLength - 1)}…`
      : opportunity.title,
  x: x(valueOf(opportunity, axis)),
  y: y(opportunity.impact_score),
  r: 6,
  opportunity,
})

/** The dot that a key moves the focus to. */
function nextIndex(key: string, index: number, last: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  return step && Math.max(0, Math.min(last, index + step))
}

type PlotProps = { items: readonly Opportunity[]; axis: ScatterAxis; title: string }

export function ScatterPlot({ items, axis, title }: PlotProps) {
  const [ref, width] = useWidth()
  const [focused, setFocused] = useState(0)
  const [hoveredId, setHoveredId] = useState<string>()
  const scale = scaleFor(items, axis, width)
  const dots = items.map((one) => toDot(one, scale))
  const hovered = dots.find((dot) => dot.id === hoveredId)
  const moveFocus = (event: KeyboardEvent<SVGElement>) => {
    const next = nextIndex(event.key, focused, dots.length - 1)
    if (next === undefined) return
    event.preventDefault()
    setFocused(next)
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }
  return (
    <figure ref={ref} className="relative min-w-0">
      <svg
        width={width}
        height={scale.height}
        role="group"
        aria-label={title}
        onKeyDown={moveFocus}
        onPointerLeave={() => setHoveredId(undefined)}
        className="block"
      >
        <ScatterAxes scale={scale} />
        {width >= wideFrom && <DotLabels dots={dots} width={width} />}
        <DotLinks dots={dots} focused={focused} onFocus={setFocused} onHover={setHoveredId} />
      </svg>
      {hovered && <DotTooltip dot={hovered} width={width} />}
    </figure>
  )
}

const DotLabels = ({ dots, width }: { dots: readonly Dot[]; width: number }) =>
  placeLabels(dots.slice(0, maxLabels), {
    left: padding.start,
    right: width,
    allowInside: false,
    obstacles: dots,
  }).map(({ spot, x, y, anchor }) => (
    <text key={spot.id} x={x} y={y} textAnchor={anchor} className="pointer-events-none fill-soft text-2xs">
      {spot.name}
    </text>
  ))

type DotLinksProps = {
  dots: readonly Dot[]
  focused: number
  onFocus: (index: number) => void
  onHover: (id: string | undefined) => void
}

/** Only the focused dot is in the tab order; the arrow keys move between dots. */
const DotLinks = ({ dots, focused, onFocus, onHover }: DotLinksProps) =>
  dots.map((dot, n) => (
    <DotLink key={dot.id} dot={dot} tabIndex={n === focused ? 0 : -1} onFocus={() => onFocus(n)} onHover={onHover} />
  ))

type DotLinkProps = {
  dot: Dot
  tabIndex: number
  onFocus: () => void
  onHover: (id: string | undefined) => void
}

function DotLink({ dot, tabIndex, onFocus, onHover }: DotLinkProps) {
  const navigate = useNavigate()
  return (
    <a
      href={paths.opportunity(dot.id)}
      tabIndex={tabIndex}
      aria-label={dotLabel(dot.opportunity)}
      className="group outline-none"
      onFocus={() => {
        onFocus()
        onHover(dot.id)
      }}
      onBlur={() => onHover(undefined)}
      onPointerEnter={() => onHover(dot.id)}
      onClick={(event) => {
        event.preventDefault()
        void navigate(paths.opportunity(dot.id))
      }}
    >
      <CategoryMark category={dot.opportunity.category} x={dot.x} y={dot.y} />
    </a>
  )
}

const dotLabel = ({ title, category, impact_score, insight_count }: Opportunity) =>
  t('{title}: impact {impact}, {count, one {# insight} other {# insights}}, {category}', {
    title,
    impact: formatNumber(impact_score, 1),
    count: insight_count,
    category: categoryLabels()[category]!,
  })

const tooltipWidth = 260

function DotTooltip({ dot: { opportunity, x, y }, width }: { dot: Dot; width: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-lg border border-line bg-panel px-3 py-2 text-xs shadow-pop"
      style={{
        width: tooltipWidth,
        top: y + 12,
        left: Math.max(0, Math.min(width - tooltipWidth, x - tooltipWidth / 2)),
      }}
    >
      <p className="font-medium text-ink">{opportunity.title}</p>
      <p className="mt-0.5 text-faint">
        {t('impact {score}', { score: formatNumber(opportunity.impact_score, 1) })} ·{' '}
        {t('{count, one {# insight} other {# insights}}', { count: opportunity.insight_count })} ·{' '}
        {categoryLabels()[opportunity.category]}
      </p>
    </div>
  )
}
