import { t } from '#web/i18n/t.ts'
import { formatNumber } from '#web/ui/time.tsx'

/** How many items match in all. */
export const Total = ({ count }: { count: { count: number; is_exact: boolean } | undefined }) =>
  count && (
    <>
      {formatNumber(count.count)}
      {!count.is_exact && '+'}
    </>
  )

/** How many items are loaded, where the server does not count the rest. */
export const Loaded = ({ count, hasMore }: { count: number; hasMore: boolean }) =>
  hasMore ? t('{count} loaded', { count: formatNumber(count) }) : formatNumber(count)
