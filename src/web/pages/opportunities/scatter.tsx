import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useWidth } from '#web/ui/charts.tsx'
import { labelsFor } from '#web/ui/plot-labels.ts'
import { PlotMenu } from '#web/ui/plot-menu.tsx'
import { numberOf } from '#web/ui/time.tsx'
import { categoryWords } from '#web/words.ts'

type Opportunity = ItemOf<'listOpportunities'>
type Dot = { id: string; name: string; x: number; y: number; r: number; of: Opportunity }
type Props = { items: readonly Opportunity[]; hasMore: boolean; loadMore: () => void }

/** More would be a cloud; what ranks highest is there. */
const maxDots = 300

/** Impact against evidence: what is worth doing and well founded stands at the upper right. */
export const Scatter = memo(function Scatter({ items, hasMore, loadMore }: Props) {
  useEffect(() => {
    if (hasMore && items.length < maxDots) loadMore()
  }, [hasMore, items.length, loadMore])
  const shown = useMemo(() => [...items].sort((a, b) => b.impact_score - a.impact_score).slice(0, maxDots), [items])
  const plot = useRef<HTMLDivElement>(null)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-6" data-scroll>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Legend />
        <p className="flex-1 text-xs text-faint">
          {hasMore && t('The first {count}; filter to see others', { count: numberOf(shown.length) })}
        </p>
        <PlotMenu
          name="opportunities"
          title={t('Opportunities by impact and evidence')}
          plot={plot}
          rows={() =>
            shown.map((one) => ({
              title: one.title,
              category: categoryWords()[one.category]!,
              impact: one.impact_score,
              insights: one.insight_count,
            }))
          }
        />
      </div>
      <div ref={plot}>
        <Plot items={shown} />
      </div>
      <TextTable items={shown} />
    </div>
  )
})

const box = { top: 22, end: 18, bottom: 40, start: 40 }
const ticks = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const maxLabels = 8
const maxLabelLength = 44

function Plot({ items }: { items: readonly Opportunity[] }) {
  const [ref, width] = useWidth()
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const [pointed, setPointed] = useState<string>()
  const height = width < 600 ? 400 : 520
  const max = Math.max(2, ...items.map((one) => one.insight_count))
  const min = Math.max(1, Math.min(max / 2, ...items.map((one) => one.insight_count)))
  const lowest = Math.min(75, Math.floor(Math.min(100, ...items.map((one) => one.impact_score)) / 25) * 25)
  // Evidence grows by multiples: from 2 to 4 says as much as from 20 to 40.
  const x = (count: number) =>
    box.start + 8 + (Math.log(Math.max(min, count) / min) / Math.log(max / min)) * (width - box.start - box.end - 16)
  const y = (impact: number) => box.top + ((100 - impact) / (100 - lowest)) * (height - box.top - box.bottom)
  const dots: Dot[] = items.map((of) => ({
    id: of.id,
    name: of.title.length > maxLabelLength ? `${of.title.slice(0, maxLabelLength - 1)}…` : of.title,
    x: x(of.insight_count),
    y: y(of.impact_score),
    r: 6,
    of,
  }))
  const labels =
    width < 600
      ? []
      : labelsFor(dots.slice(0, maxLabels), { left: box.start, right: width, inside: false, around: dots })
  const here = dots.find((dot) => dot.id === pointed)
  const move = (event: KeyboardEvent<SVGElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? dots.length - 1
          : by && Math.max(0, Math.min(dots.length - 1, at + by))
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }
  return (
    <figure ref={ref} className="relative min-w-0">
      <svg
        width={width}
        height={height}
        role="group"
        aria-label={t('Opportunities by impact and evidence')}
        onKeyDown={move}
        onPointerLeave={() => setPointed(undefined)}
        className="block"
      >
        <Axes
          x={x}
          y={y}
          lowest={lowest}
          counts={ticks.filter((count) => count >= min && count <= max)}
          width={width}
          height={height}
        />
        {labels.map(({ of, x: where, y: base, anchor }) => (
          <text key={of.id} x={where} y={base} textAnchor={anchor} className="pointer-events-none fill-soft text-2xs">
            {of.name}
          </text>
        ))}
        {dots.map((dot, n) => (
          <a
            key={dot.id}
            href={paths.opportunity(dot.id)}
            tabIndex={n === at ? 0 : -1}
            aria-label={sentenceFor(dot.of)}
            className="group outline-none"
            onFocus={() => {
              setAt(n)
              setPointed(dot.id)
            }}
            onBlur={() => setPointed(undefined)}
            onPointerEnter={() => setPointed(dot.id)}
            onClick={(event) => {
              event.preventDefault()
              void navigate({ to: paths.opportunity(dot.id) })
            }}
          >
            <Mark of={dot.of} x={dot.x} y={dot.y} />
          </a>
        ))}
      </svg>
      {here && <Note dot={here} width={width} />}
    </figure>
  )
}

