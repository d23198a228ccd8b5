import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { InsightRow } from '#web/shell/insight-row.tsx'

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
              <InsightRow
                key={one.id}
                id={one.id}
                insight={{ name: one.name, sentiment: one.sentiment }}
                end={<Occurred at={one.occurred_at ?? one.created_at} />}
              />
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

const Occurred = ({ at }: { at: string }) => (
  <TimeAgo at={at} className="hidden w-24 text-end text-xs text-faint sm:inline" />
)
