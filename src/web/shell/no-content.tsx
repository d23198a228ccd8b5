import { CircleSlash, X } from 'lucide-react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber } from '#web/ui/time.tsx'

/* New feedback in which the analysis found nothing: how much there is, and the way to it. */

const countsPollIntervalMs = 30_000

export const useInboxCounts = () =>
  useApiQuery('getInboxCounts', {}, { refetchInterval: countsPollIntervalMs, keepPrevious: true }).data

/** Leads to the items that were skipped, as long as there are some. */
export function NoContentLink() {
  const count = useInboxCounts()?.no_content
  if (!count) return null
  return (
    <CardLink to={paths.inbox({ skipped: 'no_content' })}>
      {t('{count, one {# item} other {# items}} with nothing to analyze', { count })}
    </CardLink>
  )
}

const chipClass = 'inline-flex h-7.5 items-center gap-1.5 rounded-md border bg-panel px-2 text-sm shadow-xs'

/** Shows them alone; the other filters go, so that the list has as many items as it says. */
export function NoContentFilter({ others }: { others: UrlFilters }) {
  const [filters, setFilters] = useFilters()
  const count = useInboxCounts()?.no_content
  const isOn = filters.skipped === 'no_content'
  if (!isOn && !count) return null
  const Icon = isOn ? X : CircleSlash
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => setFilters({ ...(!isOn && others), state: undefined, skipped: isOn ? undefined : 'no_content' })}
      className={cx(chipClass, isOn ? 'border-accent text-accent-text' : 'border-line-strong text-soft')}
    >
      <Icon className="size-3.5" />
      {t('Nothing to analyze')}
      {!isOn && <span className="text-xs text-faint tabular-nums">{formatNumber(count ?? 0)}</span>}
    </button>
  )
}
