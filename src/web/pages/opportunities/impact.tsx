import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Popover } from '#web/ui/overlays/menu.tsx'
import { formatNumber, formatPct } from '#web/ui/time.tsx'

type Factor = ItemOf<'listOpportunities'>['impact_factors'][number]

const factorLabels = (): Record<Factor['factor'], [string, string]> => ({
  volume: [t('Volume'), t('number of insights')],
  reach: [t('Reach'), t('number of contacts')],
  severity: [t('Severity'), t('negative sentiment, by category')],
  recency: [t('Recency'), t('age of the evidence')],
  segment: [t('Segments'), t('segment weight')],
  diversity: [t('Diversity'), t('number of source types')],
})

/** The impact score; a click shows the factors that add up to it. */
export function Impact({ score, factors }: { score: number; factors: readonly Factor[] }) {
  return (
    <Popover
      label={t('Impact score breakdown')}
      width="w-80"
      trigger={
        <button
          type="button"
          className="inline-flex items-center gap-2 rounded px-1 hover:bg-hover"
          aria-label={t('Impact {score}: show breakdown', { score: formatNumber(score, 1) })}
        >
          <span className="block h-1.5 w-16 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${score}%` }} />
          </span>
          <span className="text-xs font-medium tabular-nums">{formatNumber(score, 1)}</span>
        </button>
      }
    >
      <div className="grid gap-2.5 p-3">
        <p className="text-xs text-faint">{t('The score is the weighted sum of these factors.')}</p>
        {[...factors]
          .sort((a, b) => b.contribution - a.contribution)
          .map((factor) => (
            <FactorRow key={factor.factor} factor={factor} />
          ))}
        <p className="flex justify-between border-t border-line pt-2 text-sm font-medium">
          <span>{t('Impact')}</span>
          <span className="tabular-nums">{formatNumber(score, 1)}</span>
        </p>
      </div>
    </Popover>
  )
}

function FactorRow({ factor: { factor, value, weight, contribution } }: { factor: Factor }) {
  const [name, explanation] = factorLabels()[factor]
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
      <span>
        {name} <span className="text-xs text-faint">{explanation}</span>
      </span>
      <span className="text-end text-xs tabular-nums">+{formatNumber(contribution, 1)}</span>
      <span className="col-span-2 mt-0.5 h-1 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${value * 100}%` }} />
      </span>
      <span className="col-span-2 text-2xs text-faint tabular-nums">
        {formatPct(value * 100)} × {t('weight')} {formatPct(weight * 100)}
      </span>
    </div>
  )
}
