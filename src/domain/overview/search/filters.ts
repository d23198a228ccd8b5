import { instantOf } from '#store/page.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { type Searchable, updatedOf } from './searchable.ts'

export type Filters = {
  created_after?: string
  created_before?: string
  occurred_after?: string
  occurred_before?: string
  updated_since?: string
  segment_id?: string
  contact_id?: string
  source?: string[]
  tag?: string[]
  sentiment?: string[]
  category?: string[]
  theme_id?: string
}

/** Undefined when the type does not know what a filter asks: then nothing of it can match. */
export function conditionsOf(type: Searchable, f: Filters): (Sql | undefined)[] | undefined {
  const { asked } = type
  const on = (given: unknown, column: string | undefined, condition: (column: Sql) => Sql) =>
    given === undefined ? undefined : column === undefined ? null : condition(raw(column))
  const all = [
    on(f.created_after, 's.created_at', (c) => sql`${c} >= ${instantOf(f.created_after!)}`),
    on(f.created_before, 's.created_at', (c) => sql`${c} < ${instantOf(f.created_before!)}`),
    on(f.updated_since, updatedOf(type), (c) => sql`${c} >= ${instantOf(f.updated_since!)}`),
    on(f.occurred_after, asked.occurred_at, (c) => sql`${c} >= ${instantOf(f.occurred_after!)}`),
    on(f.occurred_before, asked.occurred_at, (c) => sql`${c} < ${instantOf(f.occurred_before!)}`),
    on(f.segment_id, asked.segment_ids, (c) => sql`${c} @> array[${f.segment_id}]::uuid[]`),
    on(f.contact_id, asked.contact_id, (c) => sql`${c} = ${f.contact_id}`),
    on(f.source, asked.source, (c) => sql`${c} = any(${f.source})`),
    on(f.tag, asked.tags, (c) => sql`${c} && ${f.tag}`),
    on(f.sentiment, asked.sentiment, (c) => sql`${c} = any(${f.sentiment})`),
    on(f.category, asked.category, (c) => sql`${c} = any(${f.category})`),
    on(f.theme_id, asked.theme_ids, (c) => sql`${f.theme_id}::uuid = any(${c})`),
  ]
  return all.includes(null) ? undefined : (all as (Sql | undefined)[])
}
