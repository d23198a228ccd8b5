import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TitleField } from '#web/ui/forms/name-field.tsx'

export function CreateInitiative({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('buildInitiatives', {
    onSuccess: ({ initiative }) => void navigate(paths.initiative(initiative.id)),
  })
  return (
    <FormDialog
      title={t('New initiative')}
      submitLabel={t('Create initiative')}
      busy={create.isPending}
      onSubmit={({ title, goal }) => create.mutate({ action: 'create', title: title!, ...(goal && { goal }) })}
      onClose={onClose}
    >
      <TitleField of="createInitiative" />
      <TextArea
        label={t('Goal')}
        name="goal"
        rows={2}
        limitsFrom={['createInitiative', 'goal']}
        placeholder={t('How will you measure success?')}
      />
    </FormDialog>
  )
}
