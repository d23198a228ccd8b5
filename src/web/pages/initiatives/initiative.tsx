import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { initiativeStatusLabels, keyToLabel, toOptions } from '#web/labels.ts'
import { isShownAlone, MarkdownSection } from '#web/pages/markdown-section.tsx'
import { reachRow } from '#web/shell/account-reach.tsx'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { CustomFieldsCard } from '#web/shell/custom-fields/custom-fields-card.tsx'
import { OwnerSelect } from '#web/shell/members.tsx'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { SegmentsCard } from '#web/shell/segments-card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { ShareMenu } from '#web/shell/sharing/share-menu.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { MayEdit } from '#web/api/may.tsx'
import { AddSection } from './add-section.tsx'
import { InitiativeProjects } from './initiative-projects.tsx'
import { useMoveInitiative } from './initiative-status.tsx'
import { LinkedEvidence } from './linked-evidence.tsx'
import { LinkedOpportunities } from './linked-opportunities.tsx'

type InitiativeDetail = OutputOf<'getInitiative'>

export const InitiativePage = () => (
  <ObjectPage kind="initiative" actions={({ id }) => <ShareMenu about={{ kind: 'initiative', id }} />}>
    {(initiative) => <InitiativeContent initiative={initiative} />}
  </ObjectPage>
)

function useBuildInitiative() {
  return useApiMutation('buildInitiatives', {
    optimistic: (input) => {
      if (input.action === 'update_title') return patchCache([input.initiative_id], { title: input.title })
      if (input.action === 'update_goal') return patchCache([input.initiative_id], { goal: input.goal })
      return () => {}
    },
  })
}

function InitiativeContent({ initiative }: { initiative: InitiativeDetail }) {
  const initiative_id = initiative.id
  const build = useBuildInitiative()
  return (
    <DetailColumns
      side={
        <>
          <InitiativeProperties initiative={initiative} />
          <CustomFieldsCard type="initiative" object={initiative} />
          <SegmentsCard
            op="buildInitiatives.set_segments"
            selected={initiative.segments}
            onChange={(segment_ids) => build.mutate({ action: 'set_segments', initiative_id, segment_ids })}
          />
          <InitiativeProjects initiative={initiative} />
        </>
      }
    >
      <InitiativeHeader initiative={initiative} build={build} />
      <InitiativeSections initiative={initiative} build={build} />
      <LinkedEvidence initiative={initiative} />
      <LinkedOpportunities initiativeId={initiative_id} />
      <ObjectComments type="initiative" id={initiative_id} />
    </DetailColumns>
  )
}

type BuildProps = { initiative: InitiativeDetail; build: ReturnType<typeof useBuildInitiative> }

const InitiativeHeader = ({ initiative: { id, title, goal }, build }: BuildProps) => (
  <DetailHeader
    op="buildInitiatives.update_title"
    name={title}
    onRename={(text) => build.mutate({ action: 'update_title', initiative_id: id, title: text })}
    text={{
      label: t('Goal'),
      value: goal ?? '',
      placeholder: t('How will you measure success?'),
      className: 'text-base text-soft',
      onSave: (text) => build.mutate({ action: 'update_goal', initiative_id: id, goal: text }),
    }}
  />
)

const InitiativeSections = ({ initiative: { id: initiative_id, sections }, build }: BuildProps) => (
  <>
    {sections.filter(isShownAlone).map((section) => (
      <MarkdownSection
        op="buildInitiatives.upsert_section"
        key={section.key}
        title={keyToLabel(section.key)}
        content={section.content}
        updatedAt={section.updated_at}
        onSave={(content) =>
          build.mutateAsync({ action: 'upsert_section', initiative_id, section_type: section.key, content })
        }
      />
    ))}
    <AddSection
      onAdd={(section_type) => build.mutate({ action: 'upsert_section', initiative_id, section_type, content: '' })}
    />
  </>
)

function InitiativeProperties({ initiative }: { initiative: InitiativeDetail }) {
  const move = useMoveInitiative()
  const update = useApiMutation('updateInitiative', {
    optimistic: ({ initiativeId, ...change }) => patchCache([initiativeId], change),
  })
  return (
    <Card>
      <MayEdit op="updateInitiative">
        <div className="grid gap-3">
          <SelectField
            label={t('Status')}
            value={initiative.status}
            onChange={(event) => move(initiative, event.target.value as InitiativeDetail['status'])}
            options={toOptions(initiativeStatusLabels())}
          />
          <OwnerSelect
            value={initiative.owner_id}
            onChange={(owner_id) => update.mutate({ initiativeId: initiative.id, owner_id })}
          />
          <DescriptionList
            rows={[
              [
                t('Evidence'),
                <span key="e" className="flex items-center gap-2">
                  {formatNumber(initiative.leveraged_insights_count)}
                  <SentimentBar breakdown={initiative.sentiment_breakdown} />
                </span>,
              ],
              reachRow(initiative.account_reach, { initiative: initiative.id }),
              [t('Created'), <TimeAgo key="c" at={initiative.created_at} />],
              [t('Updated'), <TimeAgo key="u" at={initiative.updated_at} />],
            ]}
          />
        </div>
      </MayEdit>
    </Card>
  )
}
