import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Checkbox, SelectField, TextArea } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TitleField } from '#web/ui/forms/name-field.tsx'
import { addProjectEvidence } from '#web/shell/add-evidence.ts'

/** The opportunity that a Project implements: its evidence is linked too. */
export type ProjectOrigin = {
  opportunityId: string
  title: string
  initiativeId: string | null
  insightCount: number
  loadInsightIds: () => Promise<string[]>
}

async function takeOver({ opportunityId, loadInsightIds }: ProjectOrigin, projectId: string, withEvidence: boolean) {
  await call('linkOpportunityProjects', { opportunityId, project_ids: [projectId] })
  if (withEvidence) await addProjectEvidence(projectId, await loadInsightIds())
}

function useCreateProject(origin: ProjectOrigin | undefined, withEvidence: boolean) {
  const navigate = useNavigate()
  return useApiMutation('buildProjects', {
    onSuccess: async ({ project }) => {
      if (origin) await takeOver(origin, project.id, withEvidence)
      await navigate(paths.project(project.id))
    },
  })
}

const toInput = ({ title, description, initiative }: Record<string, string>) => ({
  action: 'create' as const,
  title: title!,
  ...(description && { description }),
  ...(initiative && { initiative_id: initiative }),
})

export function CreateProject({ origin, onClose }: { origin?: ProjectOrigin; onClose: () => void }) {
  const [withEvidence, setWithEvidence] = useState(true)
  const create = useCreateProject(origin, withEvidence)
  return (
    <FormDialog
      title={t('New project')}
      submitLabel={t('Create project')}
      busy={create.isPending}
      onSubmit={(values) => create.mutate(toInput(values))}
      onClose={onClose}
    >
      <TitleField of="createProject" defaultValue={origin?.title} />
      <TextArea label={t('Description')} name="description" rows={3} limitsFrom={['createProject', 'description']} />
      <InitiativeSelect initiativeId={origin?.initiativeId ?? null} />
      {origin && <EvidenceChoice count={origin.insightCount} checked={withEvidence} onChange={setWithEvidence} />}
    </FormDialog>
  )
}

type EvidenceChoiceProps = { count: number; checked: boolean; onChange: (on: boolean) => void }

/** Whether a new Project takes the evidence of what it comes from along. */
export const EvidenceChoice = ({ count, checked, onChange }: EvidenceChoiceProps) =>
  count > 0 && (
    <Checkbox
      label={t('Add {count, one {its insight} other {its # insights}} as evidence', { count })}
      checked={checked}
      onChange={onChange}
    />
  )

function InitiativeSelect({ initiativeId }: { initiativeId: string | null }) {
  const { data: initiatives } = useApiQuery('listInitiatives', { limit: 100 })
  return (
    <SelectField
      // The default is one of the options only when they are loaded.
      key={initiatives ? 'loaded' : 'loading'}
      label={t('Initiative')}
      name="initiative"
      defaultValue={initiativeId ?? ''}
      options={[
        { value: '', label: t('No initiative') },
        ...(initiatives?.data.map((one) => ({ value: one.id, label: one.title })) ?? []),
      ]}
    />
  )
}
