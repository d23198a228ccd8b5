import type { ComponentProps } from 'react'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/shell/members.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/field.tsx'
import type { FieldDefinition, CustomValues } from './labels.ts'

type Value = CustomValues[string] | undefined
type Props = { field: FieldDefinition; value: Value; onSave: (value: string | number | string[] | null) => void }

/** One value, saved when it is chosen, or when its field is left. */
export function CustomFieldInput(props: Props) {
  const { kind } = props.field
  if (kind === 'select') return <OptionField {...props} />
  if (kind === 'multi_select') return <OptionsField {...props} />
  if (kind === 'person') return <PersonField {...props} />
  if (kind === 'number') return <InputField {...props} type="number" step="any" read={Number} />
  if (kind === 'date') return <InputField {...props} type="date" max="9999-12-31" />
  if (kind === 'link') return <LinkField {...props} />
  return <InputField {...props} maxLength={2000} />
}

type InputProps = Props & Omit<ComponentProps<'input'>, 'value'> & { read?: (text: string) => string | number }

function InputField({ field, value, onSave, read = (text) => text, ...input }: InputProps) {
  const stored = value === undefined ? '' : String(value)
  return (
    <TextField
      key={stored}
      label={field.name}
      hint={field.description}
      defaultValue={stored}
      onBlur={({ target }) => {
        const text = target.value.trim()
        if (text !== stored && target.validity.valid) onSave(text === '' ? null : read(text))
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      {...input}
    />
  )
}

const LinkField = (props: Props) => (
  <div className="grid gap-1">
    <InputField {...props} type="url" pattern="https?://.+" placeholder="https://" maxLength={2000} />
    {typeof props.value === 'string' && (
      <a
        href={props.value}
        target="_blank"
        rel="noreferrer"
        className="truncate text-xs text-accent-text hover:underline"
      >
        {props.value.replace(/^https?:\/\//, '')}
      </a>
    )}
  </div>
)

/** Active options, and the archived ones that the value has. */
const optionsFor = ({ field: { options }, value }: Props) =>
  options
    .filter(({ key, archived }) => !archived || key === value || (Array.isArray(value) && value.includes(key)))
    .map(({ key, name, archived }) => ({ key, name: archived ? t('{name} (archived)', { name }) : name, archived }))

const OptionField = (props: Props) => (
  <SelectField
    label={props.field.name}
    hint={props.field.description}
    value={(props.value as string | undefined) ?? ''}
    onChange={({ target }) => props.onSave(target.value || null)}
    options={[
      { value: '', label: t('Not given') },
      ...optionsFor(props).map(({ key, name }) => ({ value: key, label: name })),
    ]}
  />
)

function OptionsField(props: Props) {
  const chosen = (props.value as readonly string[] | undefined) ?? []
  const options = optionsFor(props)
  const isArchived = (key: string) => options.some((option) => option.key === key && option.archived)
  const toggle = (key: string, on: boolean) => {
    const next = on ? [...chosen, key] : chosen.filter((one) => one !== key)
    const active = next.filter((one) => !isArchived(one))
    props.onSave(active.length ? active : null)
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-xs font-medium text-soft">{props.field.name}</legend>
      <div className="flex max-h-40 flex-wrap gap-x-4 gap-y-1.5 overflow-y-auto">
        {options.map(({ key, name }) => (
          <Checkbox key={key} label={name} checked={chosen.includes(key)} onChange={(on) => toggle(key, on)} />
        ))}
      </div>
      {props.field.description && <p className="text-xs text-faint">{props.field.description}</p>}
    </fieldset>
  )
}

function PersonField({ field, value, onSave }: Props) {
  const { members } = useMembers()
  const isKnown = value === undefined || members.some(({ user_id }) => user_id === value)
  return (
    <SelectField
      label={field.name}
      hint={field.description}
      value={(value as string | undefined) ?? ''}
      onChange={({ target }) => onSave(target.value || null)}
      options={[
        { value: '', label: t('Not given') },
        ...(isKnown ? [] : [{ value: value as string, label: t('Former member') }]),
        ...members.map(({ user_id, name }) => ({ value: user_id, label: name })),
      ]}
    />
  )
}
