import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Popover } from '#web/ui/overlays/menu.tsx'
import { formatNumber, formatPct } from '#web/ui/time.tsx'

type Term = ItemOf<'listOpportunities'>['score_terms'][number]

/** The score of the team's scoring method; a click shows the terms that it is computed from. */
export function TeamScore({ score, terms }: { score: number | null; terms: readonly Term[] }) {
  const shown = score === null ? '–' : formatNumber(score, 1)
  if (terms.length === 0) return <span className="text-xs text-faint">–</span>
  return (
    <Popover
      label={t('Score breakdown')}
      width="w-80"
      trigger={
        <button
          type="button"
          className="rounded px-1.5 text-xs font-medium tabular-nums hover:bg-hover"
          aria-label={t('Score {score}: show breakdown', { score: shown })}
        >
          {shown}
        </button>
      }
    >
      <div className="grid gap-2.5 p-3">
        {score === null && <p className="text-xs text-faint">{t('A number that the method needs is missing.')}</p>}
        {terms.map((term) => (
          <TermRow key={term.key ?? term.factor} term={term} />
        ))}
        <p className="flex justify-between border-t border-line pt-2 text-sm font-medium">
          <span>{t('Score')}</span>
          <span className="tabular-nums">{shown}</span>
        </p>
      </div>
    </Popover>
  )
}

const signs: Record<Term['role'], string> = { weighted: '+', multiplied: '×', added: '+', divided: '÷' }

const TermRow = ({ term: { name, role, value, weight, contribution } }: { term: Term }) => (
  <div className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
    <span>{name}</span>
    <span className="text-end text-xs tabular-nums">
      {value === null ? t('missing') : `${signs[role]} ${formatNumber(contribution ?? value, 2)}`}
    </span>
    {role === 'weighted' && value !== null && (
      <span className="col-span-2 text-2xs text-faint tabular-nums">
        {formatPct(value * 100)} × {t('weight')} {formatPct(weight * 100)}
      </span>
    )}
  </div>
)
