import { fieldError } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'

export function CreateContact({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('upsertContact', { onSuccess: ({ id }) => void navigate(paths.contact(id)) })
  return (
    <FormDialog
      title={t('New contact')}
      note={t('A contact with this email is updated instead.')}
      submitLabel={t('Save contact')}
      busy={create.isPending}
      onSubmit={({ name, email, company }) =>
        create.mutate({ email: email!, ...(name && { name }), ...(company && { company: { name: company } }) })
      }
      onClose={onClose}
    >
      <TextField
        label={t('Email')}
        name="email"
        type="email"
        required
        autoFocus
        error={fieldError(create.error, 'email')}
      />
      <TextField label={t('Name')} name="name" maxLength={200} />
      <TextField label={t('Company')} name="company" maxLength={200} />
    </FormDialog>
  )
}
