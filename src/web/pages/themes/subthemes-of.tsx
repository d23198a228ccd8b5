import { Link } from '@tanstack/react-router'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/marks.tsx'
import { numberOf } from '#web/ui/time.tsx'

const few = 6

/** What exactly people say inside a theme; an organization without subthemes sees no gap. */
export function SubthemesOf({ themeId }: { themeId: string }) {
  const { data } = useRoute('listSubthemes', { theme_id: themeId, limit: few })
  if (!data || data.data.length === 0) return null
  return (
    <Card
      title={t('What exactly people say')}
      flush
      actions={
        <Link
          to={listAt(paths.themes, { view: 'subthemes', theme: themeId })}
          className="text-xs font-medium text-accent-text hover:underline"
        >
          {t('All {count}', { count: numberOf(data.pagination.total) })}
        </Link>
      }
    >
      <ul className="pb-1">
        {data.data.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <Link to={paths.subtheme(one.id)} className="min-w-0 flex-1 truncate text-sm font-medium hover:underline">
              {one.name}
            </Link>
            <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-16" />
            <span className="w-8 text-end text-xs text-faint tabular-nums">{numberOf(one.insight_count)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
