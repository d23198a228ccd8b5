import type { InputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { sourceLabel } from '#web/labels.ts'

type Facet = { value: string; label: string; count: number }

/** The filters that facets support too; the others narrow only the list. */
const toFacetQuery = ({
  theme,
  segment,
  category,
  sentiment,
  source,
  after,
  before,
}: Record<string, string | undefined>) =>
  ({
    ...(theme && theme !== 'none' && { theme_id: theme }),
    ...(segment && { segment_id: segment }),
    ...(category && { category: category.split(',') }),
    ...(sentiment && { sentiment: sentiment.split(',') }),
    ...(source && { source: source.split(',') }),
    ...(after && { from: after }),
    // The list ends before that day; of a day given to a report, the whole counts.
    ...(before && { to: before.length > 10 ? before : `${before}T00:00:00Z` }),
  }) as InputOf<'getDashboardFacets'>

/** The filtered insights by facet; every bar is a filter. */
export function InsightOverview() {
  const [filters] = useFilters()
  const query = toFacetQuery(filters)
  const { data } = useApiQuery(
    'getDashboardFacets',
    { ...query, dimensions: ['sentiment', 'theme', 'category', 'source'] },
    { keepPrevious: true },
  )
  const { sentiment = [], theme = [], category = [], source = [] } = data?.facets ?? {}
  return (
    <section
      aria-label={t('Overview')}
      className={cx(
        'grid shrink-0 gap-x-8 gap-y-4 border-b border-line bg-bg px-4 py-4',
        'sm:grid-cols-2 md:px-6 lg:grid-cols-5',
      )}
    >
      <WeeklyTrend count={data?.insight_count} query={query} />
      <FacetBars title={t('Sentiment')} name="sentiment" rows={sentiment} />
      <FacetBars title={t('Themes')} name="theme" rows={theme} />
      <FacetBars title={t('Category')} name="category" rows={category} />
      <FacetBars
        title={t('Source')}
        name="source"
        rows={source.map((one) => ({ ...one, label: sourceLabel(one.label) }))}
      />
    </section>
  )
}

type WeeklyTrendProps = { count: number | undefined; query: InputOf<'getDashboardFacets'> }

function WeeklyTrend({ count, query }: WeeklyTrendProps) {
  const { data } = useApiQuery(
    'getDashboardTrends',
    { ...query, metric: 'insights', granularity: 'week' },
    { keepPrevious: true },
  )
  return (
    <div>
      <h2 className="text-xs font-medium text-faint">{t('Insights by week')}</h2>
      <p className="mt-1 text-xl font-semibold tabular-nums">{count === undefined ? '–' : formatNumber(count)}</p>
      <Sparkline
        values={data?.data.map((one) => one.count) ?? []}
        label={t('Insights by week')}
        width={150}
        height={40}
      />
    </div>
  )
}

const maxBars = 5

function FacetBars({ title, name, rows }: { title: string; name: keyof UrlFilters; rows: readonly Facet[] }) {
  const [filters, setFilters] = useFilters()
  const max = Math.max(1, ...rows.map((row) => row.count))
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-xs font-medium text-faint">{title}</h2>
      <ul className="grid gap-0.5">
        {rows.slice(0, maxBars).map((facet) => (
          <li key={facet.value}>
            <FacetBar
              facet={facet}
              share={facet.count / max}
              active={filters[name] === facet.value}
              onToggle={(on) => setFilters({ [name]: on ? facet.value : undefined })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type FacetBarProps = { facet: Facet; share: number; active: boolean; onToggle: (on: boolean) => void }

const FacetBar = ({ facet: { label, count }, share, active, onToggle }: FacetBarProps) => (
  <button
    type="button"
    aria-pressed={active}
    onClick={() => onToggle(!active)}
    className={cx(
      'relative flex w-full justify-between gap-2 overflow-hidden rounded px-1.5 py-1 text-xs hover:bg-hover',
      active && 'font-medium text-accent-text',
    )}
  >
    <span
      aria-hidden
      className="absolute inset-y-0 start-0 rounded bg-accent-soft"
      style={{ width: `${100 * share}%` }}
    />
    <span className="relative truncate">{label}</span>
    <span className="relative text-faint tabular-nums">{formatNumber(count)}</span>
  </button>
)