const sentenceFor = ({ title, category, impact_score, insight_count }: Opportunity) =>
  t('{title}: impact {impact}, {count, one {# insight} other {# insights}}, {category}', {
    title,
    impact: numberOf(impact_score, 1),
    count: insight_count,
    category: categoryWords()[category]!,
  })

const looks: Record<Opportunity['category'], { color: string; shape: (x: number, y: number) => string }> = {
  BUGS_AND_ERRORS: { color: 'var(--neg)', shape: (x, y) => `M${x - 5} ${y - 5}h10v10h-10Z` },
  PAIN_POINTS: { color: '#b07a1e', shape: (x, y) => `M${x} ${y - 6.5}L${x + 6.5} ${y + 5}H${x - 6.5}Z` },
  FEATURE_REQUESTS: {
    color: 'var(--accent)',
    shape: (x, y) => `M${x - 5.5} ${y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z`,
  },
  USABILITY_ISSUES: {
    color: 'var(--pos)',
    shape: (x, y) => `M${x} ${y - 6.5}L${x + 6.5} ${y}L${x} ${y + 6.5}L${x - 6.5} ${y}Z`,
  },
}

const Mark = ({ of, x, y }: { of: Pick<Opportunity, 'category'>; x: number; y: number }) => (
  <path
    d={looks[of.category].shape(x, y)}
    fill={looks[of.category].color}
    stroke={looks[of.category].color}
    strokeWidth={1.5}
    fillOpacity={0.35}
    className="transition-[fill-opacity] group-hover:[fill-opacity:0.9] group-focus-visible:stroke-[4px] group-focus-visible:[fill-opacity:0.9]"
  />
)

const Legend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
    {(Object.keys(looks) as Opportunity['category'][]).map((category) => (
      <li key={category} className="inline-flex items-center gap-1.5">
        <svg width={14} height={14} aria-hidden>
          <Mark of={{ category }} x={7} y={7} />
        </svg>
        {categoryWords()[category]}
      </li>
    ))}
  </ul>
)

const noteWidth = 260

/** What one points at, beside it. */
function Note({ dot: { of, x, y }, width }: { dot: Dot; width: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-lg border border-line bg-panel px-3 py-2 text-xs shadow-pop"
      style={{ width: noteWidth, top: y + 12, left: Math.max(0, Math.min(width - noteWidth, x - noteWidth / 2)) }}
    >
      <p className="font-medium text-ink">{of.title}</p>
      <p className="mt-0.5 text-faint">
        {t('impact {score}', { score: numberOf(of.impact_score, 1) })} ·{' '}
        {t('{count, one {# insight} other {# insights}}', { count: of.insight_count })} · {categoryWords()[of.category]}
      </p>
    </div>
  )
}

type Axis = {
  x: (count: number) => number
  y: (impact: number) => number
  lowest: number
  counts: readonly number[]
  width: number
  height: number
}

function Axes({ x, y, lowest, counts, width, height }: Axis) {
  return (
    <g aria-hidden>
      {[0, 25, 50, 75, 100]
        .filter((impact) => impact >= lowest)
        .map((impact) => (
          <g key={impact}>
            <line
              x1={box.start}
              x2={width - box.end}
              y1={y(impact)}
              y2={y(impact)}
              className="stroke-line"
              strokeDasharray={impact === lowest ? undefined : '2 4'}
            />
            <text x={box.start - 8} y={y(impact) + 4} textAnchor="end" className="fill-faint text-2xs">
              {impact}
            </text>
          </g>
        ))}
      {counts.map((count) => (
        <text key={count} x={x(count)} y={height - 22} textAnchor="middle" className="fill-faint text-2xs">
          {numberOf(count)}
        </text>
      ))}
      <text x={(box.start + width - box.end) / 2} y={height - 4} textAnchor="middle" className="fill-soft text-2xs">
        {t('Insights behind it')}
      </text>
      <text x={box.start} y={box.top - 8} className="fill-soft text-2xs">
        {t('Impact')}
      </text>
      <text x={width - box.end} y={box.top - 8} textAnchor="end" className="fill-faint text-2xs">
        {t('worth doing and well founded')}
      </text>
    </g>
  )
}

const TextTable = ({ items }: { items: readonly Opportunity[] }) => (
  <div className="sr-only">
    <table>
      <caption>{t('Opportunities by impact and evidence')}</caption>
      <thead>
        <tr>
          <th>{t('Opportunity')}</th>
          <th>{t('Category')}</th>
          <th>{t('Impact')}</th>
          <th>{t('Insights')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.id}>
            <td>{one.title}</td>
            <td>{categoryWords()[one.category]}</td>
            <td>{numberOf(one.impact_score, 1)}</td>
            <td>{numberOf(one.insight_count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
