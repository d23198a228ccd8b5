import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink, RowTitle } from '#web/ui/lists/row-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { textColumn } from '#web/ui/lists/columns.tsx'

export type InsightItem = ItemOf<'listInsights'>

export const insightColumns = (): GridColumn<InsightItem>[] => [
  {
    key: 'name',
    header: t('Insight'),
    width: 'minmax(280px,1fr)',
    cell: (one) => (
      <RowLink to={paths.insight(one.id)} className="font-medium text-ink">
        {one.name}
      </RowLink>
    ),
  },
  {
    key: 'sentiment',
    header: t('Sentiment'),
    width: '96px',
    cell: (one) => <SentimentBadge sentiment={one.sentiment} />,
  },
  textColumn('category', t('Category'), '140px', (one) => categoryLabels()[one.category]),
  { key: 'themes', header: t('Themes'), width: '230px', cell: (one) => <ThemeChips themes={one.themes} /> },
  {
    key: 'occurred',
    header: t('Date'),
    width: '104px',
    sorts: ['-occurred_at', 'occurred_at'],
    cell: (one) => <TimeAgo at={one.occurred_at ?? one.created_at} className="text-xs text-faint" />,
  },
]

const ThemeChips = ({ themes }: { themes: InsightItem['themes'] }) => (
  // The first of several leaves room for some letters of the next one.
  <span className="flex min-w-0 gap-1 overflow-hidden pe-3 *:min-w-0 *:first:shrink-0 *:first:not-last:max-w-[55%]">
    {themes.slice(0, 2).map((theme) => (
      <Chip key={theme.id} color={theme.color} title={theme.name}>
        {theme.name}
      </Chip>
    ))}
    {themes.length > 2 && <Chip>+{themes.length - 2}</Chip>}
  </span>
)

/** An insight on a narrow screen. */
export const insightCard = (one: InsightItem) => (
  <>
    <RowTitle to={paths.insight(one.id)}>{one.name}</RowTitle>
    <p className="mt-1 flex items-center gap-2 overflow-hidden">
      <SentimentBadge sentiment={one.sentiment} />
      {one.themes[0] && <Chip color={one.themes[0].color}>{one.themes[0].name}</Chip>}
      <TimeAgo at={one.occurred_at ?? one.created_at} className="ms-auto text-xs whitespace-nowrap text-faint" />
    </p>
  </>
)
