import { Compass } from 'lucide-react'
import { forBatches, reportError } from '#web/api/batches.ts'
import { call, type Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate, useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { DetailPage } from '#web/shell/details/detail-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { formatNumber, formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { LinksCard } from '#web/ui/lists/card-links.tsx'
import { SubthemeBlocks } from './subtheme-blocks.tsx'
import { InsightRows } from './insight-rows.tsx'

type SubthemeDetail = Output<'getSubtheme'>

export function Subtheme() {
  const { id } = useRouteParams<'subtheme'>()
  const query = useApiQuery('getSubtheme', { subthemeId: id })
  const { data } = query
  return (
    <DetailPage
      query={query}
      title={data?.name ?? t('Subtheme')}
      what={t('Subthemes')}
      parent={{ label: data?.theme_name ?? t('Themes'), to: data ? paths.theme(data.theme_id) : paths.themes() }}
      actions={(subtheme) => <SubthemeActions subtheme={subtheme} />}
    >
      {(subtheme) => <Content subtheme={subtheme} />}
    </DetailPage>
  )
}

const Content = ({ subtheme }: { subtheme: SubthemeDetail }) => (
  <DetailColumns
    side={
      <>
        <SubthemeProperties subtheme={subtheme} />
        {subtheme.related_subthemes.length > 0 && <RelatedSubthemes subthemes={subtheme.related_subthemes} />}
      </>
    }
  >
    <DetailHeader name={subtheme.name}>
      {subtheme.description && <p className="mt-1 text-sm text-soft">{subtheme.description}</p>}
      <WrittenByModel model={subtheme.language_model} />
    </DetailHeader>
    <SubthemeBlocks blocks={subtheme.blocks} />
    <InsightRows subthemeId={subtheme.id} total={subtheme.insight_count} />
  </DetailColumns>
)

const SubthemeProperties = ({ subtheme }: { subtheme: SubthemeDetail }) => (
  <Card>
    <DescriptionList
      rows={[
        [
          t('Theme'),
          <Link
            key="t"
            to={paths.theme(subtheme.theme_id)}
            className="inline-flex items-center gap-2 text-accent-text hover:underline"
          >
            <span aria-hidden className="size-2 rounded-full" style={{ background: subtheme.theme_color }} />
            {subtheme.theme_name}
          </Link>,
        ],
        [t('Insights'), formatNumber(subtheme.insight_count)],
        [
          t('Close to this point'),
          t('{count} of {total}', {
            count: formatNumber(subtheme.supporting_insight_count),
            total: formatNumber(subtheme.insight_count),
          }),
        ],
        [
          t('Sentiment'),
          <span key="s" className="flex items-center gap-2">
            <SentimentBar breakdown={subtheme.sentiment_breakdown} className="h-1.5 w-20" />
            <span className="text-xs whitespace-nowrap text-faint">
              {t('{share} negative', {
                share: formatPercent(subtheme.sentiment_breakdown.negative, subtheme.insight_count),
              })}
            </span>
          </span>,
        ],
        [t('Last updated'), <TimeAgo key="y" at={subtheme.synthesized_at} />],
      ]}
    />
  </Card>
)

const RelatedSubthemes = ({ subthemes }: { subthemes: SubthemeDetail['related_subthemes'] }) => (
  <LinksCard
    title={t('Related')}
    rows={subthemes.map(({ id, name, shared_insight_count: count }) => ({
      id,
      to: paths.subtheme(id),
      name,
      end: count > 0 && t('{count} shared', { count: formatNumber(count) }),
    }))}
  />
)

const maxIds = 100

/** One request takes a hundred insights; the rest follows. */
function useCreateOpportunity(insightIds: readonly string[]) {
  const navigate = useNavigate()
  return useApiMutation('createOpportunity', {
    onSuccess: async ({ id }) => {
      const rest = insightIds.slice(maxIds)
      const outcome = await forBatches(rest, (insight_ids) =>
        call('addOpportunityInsights', { opportunityId: id, insight_ids }),
      )
      reportError(outcome, rest.length)
      await navigate(paths.opportunity(id))
    },
  })
}

function SubthemeActions({ subtheme }: { subtheme: SubthemeDetail }) {
  const create = useCreateOpportunity(subtheme.insight_ids)
  const { negative, positive } = subtheme.sentiment_breakdown
  const mostlyNegative = negative > positive
  return (
    <>
      <Link
        to={paths.themes({ view: 'subthemes', theme: subtheme.theme_id })}
        className="hidden text-xs font-medium text-accent-text hover:underline sm:inline"
      >
        {t('All subthemes of this theme')}
      </Link>
      <Button
        size="sm"
        variant="primary"
        icon={Compass}
        busy={create.isPending}
        onClick={() =>
          create.mutate({
            title: subtheme.name.slice(0, 200),
            category: mostlyNegative ? 'PAIN_POINTS' : 'FEATURE_REQUESTS',
            ...(subtheme.description && { problem_statement: subtheme.description }),
            insight_ids: subtheme.insight_ids.slice(0, maxIds),
          })
        }
      >
        {t('Create opportunity')}
      </Button>
    </>
  )
}
