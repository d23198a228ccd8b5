import { Link } from '@tanstack/react-router'
import { useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SentimentMark } from '#web/ui/marks.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'

/** Every insight that a subtheme was made of. */
export function InsightRows({ subthemeId, total }: { subthemeId: string; total: number }) {
  const { items, hasNextPage, fetchNextPage, isFetchingNextPage } = useList(
    'listSubthemeInsights',
    { subthemeId },
    { limit: 20 },
  )
  return (
    <Card title={t('Insights')} note={t('{count, one {# insight} other {# insights}}', { count: total })} flush>
      <ul>
        {items.map(
          (one) =>
            'name' in one && (
              <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
                <Link to={paths.insight(one.id)} className="min-w-0 flex-1 text-sm font-medium hover:underline">
                  {one.name}
                </Link>
                <SentimentMark sentiment={one.sentiment} />
                <TimeAgo at={one.created_at} className="hidden w-20 text-end text-xs text-faint sm:inline" />
              </li>
            ),
        )}
      </ul>
      {hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')} <span className="text-faint">{numberOf(total - items.length)}</span>
          </Button>
        </div>
      )}
    </Card>
  )
}
