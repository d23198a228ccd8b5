import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { locale, t } from '#web/i18n/t.ts'
import { type Breakdown, breakdownTotal } from '#web/ui/badges.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { useWidth } from './use-width.ts'

export type Bucket = { period: string } & Breakdown
export const shortDay = (period: string) =>
  new Date(`${period}T00:00:00`).toLocaleDateString(locale(), { day: 'numeric', month: 'short' })

const shortMonth = (period: string) =>
  new Date(`${period}T00:00:00`).toLocaleDateString(locale(), { month: 'short', year: '2-digit' })

type TrendProps = {
  data: readonly Bucket[]
  height?: number
  label: string
  onPick?: (period: string) => void
  /** One number per bucket: the total in the previous period. */
  previous?: readonly number[] | undefined
}

type Scale = {
  width: number
  height: number
  max: number
  /** The y coordinate of zero. */
  baseline: number
  /** Pixels per bucket, and how many of them the bar takes. */
  step: number
  barWidth: number
  labelEvery: number
  toPx: (value: number) => number
  format: (period: string) => string
}

function scaleFor(data: readonly Bucket[], previous: readonly number[], width: number, height: number): Scale {
  const max = Math.max(1, ...data.map(breakdownTotal), ...previous)
  const baseline = height - 20
  const step = width / Math.max(1, data.length)
  const isMonthly = data.length > 1 && data.every(({ period }) => period.endsWith('-01'))
  return {
    width,
    height,
    max,
    baseline,
    step,
    barWidth: Math.max(1, Math.min(26, step * 0.7)),
    labelEvery: Math.max(1, Math.ceil(data.length / Math.max(2, Math.floor(width / 76)))),
    toPx: (value) => (value / max) * (baseline - 14),
    format: isMonthly ? shortMonth : shortDay,
  }
}

/** Bars by sentiment, the previous period as a line. Bars that are links share one tab stop; arrow keys move in it. */
export const TrendChart = memo(function TrendChart({ data, height = 180, label, onPick, previous }: TrendProps) {
  const [ref, width] = useWidth()
  const [hovered, setHovered] = useState<number>()
  const [tabStop, setTabStop] = useState(0)
  const scale = scaleFor(data, previous ?? [], width, height)
  const move = (event: KeyboardEvent<SVGElement>) => {
    const next = { ArrowRight: tabStop + 1, ArrowLeft: tabStop - 1, Home: 0, End: data.length - 1 }[event.key]
    if (next === undefined || !data[next]) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }
  const bars = { data, scale, hovered, setHovered, tabStop, setTabStop, onPick }
  return (
    <figure ref={ref} className="relative min-w-0">
      <svg
        width={width}
        height={height}
        role={onPick ? 'group' : 'img'}
        aria-label={label}
        onPointerLeave={() => setHovered(undefined)}
        {...(onPick && { onKeyDown: move })}
        className="block"
      >
        <GridLines scale={scale} />
        <Bars {...bars} />
        {previous && <PreviousLine values={previous} scale={scale} />}
      </svg>
      {hovered !== undefined && data[hovered] && (
        <TrendTooltip bucket={data[hovered]} index={hovered} scale={scale} previous={previous} />
      )}
      <TrendTable data={data} label={label} previous={previous} />
    </figure>
  )
})

const GridLines = ({ scale: { width, max, baseline, toPx } }: { scale: Scale }) => (
  <>
    {[0.5, 1].map((part) => (
      <line
        key={part}
        x1={0}
        x2={width}
        y1={baseline - toPx(max * part)}
        y2={baseline - toPx(max * part)}
        className="stroke-line"
        strokeDasharray="2 4"
      />
    ))}
    <text x={0} y={baseline - toPx(max) - 4} className="fill-faint text-2xs">
      {formatNumber(max)}
    </text>
    <line x1={0} x2={width} y1={baseline} y2={baseline} className="stroke-line-strong" />
  </>
)

type BarsProps = {
  data: readonly Bucket[]
  scale: Scale
  hovered: number | undefined
  setHovered: (index: number | undefined) => void
  tabStop: number
  setTabStop: (index: number) => void
  onPick: ((period: string) => void) | undefined
}

