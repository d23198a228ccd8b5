import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { ImpactHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { InitiativeStatusChip } from '#web/pages/initiatives/initiative-status.tsx'
import { ProjectLines } from '#web/pages/projects/project-lines.tsx'
import { SubthemeBlocks } from '#web/pages/subthemes/subtheme-blocks.tsx'
import { paths } from '#web/routes/paths.ts'
import { CustomFieldsCard } from '#web/shell/custom-fields/custom-fields-card.tsx'
import { reachRow } from '#web/shell/account-reach.tsx'
import { OwnerSelect } from '#web/shell/members.tsx'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage, ObjectPanel } from '#web/shell/details/object-page.tsx'
import { SegmentsCard } from '#web/shell/segments-card.tsx'
import { SentimentBar, TrendBadge } from '#web/ui/badges.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Legend } from '#web/ui/charts/legend.tsx'
import { TrendChart } from '#web/ui/charts/trend-chart.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { importanceLabels } from '#web/shell/evidence/importance.tsx'
import { CountLink, LinkLine } from '#web/ui/lists/card-links.tsx'
import { MayEdit } from '#web/api/may.tsx'
import { EstimatesCard } from './estimates-card.tsx'
import { Impact } from './impact.tsx'
import { OpportunityActions } from './opportunity-actions.tsx'
import { OpportunityEvidence } from './opportunity-evidence.tsx'

type OpportunityDetail = OutputOf<'getOpportunity'>

export const OpportunityPage = () => (
  <ObjectPage
    kind="opportunity"
    actions={(opportunity) => <OpportunityActions opportunity={opportunity} />}
    merged={{ text: t('This opportunity was merged.'), link: t('Open the other one'), to: paths.opportunity }}
  >
    {(opportunity) => (
      <div className="@container">
        <OpportunityContent opportunity={opportunity} />
      </div>
    )}
  </ObjectPage>
)

/** The same content in the side panel of the list. */
export const OpportunityPanel = ({ id }: { id: string }) => (
  <ObjectPanel kind="opportunity" id={id}>
    {(opportunity) => (
      <>
        <div className="flex flex-wrap gap-1.5">
          <OpportunityActions opportunity={opportunity} />
        </div>
        <OpportunityContent opportunity={opportunity} />
      </>
    )}
  </ObjectPanel>
)

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
        <OpportunityEvidence opportunity={opportunity} />
        <ObjectComments type="opportunity" id={opportunity.id} />
      </div>
      <OpportunitySidebar opportunity={opportunity} update={update} />
    </div>
  )
}

type OpportunityChange = { title?: string; problem_statement?: string | null; owner_id?: string | null }
type EditableProps = { opportunity: OpportunityDetail; update: (change: OpportunityChange) => void }

const OpportunityHeader = ({ opportunity: { title, problem_statement }, update }: EditableProps) => (
  <DetailHeader
    op="updateOpportunity"
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
          <MayEdit op="updateOpportunity">
            <OwnerSelect value={opportunity.owner_id} onChange={(owner_id) => update({ owner_id })} />
          </MayEdit>
        </div>
        <OpportunityFacts opportunity={opportunity} />
      </Card>
      <EstimatesCard key={opportunity.id} opportunity={opportunity} />
      <CustomFieldsCard type="opportunity" object={opportunity} />
      <SegmentsCard
        op="buildOpportunities.set_segments"
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

/** Without evidence there is nothing to rank it by. */
function rankText({ rank, category, insight_count, status }: OpportunityDetail) {
  if (rank !== null) return t('{rank} in {category}', { rank, category: categoryLabels()[category]! })
  return status === 'active' && insight_count === 0 ? t('None: it has no evidence yet') : null
}

/** Customers by importance, the greatest first; null where none is known. */
function importanceText({ importance_counts: counts }: OpportunityDetail) {
  const known = (['critical', 'important', 'nice_to_have'] as const).filter((one) => counts[one] > 0)
  if (known.length === 0) return null
  return known.map((one) => `${formatNumber(counts[one])} × ${importanceLabels()[one]}`).join(', ')
}

function OpportunityFacts({ opportunity }: { opportunity: OpportunityDetail }) {
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
        [t('Rank'), rankText(opportunity)],
        [
          t('Insights'),
          <CountLink key="n" to={paths.insights({ opportunity: opportunity.id })} count={opportunity.insight_count} />,
        ],
        [t('Contacts'), formatNumber(opportunity.contact_count)],
        [t('Importance'), importanceText(opportunity)],
        reachRow(opportunity.account_reach, { opportunity: opportunity.id }),
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
          end={<InitiativeStatusChip status={initiative.status} />}
        />
      </ul>
    ) : (
      <p className="text-sm text-faint">{t('No initiative yet.')}</p>
    )}
    <ul className="mt-2 space-y-2">
      <ProjectLines projects={projects} />
    </ul>
  </Card>
)
