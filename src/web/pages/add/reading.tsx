import { useMemo } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { formatNumber } from '#web/ui/time.tsx'

/* What becomes of what was added: how much is read, and the themes as they form. */

const busyPollMs = 2000
/** Themes are formed by a job of its own, which begins a little after the last item was read. */
const idlePollMs = 8000
const maxThemes = 6
const quotesOfTheme = 2
const newestInsights = 100

type Insight = ItemOf<'listInsights'>
type Theme = ItemOf<'listThemes'>
type ReadingState = {
  busy: boolean
  themes: readonly Theme[]
  quotes: ReadonlyMap<string, readonly Insight[]>
  total: number
  waiting: number
}

/** The state of the organization, read again as long as there is work. */
export function useReading(): ReadingState {
  const jobs = useApiQuery(
    'listJobs',
    { status: ['queued', 'running'], limit: 10 },
    { refetchInterval: (latest) => (latest?.data.length ? busyPollMs : idlePollMs) },
  )
  const busy = (jobs.data?.data.length ?? 0) > 0
  const refetchInterval = busy ? busyPollMs : idlePollMs
  const total = useApiQuery('countFeedback', {}, { refetchInterval })
  const waiting = useApiQuery('countFeedback', { status: ['received', 'queued', 'analyzing'] }, { refetchInterval })
  const themes = useApiQuery('listThemes', { sort: '-insight_count', limit: maxThemes }, { refetchInterval })
  const insights = useApiQuery('listInsights', { limit: newestInsights }, { refetchInterval })
  const quotes = useMemo(() => quotesByTheme(insights.data?.data ?? []), [insights.data])
  return {
    busy,
    themes: themes.data?.data.filter(({ insight_count }) => insight_count > 0) ?? [],
    quotes,
    total: total.data?.count ?? 0,
    waiting: waiting.data?.count ?? 0,
  }
}

function quotesByTheme(insights: readonly Insight[]): ReadonlyMap<string, Insight[]> {
  const byTheme = new Map<string, Insight[]>()
  for (const insight of insights) {
    if (!insight.quote) continue
    for (const { id } of insight.themes) {
      const known = byTheme.get(id) ?? []
      if (known.length < quotesOfTheme) byTheme.set(id, [...known, insight])
    }
  }
  return byTheme
}

export function Reading({ state }: { state: ReadingState }) {
  const { busy, themes, quotes, total, waiting } = state
  if (total === 0 && !busy && themes.length === 0) return null
  return (
    <Card
      title={t('Themes')}
      note={<Progress busy={busy} total={total} waiting={waiting} />}
      flush
      actions={themes.length > 0 && <CardLink to={paths.themes()}>{t('View themes')}</CardLink>}
    >
      {themes.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">
          {busy
            ? t('Themes form as the items are read.')
            : t(
                'No theme yet: it takes several items that speak of the same. Add more, or sort the insights yourself.',
              )}
        </p>
      )}
      <ul>
        {themes.map((theme) => (
          <ThemeRow key={theme.id} theme={theme} quotes={quotes.get(theme.id) ?? []} />
        ))}
      </ul>
    </Card>
  )
}

function Progress({ busy, total, waiting }: Pick<ReadingState, 'busy' | 'total' | 'waiting'>) {
  const text =
    waiting > 0
      ? t('{done} of {total} items read', { done: formatNumber(total - waiting), total: formatNumber(total) })
      : t('{count, one {# item read} other {# items read}}', { count: total })
  return <span role="status">{busy && waiting === 0 ? `${text} · ${t('sorting…')}` : text}</span>
}

const ThemeRow = ({ theme: { id, name, insight_count }, quotes }: { theme: Theme; quotes: readonly Insight[] }) => (
  <li className="border-t border-line px-4 py-2.5 first:border-t-0">
    <p className="flex items-baseline gap-2">
      <Link to={paths.theme(id)} className="min-w-0 text-sm font-medium break-words hover:underline">
        {name}
      </Link>
      <Link
        to={paths.insights({ theme: id })}
        className="inline-flex min-h-6 items-center text-xs text-faint tabular-nums hover:underline"
      >
        {t('{count, one {# insight} other {# insights}}', { count: insight_count })}
      </Link>
    </p>
    {quotes.map((one) => (
      <p key={one.id} className="mt-0.5 line-clamp-2 text-sm text-soft">
        <Link to={paths.insight(one.id)} className="hover:underline">
          “{one.quote}”
        </Link>
      </p>
    ))}
  </li>
)
