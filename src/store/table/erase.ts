import { raw, type Sql } from '#store/sql.ts'
import type { Column, Erasure } from './columns.ts'
import { entriesOf, type Table } from './define.ts'

/* What an erasure and a rollback do, by column. */

export const redacted = '[redacted]'

/** The value of a column once its text is removed. */
export function removedValue({ type, nullable }: Column): string | null | [] | object {
  if (nullable) return null
  if (type === 'text[]') return []
  return type === 'jsonb' || type === 'json' ? {} : redacted
}

/** How a column stores text that is removed or masked, and its value once it is removed. */
export type WordColumn = { type: 'text' | 'url' | 'text[]' | 'jsonb'; removed: string | null | [] | object }

const wordColumn = (column: Column): WordColumn => ({
  type: column.erasure === 'url' ? 'url' : (column.type as WordColumn['type']),
  removed: removedValue(column),
})

const namesWith = (table: Table, ...erasures: readonly Erasure[]) =>
  entriesOf(table)
    .filter(([, { erasure }]) => erasure && erasures.includes(erasure))
    .map(([name]) => name)

export type TableErasure = { words?: Record<string, WordColumn> } & Partial<
  Record<Exclude<Erasure, 'words' | 'url'>, string>
>
const groups = [
  'cleared',
  'references',
  'generated',
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
  const words = namesWith(table, 'words', 'url').map((name) => [name, wordColumn(table.columns[name]!)] as const)
  const others = groups
    .map((group) => [group, namesWith(table, group).join(' ')] as const)
    .filter(([, names]) => names !== '')
  return { ...(words.length && { words: Object.fromEntries(words) }), ...Object.fromEntries(others) }
}

const literals = { '[]': "'{}'", '{}': "'{}'", null: 'null' } as Record<string, string>

/** `name = null, tags = '{}', …`: removes the personal data of a row. */
export const clearedAssignments = (table: Table): Sql =>
  raw(
    namesWith(table, 'cleared')
      .map((name) => {
        const removed = removedValue(table.columns[name]!)
        return `${name} = ${literals[JSON.stringify(removed)] ?? `'${redacted}'`}`
      })
      .join(', '),
  )

/** The columns that a rollback of an import sets to their values before it. */
export const restoredColumns = (table: Table): string[] =>
  entriesOf(table)
    .filter(([, { restored, written }]) => restored ?? (written !== undefined && written !== 'once'))
    .map(([name]) => name)
