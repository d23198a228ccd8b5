import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { InsightListRow } from '#web/shell/insight-row.tsx'

/** The insights of a subtheme. */
export function InsightRows({ subthemeId, total }: { subthemeId: string; total: number }) {
  const list = useApiList(
    'listSubthemeInsights',
    { subthemeId, sort: '-occurred_at', include: ['occurred_at'] },
    { limit: 20 },
  )
  return (
    <Card title={t('Insights')} note={t('{count, one {# insight} other {# insights}}', { count: total })} flush>
      <CardRows list={list} note={<span className="text-faint">{formatNumber(total - list.items.length)}</span>}>
        {(one) =>
          'name' in one && (
            <InsightListRow
              key={one.id}
              id={one.id}
              insight={{ name: one.name, sentiment: one.sentiment }}
              end={<Occurred at={one.occurred_at ?? one.created_at} />}
            />
          )
        }
      </CardRows>
    </Card>
  )
}

const Occurred = ({ at }: { at: string }) => (
  <TimeAgo at={at} className="hidden w-24 text-end text-xs text-faint sm:inline" />
)
