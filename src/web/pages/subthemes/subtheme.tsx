import { Compass } from 'lucide-react'
import { forBatches, showBatchError } from '#web/api/batches.ts'
import { call, fetchAll, type OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate, useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { reachRow } from '#web/shell/account-reach.tsx'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { DetailPage } from '#web/shell/details/detail-page.tsx'
import { AddToOpportunity } from '#web/shell/evidence/add-to-opportunity.tsx'
import { ShareMenu } from '#web/shell/sharing/share-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { formatNumber, formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { LinksCard } from '#web/ui/lists/card-links.tsx'
import { renameSubtheme } from './correct-subtheme.ts'
import { SubthemeMenu } from './subtheme-menu.tsx'
import { SubthemeBlocks } from './subtheme-blocks.tsx'
import { InsightRows } from './insight-rows.tsx'

type SubthemeDetail = OutputOf<'getSubtheme'>

export function SubthemePage() {
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
      merged={{ text: t('This subtheme was merged.'), link: t('Open the merged subtheme'), to: paths.subtheme }}
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
    <DetailHeader
      op="updateSubtheme"
      label={t('Name')}
      name={subtheme.name}
      onRename={(name) => void renameSubtheme(subtheme, name)}
    >
      {subtheme.generated_name && (
        <p className="text-xs text-faint">{t('The analysis called it “{name}”', { name: subtheme.generated_name })}</p>
      )}
      {subtheme.description && <p className="mt-1 text-sm text-soft">{subtheme.description}</p>}
      <WrittenByModel model={subtheme.language_model} />
    </DetailHeader>
    <SubthemeBlocks blocks={subtheme.blocks} />
    <InsightRows subthemeId={subtheme.id} total={subtheme.insight_count} />
  </DetailColumns>
)

/** Nothing while it has no insights. */
function figuresOf({ insight_count, supporting_insight_count, sentiment_breakdown }: SubthemeDetail) {
  if (insight_count === 0) return []
  const counts = { count: formatNumber(supporting_insight_count), total: formatNumber(insight_count) }
  const sentiment = (
    <span key="s" className="flex items-center gap-2">
      <SentimentBar breakdown={sentiment_breakdown} className="h-1.5 w-20" />
      <span className="text-xs whitespace-nowrap text-faint">
        {t('{share} negative', { share: formatPercent(sentiment_breakdown.negative, insight_count) })}
      </span>
    </span>
  )
  return [[t('Close to this point'), t('{count} of {total}', counts)] as const, [t('Sentiment'), sentiment] as const]
}

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
        reachRow(subtheme.account_reach, { subtheme: subtheme.id }),
        ...figuresOf(subtheme),
        [t('Origin'), subtheme.origin === 'auto' ? t('Found by analysis') : t('Manual')],
        subtheme.pinned && [t('Pinned'), t('The analysis leaves it as it is')],
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

const loadInsights = async (subtheme_id: string) =>
  (await fetchAll('listInsights', { subtheme_id })).map(({ id }) => id)

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
      showBatchError(outcome, rest.length)
      await navigate(paths.opportunity(id))
    },
  })
}

const SiblingsLink = ({ themeId }: { themeId: string }) => (
  <Link
    to={paths.themes({ view: 'subthemes', theme: themeId })}
    className="hidden text-xs font-medium text-accent-text hover:underline sm:inline"
  >
    {t('All subthemes of this theme')}
  </Link>
)

function SubthemeActions({ subtheme }: { subtheme: SubthemeDetail }) {
  const navigate = useNavigate()
  const create = useCreateOpportunity(subtheme.insight_ids)
  const { negative, positive } = subtheme.sentiment_breakdown
  const mostlyNegative = negative > positive
  return (
    <>
      <SiblingsLink themeId={subtheme.theme_id} />
      <AddToOpportunity
        evidence={{ load: () => loadInsights(subtheme.id), title: subtheme.name }}
        disabled={subtheme.insight_count === 0}
      />
      <ShareMenu about={{ kind: 'subtheme', id: subtheme.id }} />
      <Button
        op="createOpportunity"
        size="sm"
        variant="primary"
        icon={Compass}
        busy={create.isPending}
        disabled={subtheme.insight_count === 0}
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
      <SubthemeMenu
        subtheme={subtheme}
        isLarge
        onGone={(into) => void navigate(into ? paths.subtheme(into) : paths.theme(subtheme.theme_id))}
      />
    </>
  )
}
