import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { parseList, useFilters } from '#web/routes/use-filters.ts'
import { useMembers } from '#web/shell/members.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Popover } from '#web/ui/overlays/menu.tsx'
import { splitFilter } from './field-query.ts'
import { valueText } from './field-value.tsx'
import type { FieldDefinition, CustomFieldType } from './labels.ts'
import { useCustomFields } from './use-custom-fields.ts'

/** Filters by custom fields, each a chip that a click removes; nothing where none are defined. */
export function FieldFilters({ type }: { type: CustomFieldType }) {
  const fields = useCustomFields(type)
  const [filters, setFilters] = useFilters()
  const given = parseList<string>(filters.fields) ?? []
  const set = (next: readonly string[]) => setFilters({ fields: next.length ? next.join(',') : undefined })
  if (fields.length === 0) return null
  return (
    <>
      {given.map((filter) => (
        <FilterChip
          key={filter}
          filter={filter}
          fields={fields}
          onRemove={() => set(given.filter((one) => one !== filter))}
        />
      ))}
      <AddFilter fields={fields} onAdd={(filter) => set([...given.filter((one) => one !== filter), filter])} />
    </>
  )
}

type ChipProps = { filter: string; fields: readonly FieldDefinition[]; onRemove: () => void }

function FilterChip({ filter, fields, onRemove }: ChipProps) {
  const { nameOf } = useMembers()
  const [key, value] = splitFilter(filter)
  const field = fields.find((one) => one.key === key)
  const shown = field && field.kind !== 'number' && field.kind !== 'date' ? valueText(field, value) : value
  const label = `${field?.name ?? key}: ${value === '' ? t('Not given') : (nameOf(value) ?? shown)}`
  return (
    <button
      type="button"
      aria-label={t('Remove {name}', { name: label })}
      onClick={onRemove}
      className={cx(
        'inline-flex h-7.5 max-w-60 items-center gap-1.5 rounded-md border border-accent bg-panel px-2 text-sm',
        'text-accent-text shadow-xs',
      )}
    >
      <span className="truncate">{label}</span>
      <X className="size-3.5 shrink-0" />
    </button>
  )
}

type AddProps = { fields: readonly FieldDefinition[]; onAdd: (filter: string) => void }

function AddFilter({ fields, onAdd }: AddProps) {
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState(fields[0]!.key)
  const field = fields.find((one) => one.key === key) ?? fields[0]!
  const submit = (values: Record<string, string>) => {
    onAdd(`${field.key}:${filterText(field, values)}`)
    setOpen(false)
  }
  return (
    <Popover
      label={t('Filter by a field')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={ListFilter}>
          {t('Field')}
        </Button>
      }
    >
      <Form className="grid gap-3 p-3" onSubmit={submit}>
        <SelectField
          label={t('Field')}
          value={field.key}
          onChange={({ target }) => setKey(target.value)}
          options={fields.map((one) => ({ value: one.key, label: one.name }))}
        />
        <ValueFields key={field.key} field={field} />
        <Button type="submit" variant="primary">
          {t('Filter')}
        </Button>
      </Form>
    </Popover>
  )
}

const isRange = ({ kind }: FieldDefinition) => kind === 'number' || kind === 'date'

/** As the API has it: a range, an option, a user or a part of a text; a comma ends a filter. */
function filterText(field: FieldDefinition, { value = '', from = '', to = '' }: Record<string, string>) {
  if (!isRange(field)) return value.trim().replaceAll(',', ' ')
  return from === '' && to === '' ? '' : `${from}..${to}`
}

function ValueFields({ field }: { field: FieldDefinition }) {
  const { members } = useMembers()
  if (isRange(field)) {
    const type = field.kind === 'date' ? 'date' : 'number'
    return (
      <div className="grid grid-cols-2 gap-2">
        <TextField label={t('From')} name="from" type={type} step="any" />
        <TextField label={t('To')} name="to" type={type} step="any" />
      </div>
    )
  }
  if (field.kind === 'text' || field.kind === 'link')
    return <TextField label={t('Contains')} name="value" maxLength={200} />
  const options =
    field.kind === 'person'
      ? members.map(({ user_id, name }) => ({ value: user_id, label: name }))
      : field.options.map(({ key, name }) => ({ value: key, label: name }))
  return <SelectField label={t('Value')} name="value" options={[{ value: '', label: t('Not given') }, ...options]} />
}
