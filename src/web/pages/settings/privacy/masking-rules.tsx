import { Plus, Trash2 } from 'lucide-react'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { RuleFields, rulesOf } from './rule-fields.tsx'
import type { Masking } from './rule-text.ts'
import { SourceField } from './source-field.tsx'
import { useSourceRows } from './use-source-rows.ts'

type SourceRules = Masking['sources'][number]
const emptySource: SourceRules = { source: '', kinds: [], patterns: [] }

const sourcesOf = (form: FormData, keys: readonly string[]): SourceRules[] =>
  keys.map((key) => ({ source: String(form.get(`${key}-source`)).trim(), ...rulesOf(form, key) }))

/** Rules of the organization, and in addition those of single sources. */
export function MaskingRules({ masking }: { masking: Masking }) {
  const save = useApiMutation('updateMasking', { successMessage: t('Saved'), silent: true })
  const { rows, add, remove } = useSourceRows(masking.sources, emptySource)
  const keys = rows.map(({ key }) => key)
  return (
    <Card
      title={t('Mask personal data')}
      note={t('In new texts, before they are stored. Contacts keep their own email address and phone number.')}
    >
      <Form
        className="grid gap-5"
        onSubmit={(_, form) => {
          const data = new FormData(form)
          save.mutate({ ...rulesOf(data, 'all'), sources: sourcesOf(data, keys) })
        }}
      >
        <RuleFields
          name="all"
          rules={masking}
          error={save.error ? detailMessage(save.error) : (masking.problem ?? undefined)}
        />
        {rows.map(({ key, value }) => (
          <SourceFields key={key} name={key} rules={value} onRemove={() => remove(key)} />
        ))}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('Save')}
          </Button>
          <Button icon={Plus} onClick={add}>
            {t('Add rules for a source')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

type SourceProps = { name: string; rules: SourceRules; onRemove: () => void }

const SourceFields = ({ name, rules, onRemove }: SourceProps) => (
  <fieldset className="grid gap-3 border-t border-line pt-4">
    <legend className="sr-only">{t('Rules for a source')}</legend>
    <div className="flex items-end gap-2">
      <SourceField name={name} source={rules.source} />
      <IconButton label={t('Remove')} icon={Trash2} onClick={onRemove} />
    </div>
    <RuleFields name={name} rules={rules} />
  </fieldset>
)
