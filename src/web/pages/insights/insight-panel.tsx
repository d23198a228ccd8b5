import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { InsightFacts, InsightHead, InsightQuotes } from './insight-parts.tsx'

/** An insight beside the list it was opened from. */
export function InsightPanel({ id }: { id: string }) {
  const { data: insight, error, refetch } = useRoute('getInsight', { insightId: id })
  return error ? (
    <ErrorState error={error} retry={refetch} what={t('insight')} />
  ) : !insight ? (
    <Loading />
  ) : (
    <>
      <InsightHead insight={insight} />
      <InsightQuotes insight={insight} />
      <InsightFacts insight={insight} />
    </>
  )
}
