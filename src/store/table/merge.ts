import { join, raw, type Sql, sql } from '#store/sql.ts'
import type { Column } from './columns.ts'
import { entriesOf, type Table } from './define.ts'

/* Merging rows of a table into one of them: `c` is the row that remains, `s` what the others have together. */

type Rule = { source: string; next: string }

const first = (name: string) => `(array_agg(${name} order by id) filter (where ${name} is not null))[1] as ${name}`

function ruleOf(name: string, { merged }: Column): Rule | undefined {
  if (merged === 'first') return { source: first(name), next: `coalesce(c.${name}, s.${name})` }
  if (merged === 'earliest') return { source: `min(${name}) as ${name}`, next: `least(c.${name}, s.${name})` }
  if (merged === 'latest') return { source: `max(${name}) as ${name}`, next: `greatest(c.${name}, s.${name})` }
  if (typeof merged !== 'object') return undefined
  const by = merged.latestBy
  return {
    source: `(array_agg(${name} order by ${by} desc) filter (where ${by} is not null))[1] as ${name}`,
    next: `case when c.${by} is null or s.${by} > c.${by} then s.${name} else c.${name} end`,
  }
}

/** The keys of objects and the members of lists, each read by itself. */
const keysOf = (table: string, name: string, among: Sql) => sql`
  , ${raw(`merged_${name}`)} as (
    select jsonb_object_agg(e.key, e.value order by s.id desc) as value
    from ${raw(table)} s cross join lateral jsonb_each(s.${raw(name)}) e where ${among})`
const membersOf = (table: string, name: string, among: Sql) => sql`
  , ${raw(`merged_${name}`)} as (
    select array_agg(distinct t) as value from ${raw(table)} s, unnest(s.${raw(name)}) t where ${among})`
const nextKeys = (name: string) => `coalesce(merged_${name}.value, '{}') || c.${name}`
const nextMembers = (name: string) =>
  `c.${name} || array(select x from unnest(coalesce(merged_${name}.value, '{}')) x where x <> all(c.${name}))`

type RowsToMerge = { org: string; from: readonly string[]; to: string }

/**
 * Fills empty columns of a row from others, the oldest first. Returns the values of columns that are unique, which the
 * row can take over once the others are deleted.
 */
export function mergeStatement(table: Table): (rows: RowsToMerge) => Sql {
  const columns = entriesOf(table)
  const named = (rule: Column['merged']) => columns.filter(([, { merged }]) => merged === rule).map(([name]) => name)
  const [keys, members, unique] = [named('keys'), named('united'), named('unique')]
  const simple = columns.flatMap(([name, column]) => {
    const rule = ruleOf(name, column)
    return rule ? [{ name, ...rule }] : []
  })
  const relation = raw(table.name)
  const sources = raw([...unique.map(first), ...simple.map(({ source }) => source)].join(', '))
  const assigned = raw(
    [
      ...simple.map(({ name, next }) => `${name} = ${next}`),
      ...keys.map((name) => `${name} = ${nextKeys(name)}`),
      ...members.map((name) => `${name} = ${nextMembers(name)}`),
    ].join(', '),
  )
  const joined = raw(['source s', ...[...keys, ...members].map((name) => `merged_${name}`)].join(', '))
  const returned = raw(unique.map((name) => `coalesce(c.${name}, s.${name}) as ${name}`).join(', '))
  return ({ org, from, to }) => {
    const among = sql`s.org_id = ${org} and s.id = any(${from}::uuid[])`
    const parts = [
      ...keys.map((name) => keysOf(table.name, name, among)),
      ...members.map((name) => membersOf(table.name, name, among)),
    ]
    return sql`
      with source as (select ${sources} from ${relation} s where ${among}) ${join(parts, '')}
      update ${relation} c set ${assigned}, updated_at = now()
      from ${joined} where c.org_id = ${org} and c.id = ${to}
      returning ${returned}`
  }
}
