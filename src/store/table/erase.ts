import { raw, type Sql } from '#store/sql.ts'
import type { Column, Erasure } from './columns.ts'
import { entriesOf, type Table } from './define.ts'

/* What an erasure and a rollback do, by column. */

export const redacted = '[redacted]'

/** The value of a column once its text is removed. */
function removedValue({ type, nullable }: Column): string | null | [] | object {
  if (nullable) return null
  if (type === 'text[]') return []
  return type === 'jsonb' || type === 'json' ? {} : redacted
}

/** How a column stores text that is removed or masked, and its value once it is removed. */
export type WordColumn = { type: 'text' | 'url' | 'text[]' | 'jsonb' | 'answer'; removed: string | null | [] | object }

const wordColumn = (column: Column): WordColumn => ({
  type: column.erasure === 'words' ? (column.type as WordColumn['type']) : (column.erasure as 'url' | 'answer'),
  removed: removedValue(column),
})

const namesWith = (table: Table, ...erasures: readonly Erasure[]) =>
  entriesOf(table)
    .filter(([, { erasure }]) => erasure && erasures.includes(erasure))
    .map(([name]) => name)

export type TableErasure = { words?: Record<string, WordColumn> } & Partial<
  Record<Exclude<Erasure, 'words' | 'url' | 'answer'>, string>
>
const groups = [
  'cleared',
  'references',
  'generated',
  'masked',
  'copies',
  'team',
  'account',
  'secret',
  'published',
  'fixed',
  'computed',
] as const

/** The columns of a table that can hold text, by what an erasure does with them. */
export function erasureOf(table: Table): TableErasure {
  const words = namesWith(table, 'words', 'url', 'answer').map(
    (name) => [name, wordColumn(table.columns[name]!)] as const,
  )
  const others = groups
    .map((group) => [group, namesWith(table, group).join(' ')] as const)
    .filter(([, names]) => names !== '')
  return { ...(words.length && { words: Object.fromEntries(words) }), ...Object.fromEntries(others) }
}

function removedLiteral({ type, nullable, default: initial }: Column, required: string): string {
  if (nullable) return 'null'
  if (type === 'text[]') return "'{}'"
  return type === 'jsonb' || type === 'json' ? (initial ?? "'{}'") : `'${required}'`
}

const removals = (table: Table, required: string, ...erasures: readonly Erasure[]): Sql =>
  raw(
    namesWith(table, ...erasures)
      .map((name) => `${name} = ${removedLiteral(table.columns[name]!, required)}`)
      .join(', '),
  )

/** `name = null, tags = '{}', …`: removes the personal data of a row. */
export const clearedAssignments = (table: Table): Sql => removals(table, redacted, 'cleared')

/** The same for a deleted row, which stays without its texts; `required` is left of those that are never null. */
export const textlessAssignments = (table: Table, required = ''): Sql =>
  removals(table, required, 'cleared', 'words', 'url', 'answer', 'generated')

/** The columns that a rollback of an import sets to their values before it. */
export const restoredColumns = (table: Table): string[] =>
  entriesOf(table)
    .filter(([, { restored, written }]) => restored ?? (written !== undefined && written !== 'once'))
    .map(([name]) => name)
