import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, percentOf } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CompetitorInsights } from './competitor-insights.tsx'
import { QuoteList } from './quote-list.tsx'

/** What is said about one subject across competitors, beside what your own customers say about it. */
export function Subject() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useRoute('getCompetitorSubtheme', { subthemeId: id })
  return (
    <Page
      title={data?.name ?? t('Subject')}
      above={{ label: t('Competitors'), to: paths.competitors }}
      actions={data && <Promote subject={data} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('Competitors')} />
      ) : !data ? (
        <Loading />
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
          <div className="grid min-w-0 content-start gap-4">
            <p className="text-base text-soft">{data.description}</p>
            <QuoteList quotes={data.quotes} />
            <CompetitorInsights of={{ subtheme_id: data.id }} />
          </div>
          <div className="grid content-start gap-4">
            <Card>
              <Facts
                rows={[
                  [t('Rank'), `#${data.rank + 1}`],
                  [t('Insights'), numberOf(data.insight_count)],
                  [t('Sentiment'), <SentimentBar key="s" of={data.sentiment_breakdown} className="h-1.5 w-24" />],
                ]}
              />
            </Card>
            <Card title={t('Who it is about')}>
              <ul className="grid gap-1.5 text-sm">
                {data.competitor_mix.map((one) => (
                  <li key={one.competitor_id} className="flex justify-between gap-3">
                    <Link to={paths.competitor(one.competitor_id)} className="hover:underline">
                      {one.name}
                    </Link>
                    <span className="text-xs text-faint tabular-nums">
                      {numberOf(one.count)} · {percentOf(one.share, 1)}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
            <Card title={t('Your own customers')}>
              <p className="text-sm">
                {t('{count, one {# insight} other {# insights}} about the same', {
                  count: data.first_party.insight_count,
                })}
              </p>
              {data.first_party.theme_ids[0] && (
                <Link
                  to={listAt(paths.insights, { theme: data.first_party.theme_ids[0] })}
                  className="mt-2 inline-block text-sm text-accent-text hover:underline"
                >
                  {t('Open as list')}
                </Link>
              )}
            </Card>
          </div>
        </div>
      )}
    </Page>
  )
}

function Promote({ subject }: { subject: Out<'getCompetitorSubtheme'> }) {
  const navigate = useNavigate()
  const promote = useCall('promoteCompetitorFinding', {
    onDone: ({ id, existing }) =>
      toast({
        title: existing ? t('Already in the backlog') : t('Added to the backlog'),
        action: { label: t('Open'), run: () => void navigate({ to: paths.opportunity(id) }) },
      }),
  })
  if (subject.promoted_opportunity_id)
    return (
      <Link to={paths.opportunity(subject.promoted_opportunity_id)} className={buttonClass('quiet', 'sm')}>
        {t('In the backlog')}
      </Link>
    )
  return (
    <Button
      size="sm"
      look="primary"
      busy={promote.isPending}
      onClick={() =>
        promote.mutate({
          source_type: 'subtheme',
          source_id: subject.id,
          title: subject.name.slice(0, 200),
          include_first_party_feedback: true,
        })
      }
    >
      {t('Promote to backlog')}
    </Button>
  )
}
