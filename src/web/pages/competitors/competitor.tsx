import { Link, useParams } from '@tanstack/react-router'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { dayOf, numberOf, TimeAgo } from '#web/ui/time.tsx'
import { CompetitorInsights } from './competitor-insights.tsx'
import { QuoteList } from './quote-list.tsx'

export function Competitor() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useRoute('getCompetitor', { competitorId: id })
  return (
    <Page title={data?.name ?? t('Competitor')} above={{ label: t('Competitors'), to: paths.competitors }}>
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('Competitors')} />
      ) : !data ? (
        <Loading />
      ) : (
        <Content one={data} />
      )}
    </Page>
  )
}

function Content({ one }: { one: Out<'getCompetitor'> }) {
  const lists = [
    [t('What their customers praise'), one.top_positive],
    [t('What their customers complain about'), one.top_negative],
  ] as const
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-4">
        {one.description && <p className="text-base text-soft">{one.description}</p>}
        <div className="grid gap-4 md:grid-cols-2">
          {lists.map(([title, rows]) => (
            <Card key={title} title={title} flush>
              {rows.length === 0 ? (
                <p className="px-4 pb-4 text-sm text-faint">{t('Nothing stands out.')}</p>
              ) : (
                <ul className="pb-2">
                  {rows.map((row) => (
                    <li key={row.subtheme_id}>
                      <Link
                        to={paths.rivalSubject(row.subtheme_id)}
                        className="flex justify-between gap-3 px-4 py-1.5 text-sm hover:bg-hover"
                      >
                        <span className="min-w-0 truncate">{row.name}</span>
                        <span className="text-faint tabular-nums">{numberOf(row.insight_count)}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          ))}
        </div>
        <QuoteList quotes={one.quotes} />
        <CompetitorInsights of={{ competitor_id: one.id }} />
      </div>
      <div className="grid content-start gap-4">
        <Card>
          <Facts
            rows={[
              [
                t('Website'),
                <a
                  key="w"
                  href={one.website}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-accent-text hover:underline"
                >
                  {one.domain}
                </a>,
              ],
              [t('Reviews'), numberOf(one.review_count)],
              [t('Insights'), numberOf(one.insight_count)],
              [t('Sentiment'), <SentimentBar key="s" of={one.sentiment_breakdown} className="h-1.5 w-24" />],
              [t('Tracked since'), dayOf(one.added_at)],
              [t('Researched'), one.last_researched_at && <TimeAgo at={one.last_researched_at} />],
            ]}
          />
        </Card>
        {one.sources.length > 0 && (
          <Card title={t('Sources')}>
            <ul className="grid gap-1.5 text-sm">
              {one.sources.map((source) => (
                <li key={source.source} className="flex justify-between gap-3">
                  <span className="truncate">{source.source}</span>
                  <span className="text-faint tabular-nums">{numberOf(source.review_count)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <p className="text-xs text-faint">
          {t('A tracked competitor stays tracked, so that what was learned about it is not lost.')}
        </p>
      </div>
    </div>
  )
}
