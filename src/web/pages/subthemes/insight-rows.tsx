import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'

/** The insights of a subtheme. */
export function InsightRows({ subthemeId, total }: { subthemeId: string; total: number }) {
  const list = useApiList(
    'listSubthemeInsights',
    { subthemeId, sort: '-occurred_at', include: ['occurred_at'] },
    { limit: 20 },
  )
  return (
    <Card title={t('Insights')} note={t('{count, one {# insight} other {# insights}}', { count: total })} flush>
      <ul>
        {list.items.map(
          (one) =>
            'name' in one && (
              <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
                <Link to={paths.insight(one.id)} className="min-w-0 flex-1 text-sm font-medium hover:underline">
                  {one.name}
                </Link>
                <SentimentBadge sentiment={one.sentiment} />
                <TimeAgo
                  at={one.occurred_at ?? one.created_at}
                  className="hidden w-24 text-end text-xs text-faint sm:inline"
                />
              </li>
            ),
        )}
      </ul>
      <ShowMore
        list={list}
        busy={list.isFetchingNextPage}
        note={<span className="text-faint">{formatNumber(total - list.items.length)}</span>}
      />
    </Card>
  )
}
