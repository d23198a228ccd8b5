import { detailMessage } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextArea } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import type { Masking } from './rule-text.ts'

/** Shows what the saved rules make of a text. */
export function MaskingPreview({ masking: { sources } }: { masking: Masking }) {
  const preview = useApiMutation('previewMasking', { silent: true })
  const options = [
    { value: '', label: t('Any source') },
    ...sources.map(({ source }) => ({ value: source, label: source })),
  ]
  return (
    <Card title={t('Try it on a text')} note={t('With the saved rules. Nothing is stored.')}>
      <Form
        className="grid gap-3"
        onSubmit={({ text, source }) => preview.mutate({ text: text!, ...(source && { source }) })}
      >
        <TextArea
          label={t('Text')}
          name="text"
          required
          limitsFrom={['previewMasking', 'text']}
          error={preview.error ? detailMessage(preview.error) : undefined}
        />
        <div className="flex items-end gap-2">
          {sources.length > 0 && <SelectField label={t('Source')} name="source" options={options} />}
          <Button type="submit" busy={preview.isPending}>
            {t('Show')}
          </Button>
        </div>
        {preview.data && (
          <output className="rounded-md bg-sunken px-3 py-2 text-sm break-words whitespace-pre-wrap">
            {preview.data.masked_text}
          </output>
        )}
      </Form>
    </Card>
  )
}
