import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { LinksCard } from '#web/ui/lists/card-links.tsx'
import { CompetitorInsights } from './competitor-insights.tsx'
import { QuoteList } from './quote-list.tsx'

type CompetitorDetail = OutputOf<'getCompetitor'>

export const CompetitorPage = () => (
  <ObjectPage kind="competitor">{(competitor) => <CompetitorContent competitor={competitor} />}</ObjectPage>
)

const CompetitorContent = ({ competitor }: { competitor: CompetitorDetail }) => (
  <DetailColumns
    gap="gap-4"
    side={
      <>
        <CompetitorFacts competitor={competitor} />
        {competitor.sources.length > 0 && <CompetitorSources sources={competitor.sources} />}
        <p className="text-xs text-faint">{t('Competitors cannot be removed, so that their results are kept.')}</p>
      </>
    }
  >
    {competitor.description && <p className="text-base text-soft">{competitor.description}</p>}
    <div className="grid gap-4 md:grid-cols-2">
      <LinksCard
        title={t('Customer praise')}
        rows={subjectRows(competitor.top_positive)}
        empty={t('No notable findings.')}
      />
      <LinksCard
        title={t('Customer complaints')}
        rows={subjectRows(competitor.top_negative)}
        empty={t('No notable findings.')}
      />
    </div>
    <QuoteList quotes={competitor.quotes} />
    <CompetitorInsights of={{ competitor_id: competitor.id }} />
  </DetailColumns>
)

const subjectRows = (subjects: CompetitorDetail['top_positive']) =>
  subjects.map((one) => ({
    id: one.subtheme_id,
    to: paths.competitorSubject(one.subtheme_id),
    name: one.name,
    end: formatNumber(one.insight_count),
  }))

function CompetitorFacts({ competitor }: { competitor: CompetitorDetail }) {
  const website = (
    <a href={competitor.website} target="_blank" rel="noopener noreferrer" className="text-accent-text hover:underline">
      {competitor.domain}
    </a>
  )
  return (
    <Card>
      <DescriptionList
        rows={[
          [t('Website'), website],
          [t('Reviews'), formatNumber(competitor.review_count)],
          [t('Insights'), formatNumber(competitor.insight_count)],
          [t('Sentiment'), <SentimentBar key="s" breakdown={competitor.sentiment_breakdown} className="h-1.5 w-24" />],
          [t('Tracked since'), <TimeAgo key="a" at={competitor.added_at} />],
          [t('Researched'), competitor.last_researched_at && <TimeAgo key="r" at={competitor.last_researched_at} />],
        ]}
      />
    </Card>
  )
}

const CompetitorSources = ({ sources }: { sources: CompetitorDetail['sources'] }) => (
  <Card title={t('Sources')}>
    <ul className="grid gap-1.5 text-sm">
      {sources.map(({ source, review_count }) => (
        <li key={source} className="flex justify-between gap-3">
          <span className="truncate">{source}</span>
          <span className="text-faint tabular-nums">{formatNumber(review_count)}</span>
        </li>
      ))}
    </ul>
  </Card>
)
