import { fieldError } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'

export function CreateAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('upsertAccount', { onSuccess: ({ id }) => void navigate(paths.account(id)) })
  return (
    <FormDialog
      title={t('New company')}
      note={t('A company with this domain or name is updated instead.')}
      submitLabel={t('Save company')}
      busy={create.isPending}
      onSubmit={({ name, domain }) =>
        create.mutate({ name: name!, ...(domain && { domains: [domain.trim().toLowerCase()] }) })
      }
      onClose={onClose}
    >
      <TextField label={t('Name')} name="name" maxLength={200} required autoFocus />
      <TextField
        label={t('Domain')}
        name="domain"
        maxLength={253}
        placeholder="acme.example"
        error={fieldError(create.error, 'domains')}
      />
    </FormDialog>
  )
}
