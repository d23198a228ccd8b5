import { useState } from 'react'
import type { EarshotError } from '#web/api/client.ts'
import { fieldError } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels, toOptions } from '#web/labels.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { toast } from '#web/toasts.ts'
import { ThemesPicker } from './themes-picker.tsx'

type InitialValues = { name?: string; quote?: string; feedbackId?: string; contactId?: string | null }
type Props = { onClose: () => void; initial?: InitialValues }

function useCreateInsight(onClose: () => void) {
  const navigate = useNavigate()
  return useApiMutation('createInsight', {
    onSuccess({ id, name }) {
      toast({
        title: t('Created “{name}”', { name }),
        action: { label: t('Open'), run: () => void navigate(paths.insight(id)) },
      })
      onClose()
    },
  })
}

export function CreateInsight({ onClose, initial = {} }: Props) {
  const [themes, setThemes] = useState<string[]>([])
  const [unverified, setUnverified] = useState(false)
  const create = useCreateInsight(onClose)
  const submit = (values: Record<string, string>) =>
    create.mutate({
      name: values.name!,
      sentiment: values.sentiment as 'NEUTRAL',
      category: values.category as 'DELIGHTS',
      theme_ids: themes,
      ...(values.quote && { quote: values.quote }),
      ...(values.description && { description: values.description }),
      ...(unverified && { allow_unverified: true }),
      ...(initial.feedbackId && { feedback_id: initial.feedbackId }),
      ...(initial.contactId && { contact_id: initial.contactId }),
    })
  return (
    <FormDialog
      title={t('New insight')}
      wide
      submitLabel={t('Create insight')}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <InsightFields initial={initial} error={create.error} />
      {initial.feedbackId && (
        <Checkbox
          label={t('Keep the quote even if it is not an exact match in the source')}
          checked={unverified}
          onChange={setUnverified}
        />
      )}
      <ThemesField selected={themes} onChange={setThemes} />
      <TextArea label={t('Notes')} name="description" rows={2} limitsFrom={['createInsight', 'description']} />
    </FormDialog>
  )
}

const ThemesField = (props: { selected: string[]; onChange: (ids: string[]) => void }) => (
  <div className="grid gap-1.5">
    <span className="text-xs font-medium text-soft">{t('Themes')}</span>
    <ThemesPicker op="createInsight" {...props} />
  </div>
)

const InsightFields = ({ initial, error }: { initial: InitialValues; error: EarshotError | null }) => (
  <>
    <TextField
      label={t('What did you learn?')}
      name="name"
      required
      autoFocus
      limitsFrom={['createInsight', 'name']}
      defaultValue={initial.name}
      error={fieldError(error, 'name')}
      placeholder={t('Exports above 10,000 rows never finish')}
    />
    <div className="grid grid-cols-2 gap-4">
      <SelectField
        label={t('Sentiment')}
        name="sentiment"
        defaultValue="NEGATIVE"
        options={toOptions(sentimentLabels())}
      />
      <SelectField label={t('Category')} name="category" options={toOptions(categoryLabels())} />
    </div>
    <TextArea
      label={t('Customer quote')}
      name="quote"
      rows={3}
      limitsFrom={['createInsight', 'quote']}
      defaultValue={initial.quote}
      error={fieldError(error, 'quote')}
    />
  </>
)