function Bars({ data, scale, hovered, setHovered, tabStop, setTabStop, onPick }: BarsProps) {
  return data.map((bucket, n) => {
    const bar = (
      <Bar
        bucket={bucket}
        index={n}
        scale={scale}
        dimmed={hovered !== undefined && hovered !== n}
        onEnter={() => setHovered(n)}
      />
    )
    if (!onPick) return <g key={bucket.period}>{bar}</g>
    return (
      <BarLink
        key={bucket.period}
        label={`${scale.format(bucket.period)}: ${sentimentCounts(bucket)}`}
        isTabStop={n === tabStop}
        onFocus={() => {
          setTabStop(n)
          setHovered(n)
        }}
        onBlur={() => setHovered(undefined)}
        onPick={() => onPick(bucket.period)}
      >
        {bar}
      </BarLink>
    )
  })
}

const sentimentCounts = (bucket: Bucket) => t('{positive} positive, {neutral} neutral, {negative} negative', bucket)

type BarProps = { bucket: Bucket; index: number; scale: Scale; dimmed: boolean; onEnter: () => void }

function Bar({ bucket, index, scale, dimmed, onEnter }: BarProps) {
  const { width, height, step, barWidth, baseline, toPx } = scale
  const x = index * step + (step - barWidth) / 2
  const [negative, neutral, positive] = [toPx(bucket.negative), toPx(bucket.neutral), toPx(bucket.positive)]
  const stack = [
    { className: 'fill-neg', y: baseline - negative, size: negative },
    { className: 'fill-neu', y: baseline - negative - neutral, size: neutral },
    { className: 'fill-pos', y: baseline - negative - neutral - positive, size: positive },
  ]
  return (
    <g opacity={dimmed ? 0.55 : 1}>
      {stack.map(({ className, y, size }) => (
        <rect key={className} x={x} width={barWidth} y={y} height={size} className={className} rx={1} />
      ))}
      {index % scale.labelEvery === 0 && (
        <text x={Math.min(x, width - 36)} y={height - 4} className="fill-faint text-2xs">
          {scale.format(bucket.period)}
        </text>
      )}
      <rect
        x={index * step}
        width={step}
        y={0}
        height={baseline}
        fill="transparent"
        onPointerEnter={onEnter}
        className="group-focus-visible:stroke-accent group-focus-visible:stroke-2"
      />
    </g>
  )
}

type BarLinkProps = {
  label: string
  isTabStop: boolean
  onFocus: () => void
  onBlur: () => void
  onPick: () => void
  children: ReactNode
}

const BarLink = ({ label, isTabStop, onFocus, onBlur, onPick, children }: BarLinkProps) => (
  <a
    href="#"
    tabIndex={isTabStop ? 0 : -1}
    aria-label={label}
    className="group outline-none"
    onFocus={onFocus}
    onBlur={onBlur}
    onClick={(event) => {
      event.preventDefault()
      onPick()
    }}
  >
    {children}
  </a>
)

const PreviousLine = ({ values, scale }: { values: readonly number[]; scale: Scale }) => (
  <path
    aria-hidden
    d={values
      .map((value, n) => `${n ? 'L' : 'M'}${(n + 0.5) * scale.step} ${scale.baseline - scale.toPx(value)}`)
      .join('')}
    className="pointer-events-none fill-none stroke-soft"
    strokeWidth={1.25}
    strokeDasharray="3 3"
    strokeLinejoin="round"
  />
)

type TooltipProps = { bucket: Bucket; index: number; scale: Scale; previous: readonly number[] | undefined }

const TrendTooltip = ({ bucket, index, scale, previous }: TooltipProps) => (
  <div
    className={cx(
      'pointer-events-none absolute top-0 z-10 rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs',
      'shadow-pop',
    )}
    style={{ insetInlineStart: Math.min(Math.max(0, index * scale.step - 60), scale.width - 140) }}
  >
    <p className="font-medium">{scale.format(bucket.period)}</p>
    <p className="text-soft">{sentimentCounts(bucket)}</p>
    {previous && (
      <p className="text-faint">{t('{count} in the previous period', { count: formatNumber(previous[index] ?? 0) })}</p>
    )}
  </div>
)

/** The same data as a table for screen readers. */
const TrendTable = ({ data, label, previous }: Pick<TrendProps, 'data' | 'label' | 'previous'>) => (
  <div className="sr-only">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th>{t('Period')}</th>
          <th>{t('Positive')}</th>
          <th>{t('Neutral')}</th>
          <th>{t('Negative')}</th>
          {previous && <th>{t('Previous period')}</th>}
        </tr>
      </thead>
      <tbody>
        {data.map((one, n) => (
          <tr key={one.period}>
            <td>{one.period}</td>
            <td>{one.positive}</td>
            <td>{one.neutral}</td>
            <td>{one.negative}</td>
            {previous && <td>{previous[n]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
