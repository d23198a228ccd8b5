import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { type FieldDefinition, type CustomFieldType, fieldKindLabels } from '#web/shell/custom-fields/labels.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { OptionRows, type OptionRow, toOptionInputs } from './option-rows.tsx'

type Props = { type: CustomFieldType; field: FieldDefinition | undefined; onClose: () => void }

const hasOptions = (kind: FieldDefinition['kind']) => kind === 'select' || kind === 'multi_select'

/** Defines a field, or changes one; its kind and its key stay. */
export function FieldDialog({ type, field, onClose }: Props) {
  const [kind, setKind] = useState<FieldDefinition['kind']>(field?.kind ?? 'text')
  const [options, setOptions] = useState<readonly OptionRow[]>(field?.options ?? [])
  const create = useApiMutation('createCustomField', { onSuccess: onClose })
  const update = useApiMutation('updateCustomField', { onSuccess: onClose })
  const submit = ({ name = '', description = '' }: Record<string, string>) => {
    const texts = { name, description: description || null }
    const given = hasOptions(kind) && { options: toOptionInputs(options) }
    if (field) update.mutate({ customFieldId: field.id, ...texts, ...given })
    else create.mutate({ object_type: type, kind, ...texts, ...given })
  }
  return (
    <FormDialog
      title={field ? t('Edit field') : t('New field')}
      submitLabel={field ? t('Save') : t('Create field')}
      busy={create.isPending || update.isPending}
      disabled={hasOptions(kind) && toOptionInputs(options).length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameFields field={field} />
      <SelectField
        label={t('Kind')}
        value={kind}
        disabled={field !== undefined}
        onChange={({ target }) => setKind(target.value as FieldDefinition['kind'])}
        options={toOptions(fieldKindLabels())}
        {...(field && { hint: t('The kind stays, so that no value is converted.') })}
      />
      {hasOptions(kind) && <OptionRows options={options} onChange={setOptions} />}
    </FormDialog>
  )
}

const NameFields = ({ field }: Pick<Props, 'field'>) => (
  <>
    <TextField
      label={t('Name')}
      name="name"
      required
      autoFocus
      defaultValue={field?.name ?? ''}
      limitsFrom={['createCustomField', 'name']}
    />
    <TextField label={t('Description')} name="description" maxLength={500} defaultValue={field?.description ?? ''} />
  </>
)
