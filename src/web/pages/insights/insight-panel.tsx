import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { InsightHeader } from './insight-header.tsx'
import { InsightProperties } from './insight-properties.tsx'
import { InsightQuotes } from './insight-quotes.tsx'

/** An insight beside the list it was opened from. */
export function InsightPanel({ id }: { id: string }) {
  const query = useApiQuery('getInsight', { insightId: id })
  return (
    <QueryState query={query} what={t('insight')}>
      {(insight) => (
        <>
          <InsightHeader insight={insight} />
          <InsightQuotes insight={insight} />
          <InsightProperties insight={insight} />
        </>
      )}
    </QueryState>
  )
}
