import { t } from '#web/i18n/t.ts'
import type { PlannedThemes } from './plan-definition.ts'

const maxShown = 8
const placeOf = (themes: readonly string[]) => themes.join(', ') || t('Unsorted')

/** Which insights would move from where to where, with samples. */
export function PlannedMoves({ plan: { moves, moved_insight_count } }: { plan: PlannedThemes }) {
  return (
    <section aria-live="polite" className="rounded-md border border-line text-sm">
      <h3 className="px-3 py-2 font-medium">
        {moved_insight_count === 0
          ? t('No insight moves.')
          : t('{count, one {# insight moves} other {# insights move}}', { count: moved_insight_count })}
      </h3>
      <ul className="max-h-[30vh] overflow-y-auto">
        {moves.slice(0, maxShown).map(({ from, to, insight_count, samples }) => (
          <li key={`${from.join()} ${to.join()}`} className="border-t border-line px-3 py-2">
            <p className="flex justify-between gap-3">
              <span>
                {placeOf(from)} → {placeOf(to)}
              </span>
              <span className="text-faint tabular-nums">{insight_count}</span>
            </p>
            {samples.map(({ id, name }) => (
              <p key={id} className="truncate text-xs text-soft">
                {name}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
