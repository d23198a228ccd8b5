import { Archive, Rocket, SquareKanban } from 'lucide-react'
import { useState } from 'react'
import { fetchAll, type OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { addInitiativeEvidence } from '#web/shell/add-evidence.ts'
import { CreateProject, type ProjectOrigin } from '#web/pages/projects/create-project.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { ShareMenu } from '#web/shell/sharing/share-menu.tsx'
import { OwnerSelect } from '#web/shell/members.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { toast, toastUndo } from '#web/toasts.ts'
import { OpportunityMenu } from './opportunity-menu.tsx'

type OpportunityDetail = OutputOf<'getOpportunity'>

function useArchive(opportunityId: string) {
  const update = useApiMutation('updateOpportunity')
  const restore = () => update.mutate({ opportunityId, status: 'active' })
  const build = useApiMutation('buildOpportunities', {
    onSuccess: () => toastUndo(t('Opportunity archived'), restore),
  })
  return { restore, archive: () => build.mutate({ action: 'archive', opportunity_id: opportunityId }) }
}

export function OpportunityActions({ opportunity }: { opportunity: OpportunityDetail }) {
  const [creating, setCreating] = useState<'initiative' | 'project'>()
  const { archive, restore } = useArchive(opportunity.id)
  const close = () => setCreating(undefined)
  if (opportunity.status === 'archived')
    return (
      <Button op="updateOpportunity" size="sm" onClick={restore}>
        {t('Restore')}
      </Button>
    )
  return (
    <>
      <InitiativePicker opportunity={opportunity} />
      <Button
        op="buildOpportunities.create_initiative_from_opportunity"
        size="sm"
        icon={Rocket}
        onClick={() => setCreating('initiative')}
      >
        {t('New initiative')}
      </Button>
      <Button
        op="buildProjects.create"
        size="sm"
        variant="primary"
        icon={SquareKanban}
        onClick={() => setCreating('project')}
      >
        {t('New project')}
      </Button>
      <Share opportunity={opportunity} />
      <Button op="buildOpportunities.archive" size="sm" variant="quiet" icon={Archive} onClick={archive}>
        {t('Archive')}
      </Button>
      <OpportunityMenu opportunity={opportunity} />
      {creating === 'initiative' && <StartInitiative opportunity={opportunity} onClose={close} />}
      {creating === 'project' && <CreateProject origin={originOf(opportunity)} onClose={close} />}
    </>
  )
}

function Share({ opportunity: { id } }: { opportunity: OpportunityDetail }) {
  const shared = { kind: 'opportunity', id } as const
  return <ShareMenu about={shared} link={shared} />
}

const loadInsightIds = async (opportunityId: string) =>
  (await fetchAll('listOpportunityInsights', { opportunityId })).map(({ id }) => id)

const originOf = ({ id, title, initiative_id, insight_count }: OpportunityDetail): ProjectOrigin => ({
  opportunityId: id,
  title,
  initiativeId: initiative_id,
  insightCount: insight_count,
  loadInsightIds: () => loadInsightIds(id),
})

/** Links an initiative; its evidence is linked too on request. */
function InitiativePicker({ opportunity }: { opportunity: OpportunityDetail }) {
  const { data } = useApiQuery('listInitiatives', { limit: 100 })
  const takeEvidence = async (initiativeId: string) =>
    addInitiativeEvidence(initiativeId, await loadInsightIds(opportunity.id))
  const build = useApiMutation('buildOpportunities', {
    onSuccess: (_, input) => {
      const initiativeId = 'initiative_id' in input ? input.initiative_id : undefined
      const count = opportunity.insight_count
      toast({
        title: t('Linked'),
        ...(initiativeId &&
          count > 0 && {
            action: {
              label: t('Add {count, one {its insight} other {its # insights}} as evidence', { count }),
              run: () => void takeEvidence(initiativeId),
            },
          }),
      })
    },
  })
  return (
    <Picker
      label={t('Link to an initiative')}
      choices={data?.data.map((one) => ({ id: one.id, label: one.title })) ?? []}
      onPick={(initiative_id) =>
        build.mutate({ action: 'link_initiative', opportunity_id: opportunity.id, initiative_id })
      }
      trigger={
        <Button op="buildOpportunities.link_initiative" size="sm">
          {t('Link initiative')}
        </Button>
      }
    />
  )
}

type StartInitiativeProps = { opportunity: OpportunityDetail; onClose: () => void }

function StartInitiative({ opportunity, onClose }: StartInitiativeProps) {
  const navigate = useNavigate()
  const [owner, setOwner] = useState<string | null>(null)
  const build = useApiMutation('buildOpportunities', {
    onSuccess: ({ initiative }) => initiative && void navigate(paths.initiative(initiative.id)),
  })
  const create = ({ title, goal }: Record<string, string>) =>
    build.mutate({
      action: 'create_initiative_from_opportunity',
      opportunity_id: opportunity.id,
      title: title!,
      ...(goal && { goal }),
      ...(owner && { owner_id: owner }),
    })
  return (
    <FormDialog
      title={t('New initiative')}
      note={t('It starts with the evidence of this opportunity.')}
      submitLabel={t('Create initiative')}
      busy={build.isPending}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField label={t('Title')} name="title" required maxLength={200} defaultValue={opportunity.title} autoFocus />
      <TextArea
        label={t('Goal')}
        name="goal"
        rows={2}
        maxLength={2000}
        placeholder={t('How will you measure success?')}
      />
      <OwnerSelect value={owner} onChange={setOwner} />
    </FormDialog>
  )
}
