import type { In } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useFilters } from '#web/search.ts'
import { Sparkline } from '#web/ui/charts.tsx'
import { cx } from '#web/ui/cx.ts'
import { numberOf } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'

type Facet = { value: string; label: string; count: number }

/** What the filters that both know have in common; the rest of the address narrows the list alone. */
const asked = ({ theme, segment, category, sentiment, source, after, before }: Record<string, string | undefined>) =>
  ({
    ...(theme && theme !== 'none' && { theme_id: theme }),
    ...(segment && { segment_id: segment }),
    ...(category && { category: category.split(',') }),
    ...(sentiment && { sentiment: sentiment.split(',') }),
    ...(source && { source: source.split(',') }),
    ...(after && { from: after }),
    ...(before && { to: before }),
  }) as In<'getDashboardFacets'>

/** How the insights of the current filter spread; every bar is a filter. */
export function Overview() {
  const [filters] = useFilters()
  const query = asked(filters)
  const { data } = useRoute(
    'getDashboardFacets',
    { ...query, dimensions: ['sentiment', 'theme', 'category', 'source'] },
    { keep: true },
  )
  const { data: trend } = useRoute(
    'getDashboardTrends',
    { ...query, metric: 'insights', granularity: 'week' },
    { keep: true },
  )
  const { sentiment = [], theme = [], category = [], source = [] } = data?.facets ?? {}
  return (
    <section
      aria-label={t('Overview')}
      className="grid shrink-0 gap-x-8 gap-y-4 border-b border-line bg-bg px-4 py-4 sm:grid-cols-2 md:px-6 lg:grid-cols-5"
    >
      <div>
        <h2 className="text-xs font-medium text-faint">{t('Insights by week')}</h2>
        <p className="mt-1 text-xl font-semibold tabular-nums">{data ? numberOf(data.insight_count) : '–'}</p>
        <Sparkline
          values={trend?.data.map((one) => one.count) ?? []}
          label={t('Insights by week')}
          width={150}
          height={40}
        />
      </div>
      <Bars title={t('Sentiment')} name="sentiment" rows={sentiment} />
      <Bars title={t('Themes')} name="theme" rows={theme} />
      <Bars title={t('Category')} name="category" rows={category} />
      <Bars title={t('Source')} name="source" rows={source.map((one) => ({ ...one, label: sourceName(one.label) }))} />
    </section>
  )
}

const few = 5

function Bars({ title, name, rows }: { title: string; name: string; rows: readonly Facet[] }) {
  const [filters, setFilters] = useFilters()
  const max = Math.max(1, ...rows.map((row) => row.count))
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-xs font-medium text-faint">{title}</h2>
      <ul className="grid gap-0.5">
        {rows.slice(0, few).map(({ value, label, count }) => {
          const on = filters[name] === value
          return (
            <li key={value}>
              <button
                type="button"
                aria-pressed={on}
                onClick={() => setFilters({ [name]: on ? undefined : value })}
                className={cx(
                  'relative flex w-full justify-between gap-2 overflow-hidden rounded px-1.5 py-1 text-xs hover:bg-hover',
                  on && 'font-medium text-accent-text',
                )}
              >
                <span
                  aria-hidden
                  className="absolute inset-y-0 start-0 rounded bg-accent-soft"
                  style={{ width: `${(100 * count) / max}%` }}
                />
                <span className="relative truncate">{label}</span>
                <span className="relative text-faint tabular-nums">{numberOf(count)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
