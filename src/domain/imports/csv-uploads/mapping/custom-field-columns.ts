import type { CsvType } from '#contract/resources/csv-columns.ts'
import { listFieldRules } from '#domain/custom-fields/queries-filter.ts'
import type { ReadCtx } from '#domain/context.ts'
import { type ColumnMapping, fieldKey } from './mapping.ts'

/** Columns that fill custom fields of feedback, with their definitions. A table does not know the ids of members. */
export async function withFieldRules(
  { db, org }: Pick<ReadCtx, 'db' | 'org'>,
  type: CsvType,
  columns: readonly ColumnMapping[],
): Promise<ColumnMapping[]> {
  const keys = columns.flatMap(({ target }) => fieldKey(target) ?? [])
  if (keys.length === 0 || type !== 'feedback') return [...columns]
  const found = await listFieldRules(db, org, 'feedback', keys)
  const rules = new Map(
    found.filter(({ archived, kind }) => !archived && kind !== 'person').map((one) => [one.key, one]),
  )
  return columns.map((column) => {
    const rule = rules.get(fieldKey(column.target) ?? '')
    return rule ? { ...column, custom_field: rule } : column
  })
}
