import type { InputOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'

const pageSize = 10

type CompetitorInsightsProps = {
  of: Pick<InputOf<'listCompetitorInsights'>, 'competitor_id' | 'subtheme_id' | 'teaser_id'>
}

/** The insights behind a competitor, a subject or a market gap, one page at a time. */
export function CompetitorInsights({ of }: CompetitorInsightsProps) {
  const list = useApiList('listCompetitorInsights', of, { limit: pageSize })
  if (list.items.length === 0) return null
  return (
    <Card title={t('Insights')} flush>
      <CardRows list={list}>
        {(one) => (
          <li key={one.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="flex flex-wrap items-center gap-3">
              <span className="min-w-40 flex-1 text-sm font-medium">{one.name}</span>
              <Chip>{one.competitor_name}</Chip>
              <SentimentBadge sentiment={one.sentiment} />
            </div>
            <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{one.quote.text}”</p>
          </li>
        )}
      </CardRows>
    </Card>
  )
}
