import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'

type Widget = ItemOf<'listFeedbackWidgets'>
type Fields = { name: string; allowed_origins: string[]; heading: string | null; ask_email: boolean }

/** People paste the address of a page; its origin is what counts. */
const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : text)
const originsOf = (text: string) => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(originOf),
  ),
]

type FormProps = {
  title: string
  submitLabel: string
  widget?: Widget
  mutation: { isPending: boolean; error: unknown }
  onSubmit: (fields: Fields) => void
  onClose: () => void
}

function WidgetForm({ title, submitLabel, widget, mutation, onSubmit, onClose }: FormProps) {
  const [askEmail, setAskEmail] = useState(widget?.ask_email ?? true)
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busy={mutation.isPending}
      onSubmit={({ name = '', origins = '', heading = '' }) =>
        onSubmit({ name, allowed_origins: originsOf(origins), heading: heading.trim() || null, ask_email: askEmail })
      }
      onClose={onClose}
    >
      <TextFields widget={widget} error={mutation.error ? detailMessage(mutation.error) : undefined} />
      <Checkbox label={t('Ask for the email address')} checked={askEmail} onChange={setAskEmail} />
    </FormDialog>
  )
}

const TextFields = ({ widget, error }: { widget: Widget | undefined; error: string | undefined }) => (
  <>
    <TextField
      label={t('Name')}
      name="name"
      required
      autoFocus
      defaultValue={widget?.name}
      limitsFrom={['createFeedbackWidget', 'name']}
      placeholder={t('Website')}
    />
    <TextArea
      label={t('Websites that show the widget')}
      name="origins"
      required
      rows={3}
      defaultValue={widget?.allowed_origins.join('\n')}
      placeholder="https://www.example.com"
      hint={t('One per line, such as https://www.example.com')}
      error={error}
    />
    <TextField
      label={t('Heading')}
      name="heading"
      maxLength={100}
      defaultValue={widget?.heading ?? ''}
      hint={t('Leave empty for a heading in the language of the visitor.')}
    />
  </>
)

export function CreateWidget({ onClose }: { onClose: () => void }) {
  const create = useApiMutation('createFeedbackWidget', { silent: true, onSuccess: onClose })
  return (
    <WidgetForm
      title={t('New widget')}
      submitLabel={t('Create widget')}
      mutation={create}
      onSubmit={(fields) => create.mutate(fields)}
      onClose={onClose}
    />
  )
}

export function EditWidget({ widget, onClose }: { widget: Widget; onClose: () => void }) {
  const update = useApiMutation('updateFeedbackWidget', { silent: true, onSuccess: onClose })
  return (
    <WidgetForm
      title={t('Edit widget')}
      submitLabel={t('Save')}
      widget={widget}
      mutation={update}
      onSubmit={(fields) => update.mutate({ widgetId: widget.id, ...fields })}
      onClose={onClose}
    />
  )
}
