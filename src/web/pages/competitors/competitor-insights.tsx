import type { In } from '#web/api/client.ts'
import { useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip, SentimentMark } from '#web/ui/marks.tsx'

const tenAPage = 10

/** The insights behind a competitor, a subject or an opening, ten at a time. */
export function CompetitorInsights({
  of,
}: {
  of: Pick<In<'listCompetitorInsights'>, 'competitor_id' | 'subtheme_id' | 'teaser_id'>
}) {
  const { items, hasNextPage, fetchNextPage, isFetchingNextPage } = useList('listCompetitorInsights', of, {
    limit: tenAPage,
  })
  if (items.length === 0) return null
  return (
    <Card title={t('Insights')} flush>
      <ul>
        {items.map((one) => (
          <li key={one.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="flex flex-wrap items-center gap-3">
              <span className="min-w-40 flex-1 text-sm font-medium">{one.name}</span>
              <Chip>{one.competitor_name}</Chip>
              <SentimentMark sentiment={one.sentiment} />
            </div>
            <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{one.quote.text}”</p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
