import { Archive, ArrowDown, ArrowUp, ListPlus, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import {
  type FieldDefinition,
  type CustomFieldType,
  fieldKindLabels,
  typeLabels,
} from '#web/shell/custom-fields/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, SelectField } from '#web/ui/forms/field.tsx'
import { toOptions } from '#web/labels.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { FieldDialog } from './field-dialog.tsx'

/** The definitions of the fields that a team adds to its objects. */
export function CustomFieldSettings() {
  const [type, setType] = useState<CustomFieldType>('opportunity')
  const [withArchived, setWithArchived] = useState(false)
  const [edited, setEdited] = useState<FieldDefinition | 'new'>()
  const query = { object_type: [type], ...(withArchived && { include_archived: true }) }
  const { items, isPending } = useApiList('listCustomFields', query, { limit: 100 })
  const fields = items.toSorted((a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null))
  return (
    <Card
      title={t('Custom fields')}
      note={t('Fields of your own, on the pages of these objects, in their lists and in the API.')}
      actions={
        <Button size="sm" variant="primary" icon={Plus} onClick={() => setEdited('new')}>
          {t('New field')}
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-end gap-4">
        <SelectField
          label={t('Fields of')}
          value={type}
          onChange={({ target }) => setType(target.value as CustomFieldType)}
          options={toOptions(typeLabels())}
        />
        <span className="pb-1.5">
          <Checkbox label={t('Show archived fields')} checked={withArchived} onChange={setWithArchived} />
        </span>
      </div>
      {fields.length === 0 && !isPending && <NoFields />}
      <FieldList fields={fields} onEdit={setEdited} />
      {edited && (
        <FieldDialog type={type} field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  )
}

const NoFields = () => (
  <EmptyState
    icon={<ListPlus />}
    title={t('No custom fields yet')}
    note={t('Define what your team records: a tier, a release, a link to the specification.')}
  />
)

type ListProps = { fields: readonly FieldDefinition[]; onEdit: (field: FieldDefinition) => void }

function FieldList({ fields, onEdit }: ListProps) {
  const count = fields.filter(({ archived_at }) => archived_at === null).length
  return (
    <ul>
      {fields.map((field) => (
        <li
          key={field.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0"
        >
          <div className="min-w-40 flex-1">
            <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
              <span>{field.name}</span>
              <Chip>{fieldKindLabels()[field.kind]}</Chip>
              {field.archived_at !== null && <Chip>{t('Archived')}</Chip>}
            </p>
            <p className="text-xs break-words text-faint">
              <code>{field.key}</code>
              {noteOf(field)}
            </p>
          </div>
          <FieldActions field={field} count={count} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  )
}

/** The description, and the options by name. */
function noteOf({ description, options }: FieldDefinition) {
  const names = options.filter(({ archived }) => !archived).map(({ name }) => name)
  return [description, names.join(', ')].filter(Boolean).map((text) => ` · ${text}`)
}

type FieldActionsProps = Pick<ListProps, 'onEdit'> & { field: FieldDefinition; count: number }

function FieldActions({ field, count, onEdit }: FieldActionsProps) {
  const update = useApiMutation('updateCustomField')
  const { id: customFieldId, name, position, archived_at } = field
  if (archived_at !== null)
    return (
      <Button size="sm" busy={update.isPending} onClick={() => update.mutate({ customFieldId, archived: false })}>
        {t('Restore')}
      </Button>
    )
  const move = (by: number) => update.mutate({ customFieldId, position: position + by })
  return (
    <span className="flex">
      <IconButton
        label={t('Move {name} up', { name })}
        icon={ArrowUp}
        disabled={position === 1 || update.isPending}
        onClick={() => move(-1)}
      />
      <IconButton
        label={t('Move {name} down', { name })}
        icon={ArrowDown}
        disabled={position >= count || update.isPending}
        onClick={() => move(1)}
      />
      <IconButton label={t('Edit {name}', { name })} icon={Pencil} onClick={() => onEdit(field)} />
      <IconButton
        label={t('Archive {name}', { name })}
        icon={Archive}
        disabled={update.isPending}
        onClick={() => update.mutate({ customFieldId, archived: true })}
      />
    </span>
  )
}
