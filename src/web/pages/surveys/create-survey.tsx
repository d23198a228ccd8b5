import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TitleField } from '#web/ui/forms/name-field.tsx'

const templates = () => ({
  nps: [
    { type: 'nps' as const, text: t('How likely are you to recommend us to a colleague?'), required: true },
    { type: 'open_text' as const, text: t('What is the main reason?') },
  ],
  csat: [
    { type: 'csat' as const, text: t('How satisfied are you?'), required: true },
    { type: 'open_text' as const, text: t('What should we improve?') },
  ],
  empty: [],
})
const templateLabels = () => ({
  nps: t('NPS with follow-up question'),
  csat: t('Satisfaction with follow-up question'),
  empty: t('No questions'),
})

export function CreateSurvey({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation('createSurvey', { onSuccess: ({ id }) => void navigate(paths.survey(id)) })
  return (
    <FormDialog
      title={t('New survey')}
      submitLabel={t('Create survey')}
      busy={create.isPending}
      onSubmit={({ title, template }) =>
        create.mutate({ title: title!, questions: templates()[template as keyof ReturnType<typeof templates>] })
      }
      onClose={onClose}
    >
      <TitleField of="createSurvey" />
      <SelectField label={t('Template')} name="template" options={toOptions(templateLabels())} />
    </FormDialog>
  )
}
