import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'

const maxSubthemes = 6

/** The subthemes of a theme; nothing when there are none. */
export function SubthemesCard({ themeId }: { themeId: string }) {
  const { data } = useApiQuery('listSubthemes', { theme_id: themeId, limit: maxSubthemes })
  if (!data || data.data.length === 0) return null
  return (
    <Card
      title={t('Subthemes')}
      flush
      actions={
        <CardLink to={paths.themes({ view: 'subthemes', theme: themeId })}>
          {t('All {count}', { count: formatNumber(data.pagination.total) })}
        </CardLink>
      }
    >
      <ul className="pb-1">
        {data.data.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <Link to={paths.subtheme(one.id)} className="min-w-0 flex-1 truncate text-sm font-medium hover:underline">
              {one.name}
            </Link>
            <SentimentBar breakdown={one.sentiment_breakdown} className="h-1.5 w-16" />
            <span className="w-8 text-end text-xs text-faint tabular-nums">{formatNumber(one.insight_count)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
