import { hierarchy, treemap } from 'd3-hierarchy'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { locale, t } from '#web/i18n/t.ts'
import { cx } from './cx.ts'
import { type Breakdown, SentimentBar, sumOf } from './marks.tsx'
import { numberOf } from './time.tsx'

/* Our own SVG: calm, themed by CSS, every plot with the same data as a table for those who do not see it. */

export function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, Math.round(entry.contentRect.width))),
    )
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

export type Bucket = { period: string } & Breakdown
export const shortDay = (period: string) =>
  new Date(`${period}T00:00:00`).toLocaleDateString(locale(), { day: 'numeric', month: 'short' })

const month = (period: string) =>
  new Date(`${period}T00:00:00`).toLocaleDateString(locale(), { month: 'short', year: '2-digit' })

type TrendProps = {
  data: readonly Bucket[]
  height?: number
  label: string
  onPick?: (period: string) => void
  /** As many numbers as there are buckets: how it was in the period before. */ before?: readonly number[] | undefined
}

/** Bars by sentiment, and as a line how much there was before; where a bar leads on it is a link, one of them in the order of the tab key and the others by its arrows. */
export const TrendChart = memo(function TrendChart({ data, height = 180, label, onPick, before }: TrendProps) {
  const [ref, width] = useWidth()
  const [at, setAt] = useState<number>()
  const [stop, setStop] = useState(0)
  const max = Math.max(1, ...data.map(sumOf), ...(before ?? []))
  const floor = height - 20
  const step = width / Math.max(1, data.length)
  const bar = Math.max(1, Math.min(26, step * 0.7))
  const scale = (value: number) => (value / max) * (floor - 14)
  const every = Math.max(1, Math.ceil(data.length / Math.max(2, Math.floor(width / 76))))
  const shown = at === undefined ? undefined : data[at]
  const named = data.length > 1 && data.every(({ period }) => period.endsWith('-01')) ? month : shortDay
  const move = (event: KeyboardEvent<SVGElement>) => {
    const next = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: data.length - 1 }[event.key]
    if (next === undefined || !data[next]) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }
  return (
    <figure ref={ref} className="relative min-w-0">
      <svg
        width={width}
        height={height}
        role={onPick ? 'group' : 'img'}
        aria-label={label}
        onPointerLeave={() => setAt(undefined)}
        {...(onPick && { onKeyDown: move })}
        className="block"
      >
        {[0.5, 1].map((part) => (
          <line
            key={part}
            x1={0}
            x2={width}
            y1={floor - scale(max * part)}
            y2={floor - scale(max * part)}
            className="stroke-line"
            strokeDasharray="2 4"
          />
        ))}
        <text x={0} y={floor - scale(max) - 4} className="fill-faint text-2xs">
          {numberOf(max)}
        </text>
        <line x1={0} x2={width} y1={floor} y2={floor} className="stroke-line-strong" />
        {data.map((bucket, n) => {
          const x = n * step + (step - bar) / 2
          const [negative, neutral, positive] = [scale(bucket.negative), scale(bucket.neutral), scale(bucket.positive)]
          const bars = (
            <g opacity={at === undefined || at === n ? 1 : 0.55}>
              <rect x={x} width={bar} y={floor - negative} height={negative} className="fill-neg" rx={1} />
              <rect x={x} width={bar} y={floor - negative - neutral} height={neutral} className="fill-neu" rx={1} />
              <rect
                x={x}
                width={bar}
                y={floor - negative - neutral - positive}
                height={positive}
                className="fill-pos"
                rx={1}
              />
              {n % every === 0 && (
                <text x={Math.min(x, width - 36)} y={height - 4} className="fill-faint text-2xs">
                  {named(bucket.period)}
                </text>
              )}
              <rect
                x={n * step}
                width={step}
                y={0}
                height={floor}
                fill="transparent"
                onPointerEnter={() => setAt(n)}
                className="group-focus-visible:stroke-accent group-focus-visible:stroke-2"
              />
            </g>
          )
          return onPick ? (
            <a
              key={bucket.period}
              href="#"
              tabIndex={n === stop ? 0 : -1}
              aria-label={`${named(bucket.period)}: ${t('{positive} positive, {neutral} neutral, {negative} negative', bucket)}`}
              className="group outline-none"
              onFocus={() => {
                setStop(n)
                setAt(n)
              }}
              onBlur={() => setAt(undefined)}
              onClick={(event) => {
                event.preventDefault()
                onPick(bucket.period)
              }}
            >
              {bars}
            </a>
          ) : (
            <g key={bucket.period}>{bars}</g>
          )
        })}
        {before && (
          <path
            aria-hidden
            d={before.map((value, n) => `${n ? 'L' : 'M'}${(n + 0.5) * step} ${floor - scale(value)}`).join('')}
            className="pointer-events-none fill-none stroke-soft"
            strokeWidth={1.25}
            strokeDasharray="3 3"
            strokeLinejoin="round"
          />
        )}
      </svg>
      {shown && (
        <div
          className="pointer-events-none absolute top-0 z-10 rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs shadow-pop"
          style={{ insetInlineStart: Math.min(Math.max(0, at! * step - 60), width - 140) }}
        >
          <p className="font-medium">{named(shown.period)}</p>
          <p className="text-soft">{t('{positive} positive, {neutral} neutral, {negative} negative', shown)}</p>
          {before && (
            <p className="text-faint">{t('{count} in the period before', { count: numberOf(before[at!] ?? 0) })}</p>
          )}
        </div>
      )}
      <TrendTable data={data} label={label} before={before} />
    </figure>
  )
})

