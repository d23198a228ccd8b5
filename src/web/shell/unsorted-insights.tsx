import type { InputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import type { ReactNode } from 'react'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { formatNumber } from '#web/ui/time.tsx'

/* Insights whose theme the analysis is not sure of: how many there are, and the way to them. */

/** The count, and when it was read. */
export function useUnsortedCount(filter: InputOf<'countInsights'> = {}) {
  const { data, dataUpdatedAt } = useApiQuery('countInsights', { unsorted: true, ...filter }, { keepPrevious: true })
  return data && { count: data.count, readAt: dataUpdatedAt }
}

type LinkProps = { count: number | undefined; isShort?: boolean }

/** Leads to the insights to sort, as long as there are some. */
export function UnsortedLink({ count, isShort = false }: LinkProps) {
  if (!count) return null
  return (
    <CardLink to={paths.unsorted()}>
      {isShort && <span className="sm:hidden">{t('{count} unsorted', { count: formatNumber(count) })}</span>}
      <span className={isShort ? 'max-sm:hidden' : ''}>
        {t('{count, one {# unsorted insight} other {# unsorted insights}}', { count })}
      </span>
    </CardLink>
  )
}

/** Beside the title of a list page: how many are in the list, and how many are to be sorted. */
export const CountAndUnsorted = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-3">
    <span>{children}</span>
    <UnsortedLink count={useUnsortedCount()?.count} isShort />
  </span>
)
