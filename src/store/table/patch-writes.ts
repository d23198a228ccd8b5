import { raw, type Sql, sql } from '#store/sql.ts'
import type { Column } from './columns.ts'
import { entriesOf, type Table } from './define.ts'

/*
 * Writes from JSON objects in which an absent field keeps the stored value and null removes it. `p` is the object of a
 * row, `c` the stored row.
 */

const objects = (expression: string) => `jsonb_strip_nulls(${expression})`

function givenValue(name: string, { type }: Column): string {
  if (type === 'jsonb') return `p->'${name}'`
  if (type === 'text[]') return `array(select jsonb_array_elements_text(p->'${name}'))`
  return type === 'text' ? `p->>'${name}'` : `(p->>'${name}')::${type}`
}

function insertedValue(name: string, column: Column): string {
  const given = givenValue(name, column)
  if (column.type !== 'jsonb') return given
  return objects(column.nullable ? `nullif(${given}, 'null')` : `coalesce(${given}, '{}')`)
}

const whenGiven = (name: string, next: string) => `case when p ? '${name}' then ${next} else c.${name} end`

const nestedKeys = (name: string) => `case when p->'${name}' = 'null' then null when p ? '${name}' then
  ${objects(`coalesce(c.${name}, '{}') || (p->'${name}')
    || case when p->'${name}' ? 'attributes'
      then jsonb_build_object('attributes',
        coalesce(c.${name}->'attributes', '{}') || (p->'${name}'->'attributes'))
      else '{}' end`)}
  else c.${name} end`

/** `add`, for an upsert, keeps the first spelling of a value and unites lists; `replace` sets what is given. */
export type PatchMode = 'add' | 'replace'
const maxListLength = 50

function nextValue(name: string, column: Column, mode: PatchMode): string {
  const given = givenValue(name, column)
  const { written, normalized } = column
  if (written === 'nested') return nestedKeys(name)
  if (written === 'keys') return whenGiven(name, objects(`c.${name} || (${given})`))
  if (mode === 'add' && written === 'unless-equivalent')
    return `case when p ? '${name}' and ${normalized}(${given}) is distinct from c.${normalized}
      then ${given} else c.${name} end`
  if (mode === 'add' && written === 'united')
    return whenGiven(
      name,
      `array(select t from unnest(c.${name} || ${given}) with ordinality as u (t, o)
        group by t order by min(o) limit ${maxListLength})`,
    )
  return whenGiven(name, given)
}

/** The parts of an insert and of an update from patches. */
export function patchWrites(table: Table) {
  const columns = entriesOf(table).filter(([, { written }]) => written)
  const names = columns.map(([name]) => name)
  const list = (write: (name: string, column: Column) => string): Sql =>
    raw(columns.map(([name, column]) => write(name, column)).join(', '))
  const next = (mode: PatchMode) => list((name, column) => `${nextValue(name, column, mode)} as ${name}`)
  return {
    names: raw(names.join(', ')),
    inserted: list(insertedValue),
    next: { add: next('add'), replace: next('replace') },
    nextOf: (name: string, mode: PatchMode): Sql => raw(`${nextValue(name, table.columns[name]!, mode)} as ${name}`),
    /** From the row `n` that has the next values. */
    assigned: list((name) => `${name} = n.${name}`),
    changed: sql`(${list((name) => `c.${name}`)}) is distinct from (${list((name) => `n.${name}`)})`,
  }
}
