import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'

export function CreateSubtheme({ themeId, onClose }: { themeId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('createSubtheme', { onSuccess: ({ id }) => void navigate(paths.subtheme(id)) })
  return (
    <FormDialog
      title={t('New subtheme')}
      note={t('New insights that say the same join it.')}
      submitLabel={t('Create subtheme')}
      busy={create.isPending}
      onSubmit={({ name, description }) => create.mutate({ themeId, name: name!, ...(description && { description }) })}
      onClose={onClose}
    >
      <NameField of="createSubtheme" error={create.error} />
      <TextArea label={t('Description')} name="description" rows={2} limitsFrom={['createSubtheme', 'description']} />
    </FormDialog>
  )
}
