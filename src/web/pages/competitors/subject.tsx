import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { formatNumber, formatPercent } from '#web/ui/time.tsx'
import { CompetitorInsights } from './competitor-insights.tsx'
import { QuoteList } from './quote-list.tsx'
import { PromoteButton } from './promote-button.tsx'

type SubjectDetail = OutputOf<'getCompetitorSubtheme'>

/** One subject across competitors, compared with the organization's own feedback. */
export const SubjectPage = () => (
  <ObjectPage
    kind="competitorSubject"
    actions={(subject) => (
      <PromoteButton
        variant="primary"
        promoted={subject.promoted_opportunity_id}
        source={{ source_type: 'subtheme', source_id: subject.id, title: subject.name.slice(0, 200) }}
      />
    )}
  >
    {(subject) => <SubjectContent subject={subject} />}
  </ObjectPage>
)

const SubjectContent = ({ subject }: { subject: SubjectDetail }) => (
  <DetailColumns
    gap="gap-4"
    side={
      <>
        <SubjectFacts subject={subject} />
        <CompetitorMix mix={subject.competitor_mix} />
        <OwnCustomers firstParty={subject.first_party} />
      </>
    }
  >
    <p className="text-base text-soft">{subject.description}</p>
    <QuoteList quotes={subject.quotes} />
    <CompetitorInsights of={{ subtheme_id: subject.id }} />
  </DetailColumns>
)

const SubjectFacts = ({ subject }: { subject: SubjectDetail }) => (
  <Card>
    <DescriptionList
      rows={[
        [t('Rank'), `#${subject.rank + 1}`],
        [t('Insights'), formatNumber(subject.insight_count)],
        [t('Sentiment'), <SentimentBar key="s" breakdown={subject.sentiment_breakdown} className="h-1.5 w-24" />],
      ]}
    />
  </Card>
)

const CompetitorMix = ({ mix }: { mix: SubjectDetail['competitor_mix'] }) => (
  <Card title={t('By competitor')}>
    <ul className="grid gap-1.5 text-sm">
      {mix.map((one) => (
        <li key={one.competitor_id} className="flex justify-between gap-3">
          <Link to={paths.competitor(one.competitor_id)} className="hover:underline">
            {one.name}
          </Link>
          <span className="text-xs text-faint tabular-nums">
            {formatNumber(one.count)} · {formatPercent(one.share, 1)}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

function OwnCustomers({ firstParty: { insight_count, theme_ids } }: { firstParty: SubjectDetail['first_party'] }) {
  return (
    <Card title={t('Your own customers')}>
      <p className="text-sm">
        {t('{count, one {# related insight} other {# related insights}}', { count: insight_count })}
      </p>
      {theme_ids[0] && (
        <Link
          to={paths.insights({ theme: theme_ids[0] })}
          className="mt-2 inline-block text-sm text-accent-text hover:underline"
        >
          {t('Open as list')}
        </Link>
      )}
    </Card>
  )
}
