import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'

export function CreateTheme({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('createTheme', { onSuccess: ({ id }) => void navigate(paths.theme(id)) })
  return (
    <FormDialog
      title={t('New theme')}
      submitLabel={t('Create theme')}
      busy={create.isPending}
      onSubmit={({ name, color, notes }) => create.mutate({ name: name!, color: color!, ...(notes && { notes }) })}
      onClose={onClose}
    >
      <NameField of="createTheme" error={create.error} />
      <TextField label={t('Color')} name="color" type="color" defaultValue="#2c5bd4" className="w-14 p-1" />
      <TextArea label={t('Notes')} name="notes" rows={2} limitsFrom={['createTheme', 'notes']} />
    </FormDialog>
  )
}
