import { useNavigate } from '@tanstack/react-router'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { SelectField, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'

export function CreateProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data: initiatives } = useApiQuery('listInitiatives', { limit: 100 })
  const create = useApiMutation('buildProjects', {
    onSuccess: ({ project }) => void navigate({ to: paths.project(project.id) }),
  })
  return (
    <FormDialog
      title={t('New project')}
      submitLabel={t('Create project')}
      busy={create.isPending}
      onSubmit={({ title, description, initiative }) =>
        create.mutate({
          action: 'create',
          title: title!,
          ...(description && { description }),
          ...(initiative && { initiative_id: initiative }),
        })
      }
      onClose={onClose}
    >
      <TextField label={t('Title')} name="title" required autoFocus limitsFrom={['createProject', 'title']} />
      <TextArea label={t('Description')} name="description" rows={3} limitsFrom={['createProject', 'description']} />
      <SelectField
        label={t('Initiative')}
        name="initiative"
        options={[
          { value: '', label: t('No initiative') },
          ...(initiatives?.data.map((one) => ({ value: one.id, label: one.title })) ?? []),
        ]}
      />
    </FormDialog>
  )
}
