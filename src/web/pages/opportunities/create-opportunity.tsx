import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { SelectField, TextArea } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TitleField } from '#web/ui/forms/name-field.tsx'
import { opportunityCategoryLabels } from './opportunity-columns.tsx'

export function CreateOpportunity({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('createOpportunity', {
    onSuccess: ({ id }) => void navigate(paths.opportunity(id)),
  })
  return (
    <FormDialog
      title={t('New opportunity')}
      submitLabel={t('Create opportunity')}
      busy={create.isPending}
      onSubmit={({ title, category, problem }) =>
        create.mutate({
          title: title!,
          category: category as 'PAIN_POINTS',
          ...(problem && { problem_statement: problem }),
        })
      }
      onClose={onClose}
    >
      <TitleField of="createOpportunity" />
      <SelectField label={t('Category')} name="category" options={toOptions(opportunityCategoryLabels())} />
      <TextArea label={t('Problem')} name="problem" rows={3} limitsFrom={['createOpportunity', 'problem_statement']} />
    </FormDialog>
  )
}
