import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { npsGroupOf } from '#vocabulary/nps.ts'

/** How often each score was given; selecting a score filters the answers. */
export function ScoreHistogram({ report }: { report: OutputOf<'getNps'> }) {
  const scores = Object.entries(report.distribution) as [string, number][]
  const max = Math.max(1, ...scores.map(([, count]) => count))
  return (
    <PlotCard
      title={t('Responses by score')}
      name="nps-answers"
      note={t('Select a score to filter the responses')}
      rows={() => scores.map(([score, count]) => ({ score: Number(score), count }))}
    >
      <div className="flex h-36 items-end gap-1.5">
        {scores.map(([score, count]) => (
          <ScoreBar key={score} score={score} count={count} max={max} />
        ))}
      </div>
    </PlotCard>
  )
}

const barColor = (score: number) => ({ promoter: 'bg-pos', passive: 'bg-neu', detractor: 'bg-neg' })[npsGroupOf(score)]

function ScoreBar({ score, count, max }: { score: string; count: number; max: number }) {
  const [filters, setFilters] = useFilters()
  const isSelected = filters.score === score
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => setFilters({ score: isSelected ? undefined : score })}
      className="group flex h-full flex-1 flex-col gap-1"
    >
      <span className="text-center text-2xs text-faint tabular-nums">
        {count || ''}
        <span className="sr-only"> {t('responses with score')} </span>
      </span>
      <span className="flex min-h-0 flex-1 flex-col justify-end">
        <span
          data-bar
          className={cx('w-full rounded-sm', barColor(Number(score)), filters.score && !isSelected && 'opacity-35')}
          style={{ height: `${(100 * count) / max}%`, minHeight: count ? 3 : 1 }}
        />
      </span>
      <span className="text-center text-2xs text-faint">{score}</span>
    </button>
  )
}
