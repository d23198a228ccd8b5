import { useNavigate } from '@tanstack/react-router'
import { Archive, Rocket } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { OwnerSelect } from '#web/shell/members.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

type OpportunityDetail = Output<'getOpportunity'>

function useArchive(opportunityId: string) {
  const update = useApiMutation('updateOpportunity')
  const restore = () => update.mutate({ opportunityId, status: 'active' })
  const build = useApiMutation('buildOpportunities', {
    onSuccess: () => toast({ title: t('Opportunity archived'), action: { label: t('Undo'), run: restore } }),
  })
  return { restore, archive: () => build.mutate({ action: 'archive', opportunity_id: opportunityId }) }
}

export function OpportunityActions({ opportunity }: { opportunity: OpportunityDetail }) {
  const [creating, setCreating] = useState(false)
  const { archive, restore } = useArchive(opportunity.id)
  if (opportunity.status === 'archived')
    return (
      <Button size="sm" onClick={restore}>
        {t('Restore')}
      </Button>
    )
  return (
    <>
      <InitiativePicker opportunityId={opportunity.id} />
      <Button size="sm" variant="primary" icon={<Rocket className="size-3.5" />} onClick={() => setCreating(true)}>
        {t('New initiative')}
      </Button>
      <Button size="sm" variant="quiet" icon={<Archive className="size-3.5" />} onClick={archive}>
        {t('Archive')}
      </Button>
      {creating && <StartInitiative opportunity={opportunity} onClose={() => setCreating(false)} />}
    </>
  )
}

function InitiativePicker({ opportunityId }: { opportunityId: string }) {
  const { data } = useApiQuery('listInitiatives', { limit: 100 })
  const build = useApiMutation('buildOpportunities', { successMessage: t('Linked') })
  return (
    <Picker
      label={t('Link to an initiative')}
      choices={data?.data.map((one) => ({ id: one.id, label: one.title })) ?? []}
      onPick={(initiative_id) =>
        build.mutate({ action: 'link_initiative', opportunity_id: opportunityId, initiative_id })
      }
      trigger={<Button size="sm">{t('Link initiative')}</Button>}
    />
  )
}

type StartInitiativeProps = { opportunity: OpportunityDetail; onClose: () => void }

function StartInitiative({ opportunity, onClose }: StartInitiativeProps) {
  const navigate = useNavigate()
  const [owner, setOwner] = useState<string | null>(null)
  const build = useApiMutation('buildOpportunities', {
    onSuccess: ({ initiative }) => initiative && void navigate({ to: paths.initiative(initiative.id) }),
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
