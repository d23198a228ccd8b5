import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'

/** Colours of the sentiments, and the dashed line of the previous period. */
export const Legend = ({ previous = false }: { previous?: boolean }) => {
  const entries = [
    ['bg-pos', t('Positive')],
    ['bg-neu', t('Neutral')],
    ['bg-neg', t('Negative')],
  ] as const
  return (
    <div className="flex flex-wrap gap-x-3 text-xs text-soft max-sm:order-last max-sm:basis-full" aria-hidden>
      {entries.map(([color, name]) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className={cx('size-2 rounded-full', color)} />
          {name}
        </span>
      ))}
      {previous && (
        <span className="inline-flex items-center gap-1.5">
          <svg width={14} height={2}>
            <line x1={0} x2={14} y1={1} y2={1} className="stroke-soft" strokeWidth={1.5} strokeDasharray="3 3" />
          </svg>
          {t('Previous period')}
        </span>
      )}
    </div>
  )
}
