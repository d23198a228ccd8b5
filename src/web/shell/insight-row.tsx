import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { OperationName } from '#web/api/client.ts'

type Insight = { name: string; sentiment: 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'; quote?: string | null }
type Props = {
  id: string
  insight: Insight
  note?: ReactNode
  end?: ReactNode
  onRemove?: () => void
  removeOp?: OperationName
}

/** An insight in a card: its name, its sentiment and a quote. */
export const InsightListRow = ({ id, insight: { name, sentiment, quote }, note, end, onRemove, removeOp }: Props) => (
  <li className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.insight(id)}
          className={cx('flex-1 text-sm font-medium hover:underline', end ? 'min-w-56' : 'min-w-0')}
        >
          {name}
        </Link>
        <SentimentBadge sentiment={sentiment} />
        {end}
      </div>
      {quote && <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{quote}”</p>}
      {note && <p className="mt-0.5 text-xs text-faint">{note}</p>}
    </div>
    {onRemove && <IconButton label={t('Remove {name}', { name })} icon={X} op={removeOp} onClick={onRemove} />}
  </li>
)
