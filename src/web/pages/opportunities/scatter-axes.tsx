import { t } from '#web/i18n/t.ts'
import { formatNumber } from '#web/ui/time.tsx'

/** Space around the plot area for the axes and their labels, in pixels. */
export const padding = { top: 22, end: 18, bottom: 40, start: 40 }

/** What is shown from left to right. */
export type ScatterAxis = 'insights' | 'effort'

/** Maps insight counts, or efforts, and impact scores to pixels. */
export type ScatterScale = {
  axis: ScatterAxis
  x: (count: number) => number
  y: (impact: number) => number
  minImpact: number
  countTicks: readonly number[]
  width: number
  height: number
}

export const ScatterAxes = ({ scale }: { scale: ScatterScale }) => (
  <g aria-hidden>
    <ImpactGrid scale={scale} />
    {scale.countTicks.map((count) => (
      <text key={count} x={scale.x(count)} y={scale.height - 22} textAnchor="middle" className="fill-faint text-2xs">
        {formatNumber(count)}
      </text>
    ))}
    <AxisTitles {...scale} />
  </g>
)

const ImpactGrid = ({ scale: { y, minImpact, width } }: { scale: ScatterScale }) =>
  [0, 25, 50, 75, 100]
    .filter((impact) => impact >= minImpact)
    .map((impact) => (
      <g key={impact}>
        <line
          x1={padding.start}
          x2={width - padding.end}
          y1={y(impact)}
          y2={y(impact)}
          className="stroke-line"
          strokeDasharray={impact === minImpact ? undefined : '2 4'}
        />
        <text x={padding.start - 8} y={y(impact) + 4} textAnchor="end" className="fill-faint text-2xs">
          {impact}
        </text>
      </g>
    ))

function AxisTitles({ axis, width, height }: ScatterScale) {
  const { top, start, end } = padding
  return (
    <>
      <text x={(start + width - end) / 2} y={height - 4} textAnchor="middle" className="fill-soft text-2xs">
        {axis === 'effort' ? t('Effort in weeks') : t('Number of insights')}
      </text>
      <text x={start} y={top - 8} className="fill-soft text-2xs">
        {t('Impact')}
      </text>
      <text
        x={axis === 'effort' ? start + 60 : width - end}
        y={top - 8}
        textAnchor={axis === 'effort' ? 'start' : 'end'}
        className="fill-faint text-2xs"
      >
        {axis === 'effort' ? t('high impact, little effort') : t('high impact, strong evidence')}
      </text>
    </>
  )
}
