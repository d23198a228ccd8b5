import { patchCache } from '#web/api/cache.ts'
import type { Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { ImpactHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { InitiativeStatus } from '#web/pages/initiatives/initiative-status.tsx'
import { ProjectStatus } from '#web/pages/projects/project-status.tsx'
import { SubthemeBlocks } from '#web/pages/subthemes/subtheme-blocks.tsx'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { OwnerSelect } from '#web/shell/members.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { DetailPage } from '#web/shell/details/detail-page.tsx'
import { SegmentsCard } from '#web/shell/segments-card.tsx'
import { SentimentBar, TrendBadge } from '#web/ui/badges.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Legend } from '#web/ui/charts/legend.tsx'
import { TrendChart } from '#web/ui/charts/trend-chart.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { InsightRow } from '#web/shell/insight-row.tsx'
import { CardLink, CountLink, LinkLine } from '#web/ui/lists/card-links.tsx'
import { Impact } from './impact.tsx'
import { OpportunityActions } from './opportunity-actions.tsx'

type OpportunityDetail = Output<'getOpportunity'>

export function Opportunity() {
  const { id } = useRouteParams<'opportunity'>()
  const query = useApiQuery('getOpportunity', { opportunityId: id })
  return (
    <DetailPage
      query={query}
      title={query.data?.title ?? t('Opportunity')}
      what={t('opportunity')}
      parent={{ label: t('Opportunities'), to: paths.opportunities() }}
      actions={(opportunity) => <OpportunityActions opportunity={opportunity} />}
    >
      {(opportunity) => (
        <div className="@container">
          <OpportunityContent opportunity={opportunity} />
        </div>
      )}
    </DetailPage>
  )
}

/** The same content in the side panel of the list. */
export function OpportunityPanel({ id }: { id: string }) {
  const query = useApiQuery('getOpportunity', { opportunityId: id })
  return (
    <QueryState query={query} what={t('opportunity')}>
      {(opportunity) => (
        <>
          <div className="flex flex-wrap gap-1.5">
            <OpportunityActions opportunity={opportunity} />
          </div>
          <OpportunityContent opportunity={opportunity} />
        </>
      )}
    </QueryState>
  )
}

function OpportunityContent({ opportunity }: { opportunity: OpportunityDetail }) {
  const mutation = useApiMutation('updateOpportunity', {
    optimistic: ({ opportunityId, ...change }) => patchCache([opportunityId], change),
  })
  const update = (change: OpportunityChange) => mutation.mutate({ opportunityId: opportunity.id, ...change })
  const months = opportunity.monthly_sentiment.map(({ month, ...mix }) => ({ period: `${month}-01`, ...mix }))
  return (
    <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <OpportunityHeader opportunity={opportunity} update={update} />
        <Card title={t('Brief')}>
          <p className="text-base leading-6">{opportunity.brief}</p>
        </Card>
        {months.length > 0 && (
          <Card title={t('Over time')} actions={<Legend />}>
            <TrendChart data={months} label={t('Sentiment by month')} height={150} />
          </Card>
        )}
        <SubthemeBlocks
          blocks={opportunity.narrative.filter(({ type }) => type === 'key_points' || type === 'quotes')}
        />
        <Evidence opportunityId={opportunity.id} />
      </div>
      <OpportunitySidebar opportunity={opportunity} update={update} />
    </div>
  )
}

type OpportunityChange = { title?: string; problem_statement?: string | null; owner_id?: string | null }
type EditableProps = { opportunity: OpportunityDetail; update: (change: OpportunityChange) => void }

const OpportunityHeader = ({ opportunity: { title, problem_statement }, update }: EditableProps) => (
  <DetailHeader
    name={title}
    onRename={(text) => update({ title: text })}
    text={{
      label: t('Problem'),
      value: problem_statement ?? '',
      placeholder: t('What is the problem, in one sentence?'),
      className: 'text-base text-soft',
      onSave: (text) => update({ problem_statement: text || null }),
    }}
  />
)

function OpportunitySidebar({ opportunity, update }: EditableProps) {
  const build = useApiMutation('buildOpportunities')
  return (
    <div className="grid content-start gap-4">
      <Card>
        <div className="mb-3">
          <OwnerSelect value={opportunity.owner_id} onChange={(owner_id) => update({ owner_id })} />
        </div>
        <OpportunityFacts opportunity={opportunity} />
      </Card>
      <SegmentsCard
        selected={opportunity.segments}
        onChange={(segment_ids) =>
          build.mutate({ action: 'set_segments', opportunity_id: opportunity.id, segment_ids })
        }
      />
      {opportunity.subthemes.length > 0 && <Subthemes subthemes={opportunity.subthemes} />}
      <PlannedWork opportunity={opportunity} />
    </div>
  )
}

function OpportunityFacts({ opportunity }: { opportunity: OpportunityDetail }) {
  const { rank, category } = opportunity
  return (
    <DescriptionList
      rows={[
        [
          t('Impact'),
          <span key="i" className="inline-flex items-center gap-1">
            <Impact score={opportunity.impact_score} factors={opportunity.impact_factors} />
            <ImpactHelp />
          </span>,
        ],
        [t('Rank'), rank === null ? null : t('{rank} in {category}', { rank, category: categoryLabels()[category]! })],
        [
          t('Insights'),
          <CountLink key="n" to={paths.insights({ opportunity: opportunity.id })} count={opportunity.insight_count} />,
        ],
        [t('Contacts'), formatNumber(opportunity.contact_count)],
        [t('Sentiment'), <SentimentBar key="s" breakdown={opportunity.sentiment_breakdown} className="h-1.5 w-24" />],
        [t('Trend'), <TrendBadge key="t" trend={opportunity.trend} />],
        opportunity.first_seen_at && [t('First seen'), <TimeAgo key="f" at={opportunity.first_seen_at} />],
      ]}
    />
  )
}

const Subthemes = ({ subthemes }: { subthemes: OpportunityDetail['subthemes'] }) => (
  <Card title={t('Subthemes')}>
    <ul className="grid grid-cols-1 gap-2">
      {subthemes.map((one) => (
        <LinkLine
          key={one.id}
          to={paths.subtheme(one.id)}
          name={one.name}
          end={<span className="text-xs text-faint tabular-nums">{formatNumber(one.insight_count)}</span>}
        />
      ))}
    </ul>
  </Card>
)

const PlannedWork = ({ opportunity: { initiative, projects } }: { opportunity: OpportunityDetail }) => (
  <Card title={t('Initiative and projects')}>
    {initiative ? (
      <ul>
        <LinkLine
          to={paths.initiative(initiative.id)}
          name={initiative.title}
          end={<InitiativeStatus status={initiative.status} />}
        />
      </ul>
    ) : (
      <p className="text-sm text-faint">{t('No initiative yet.')}</p>
    )}
    <ul className="mt-2 space-y-2">
      {projects.map((project) => (
        <LinkLine
          key={project.id}
          to={paths.project(project.id)}
          name={project.title}
          end={<ProjectStatus status={project.status} />}
        />
      ))}
    </ul>
  </Card>
)

function Evidence({ opportunityId }: { opportunityId: string }) {
  const { data } = useApiQuery('listOpportunityInsights', { opportunityId, limit: 20 })
  return (
    <Card
      title={t('Evidence')}
      flush
      actions={<CardLink to={paths.insights({ opportunity: opportunityId })}>{t('Open as list')}</CardLink>}
    >
      <ul>
        {data?.data.map((one) => (
          <InsightRow key={one.id} id={one.id} insight={one} />
        ))}
      </ul>
    </Card>
  )
}
