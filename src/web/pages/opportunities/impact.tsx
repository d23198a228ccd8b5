import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Popover } from '#web/ui/menu.tsx'
import { numberOf } from '#web/ui/time.tsx'

type Factor = ItemOf<'listOpportunities'>['impact_factors'][number]

const words = (): Record<Factor['factor'], [string, string]> => ({
  volume: [t('Volume'), t('how many insights')],
  reach: [t('Reach'), t('how many contacts')],
  severity: [t('Severity'), t('how negative, by category')],
  recency: [t('Recency'), t('how fresh the evidence is')],
  segment: [t('Segments'), t('how much the segments behind it weigh')],
  diversity: [t('Diversity'), t('how many kinds of sources')],
})

/** A score that explains itself: the parts add up to it. */
export function Impact({ score, factors }: { score: number; factors: readonly Factor[] }) {
  const names = words()
  return (
    <Popover
      label={t('How the impact score is made')}
      width="w-80"
      trigger={
        <button
          type="button"
          className="inline-flex items-center gap-2 rounded px-1 hover:bg-hover"
          aria-label={t('Impact {score}: how it is made', { score: numberOf(score, 1) })}
        >
          <span className="block h-1.5 w-16 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${score}%` }} />
          </span>
          <span className="text-xs font-medium tabular-nums">{numberOf(score, 1)}</span>
        </button>
      }
    >
      <div className="grid gap-2.5 p-3">
        <p className="text-xs text-faint">{t('Each factor counts by its weight; together they are the score.')}</p>
        {[...factors]
          .sort((a, b) => b.contribution - a.contribution)
          .map(({ factor, value, weight, contribution }) => (
            <div key={factor} className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
              <span>
                {names[factor][0]} <span className="text-xs text-faint">{names[factor][1]}</span>
              </span>
              <span className="text-end text-xs tabular-nums">+{numberOf(contribution, 1)}</span>
              <span className="col-span-2 mt-0.5 h-1 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${value * 100}%` }} />
              </span>
              <span className="col-span-2 text-2xs text-faint tabular-nums">
                {numberOf(value * 100)} % × {t('weight')} {numberOf(weight * 100)} %
              </span>
            </div>
          ))}
        <p className="flex justify-between border-t border-line pt-2 text-sm font-medium">
          <span>{t('Impact')}</span>
          <span className="tabular-nums">{numberOf(score, 1)}</span>
        </p>
      </div>
    </Popover>
  )
}