const TrendTable = ({ data, label, before }: Pick<TrendProps, 'data' | 'label' | 'before'>) => (
  <div className="sr-only">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th>{t('Period')}</th>
          <th>{t('Positive')}</th>
          <th>{t('Neutral')}</th>
          <th>{t('Negative')}</th>
          {before && <th>{t('Period before')}</th>}
        </tr>
      </thead>
      <tbody>
        {data.map((one, n) => (
          <tr key={one.period}>
            <td>{one.period}</td>
            <td>{one.positive}</td>
            <td>{one.neutral}</td>
            <td>{one.negative}</td>
            {before && <td>{before[n]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const Legend = ({ before = false }: { before?: boolean }) => (
  <div className="flex flex-wrap gap-x-3 text-xs text-soft max-sm:order-last max-sm:basis-full" aria-hidden>
    {(
      [
        ['bg-pos', t('Positive')],
        ['bg-neu', t('Neutral')],
        ['bg-neg', t('Negative')],
      ] as const
    ).map(([color, name]) => (
      <span key={name} className="inline-flex items-center gap-1.5">
        <span className={cx('size-2 rounded-full', color)} />
        {name}
      </span>
    ))}
    {before && (
      <span className="inline-flex items-center gap-1.5">
        <svg width={14} height={2}>
          <line x1={0} x2={14} y1={1} y2={1} className="stroke-soft" strokeWidth={1.5} strokeDasharray="3 3" />
        </svg>
        {t('Period before')}
      </span>
    )}
  </div>
)

/** Words run sideways, so tiles are laid out in half the width and drawn in the whole: broad rather than tall. */
const stretch = 2
const gap = 4
const letterPx = 6.9
const smaller = 0.9
/** As much room as a finger needs, however small a part of the whole a tile is. */
const minArea = 1600
const maxWordLength = (text: string) => Math.max(...text.split(/\s+/).map((word) => word.length))

export type Tile = { id: string; name: string; value: number; color: string; mix?: Breakdown }

export const Treemap = memo(function Treemap({
  tiles,
  height = 280,
  label,
  href,
  onPick,
}: {
  tiles: readonly Tile[]
  height?: number
  label: string
  href: (id: string) => string
  onPick: (id: string) => void
}) {
  const [ref, width] = useWidth()
  const min = (tiles.reduce((sum, tile) => sum + tile.value, 0) * minArea * stretch) / ((width + gap) * (height + gap))
  const root = hierarchy<{ children?: readonly Tile[] } & Partial<Tile>>({ children: tiles })
    .sum((one) => (one.value ? Math.max(one.value, min) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const placed = treemap<{ children?: readonly Tile[] } & Partial<Tile>>()
    .size([(width + gap) / stretch, height + gap])(root)
    .leaves()
  return (
    <div ref={ref}>
      <ul aria-label={label} className="relative" style={{ height }}>
        {placed.map(({ data, x0, y0, x1, y1 }) => {
          const { id, name, value, color, mix } = data as Tile
          const [w, h] = [Math.round((x1 - x0) * stretch) - gap, Math.round(y1 - y0) - gap]
          if (w < 2 || h < 2) return null
          // A word that would be cut in two is not shown at all; its tile still says its name to whoever points or listens.
          const longest = maxWordLength(name) * letterPx
          const small = longest > w - 20
          const wide = h > 26 && (longest * smaller <= w - 18 || w > 84)
          const tall = wide && h > 52
          return (
            <li
              key={id}
              className="absolute"
              style={{ insetInlineStart: Math.round(x0 * stretch), top: Math.round(y0), width: w, height: h }}
            >
              <a
                href={href(id)}
                title={`${name}: ${value}`}
                onClick={(event) => {
                  event.preventDefault()
                  onPick(id)
                }}
                className="flex size-full flex-col overflow-hidden rounded-md border-s-[3px] bg-sunken px-2 py-1.5 text-start hover:bg-hover"
                style={{ borderInlineStartColor: color }}
              >
                <span
                  className={cx(
                    !wide
                      ? 'sr-only'
                      : cx('overflow-hidden font-medium text-ellipsis', small ? 'text-2xs leading-4' : 'text-xs'),
                    h > 90 ? 'line-clamp-3' : h > 66 ? 'line-clamp-2' : 'truncate',
                  )}
                >
                  {name}
                </span>
                <span className={tall ? 'text-xs text-faint tabular-nums' : 'sr-only'}>{numberOf(value)}</span>
                {tall && mix && h > 66 && (
                  <span className="mt-auto flex">
                    <SentimentBar of={mix} className="h-1 w-full" />
                  </span>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
})

export function Sparkline({
  values,
  label,
  width = 84,
  height = 24,
}: {
  values: readonly number[]
  label: string
  width?: number
  height?: number
}) {
  const max = Math.max(1, ...values)
  const x = (n: number) => (values.length < 2 ? width / 2 : 1 + (n / (values.length - 1)) * (width - 2))
  const y = (value: number) => height - 2 - (value / max) * (height - 4)
  const line = values.map((value, n) => `${n ? 'L' : 'M'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="overflow-visible">
      {values.length > 0 && (
        <path d={`${line}L${x(values.length - 1)} ${height}L${x(0)} ${height}Z`} className="fill-accent-soft" />
      )}
      <path d={line} className="fill-none stroke-accent" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  )
}

/** −100 to 100 as a half circle; without answers there is no score to show. */
export function Gauge({ score, label }: { score: number | null; label: string }) {
  const angle = (value: number) => Math.PI * (1 - (value + 100) / 200)
  const point = (value: number, radius: number) =>
    `${100 + radius * Math.cos(angle(value))} ${100 - radius * Math.sin(angle(value))}`
  const arc = (from: number, to: number) => `M${point(from, 84)}A84 84 0 0 1 ${point(to, 84)}`
  return (
    <svg
      viewBox="0 0 200 116"
      role="img"
      aria-label={`${label}: ${score ?? t('no score yet')}`}
      className="w-full max-w-56"
    >
      <path d={arc(-100, 100)} className="fill-none stroke-sunken" strokeWidth={14} strokeLinecap="round" />
      {score !== null && (
        <path
          d={arc(-100, Math.max(-99, score))}
          className={cx('fill-none', score < 0 ? 'stroke-neg' : score < 30 ? 'stroke-accent' : 'stroke-pos')}
          strokeWidth={14}
          strokeLinecap="round"
        />
      )}
      <text x={100} y={96} textAnchor="middle" className="fill-ink text-[34px] font-semibold">
        {score ?? '–'}
      </text>
    </svg>
  )
}
