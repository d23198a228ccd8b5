import { useCallback } from 'react'
import type { GridColumn } from '#web/ui/lists/data-grid-header.tsx'
import { fieldSort } from './field-query.ts'
import { FieldValue } from './field-value.tsx'
import type { FieldDefinition, CustomFieldType, CustomValues } from './labels.ts'
import { useCustomFields } from './use-custom-fields.ts'

type Row = { custom_fields: CustomValues }

const unsorted: readonly FieldDefinition['kind'][] = ['multi_select', 'person']

const columnOf = <T extends Row>(field: FieldDefinition): GridColumn<T> => ({
  key: `field.${field.key}`,
  header: field.name,
  width: '130px',
  alignEnd: field.kind === 'number',
  ...(!unsorted.includes(field.kind) && { sorts: [fieldSort(field.key), fieldSort(field.key, true)] }),
  cell: ({ custom_fields }) => <FieldValue field={field} value={custom_fields[field.key]} />,
})

/** The columns of a list, then those of the custom fields that one of its rows has a value of. */
export function useFieldColumns<T extends Row>(
  type: CustomFieldType,
  columns: (items: readonly T[]) => GridColumn<T>[],
) {
  const fields = useCustomFields(type)
  return useCallback(
    (items: readonly T[]) => [
      ...columns(items),
      ...fields.filter(({ key }) => items.some((row) => row.custom_fields[key] !== undefined)).map(columnOf<T>),
    ],
    [fields, columns],
  )
}
