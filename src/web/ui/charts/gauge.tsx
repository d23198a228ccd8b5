import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'

function scoreColor(score: number): string {
  if (score < 0) return 'stroke-neg'
  return score < 30 ? 'stroke-accent' : 'stroke-pos'
}

/** −100 to 100 as a half circle; a dash when there is no score. */
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
          className={cx('fill-none', scoreColor(score))}
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
