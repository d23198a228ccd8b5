import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { formatPercent } from '#web/ui/time.tsx'
import { acceptLookalikes } from './accept.ts'
import type { Lookalike, LookalikesToReview } from './offer.ts'

type Props = LookalikesToReview & { onClose: () => void }

/** The insights that look the same as those that were just put somewhere; all are checked at first. */
export function LookalikesReview({ place, insights, onClose }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const chosen = insights.filter(({ id }) => !left.has(id))
  const toggle = (id: string) => setLeft((before) => before.symmetricDifference(new Set([id])))
  const accept = async () => {
    setBusy(true)
    await acceptLookalikes(place, chosen)
    onClose()
  }
  return (
    <FormDialog
      wide
      title={t('Look the same')}
      note={t('Those that you leave checked are moved to {name}.', { name: (place.subtheme ?? place.theme).name })}
      submitLabel={t('Move {count, one {# insight} other {# insights}}', { count: chosen.length })}
      busy={busy}
      disabled={chosen.length === 0}
      onSubmit={() => void accept()}
      onClose={onClose}
    >
      <ul className="max-h-[50vh] overflow-y-auto rounded-md border border-line">
        {insights.map((one) => (
          <Row key={one.id} insight={one} checked={!left.has(one.id)} onToggle={() => toggle(one.id)} />
        ))}
      </ul>
    </FormDialog>
  )
}

type RowProps = { insight: Lookalike; checked: boolean; onToggle: () => void }

const Row = ({ insight: { name, quote, sentiment, themes, similarity }, checked, onToggle }: RowProps) => (
  <li className="border-t border-line first:border-t-0">
    <label className="flex items-start gap-2.5 px-3 py-2 text-sm hover:bg-hover">
      <input type="checkbox" className="mt-1 size-3.5 accent-accent" checked={checked} onChange={onToggle} />
      <span className="min-w-0 flex-1">
        {name}
        {quote && <span className="line-clamp-1 text-xs text-soft">“{quote}”</span>}
        <span className="mt-0.5 flex items-center gap-2 text-xs text-faint">
          <SentimentBadge sentiment={sentiment} />
          {themes.length > 0 ? themes.map((theme) => theme.name).join(', ') : t('Unsorted')}
        </span>
      </span>
      <span className="text-xs text-faint tabular-nums" title={t('How similar it is')}>
        {formatPercent(similarity, 1)}
      </span>
    </label>
  </li>
)
