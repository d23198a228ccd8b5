import { createdWithin, instantOf } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type Searchable, updatedAtOf } from './queries-searchable.ts'
import { inNpsGroup, type NpsGroup } from '#vocabulary/nps.ts'

export type SearchFilters = {
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
  /** Only what these contacts said. */
  contacts?: ContactFilters
  /** Any of these. */
  segment_ids?: string[]
}

/** Companies in lower case; each list is an "or", all of them together an "and". */
export type ContactFilters = {
  id?: readonly string[]
  company?: readonly string[]
  plan?: readonly string[]
  country?: readonly string[]
  nps_type?: NpsGroup
}

/** A condition on a column with the id of a contact of the same organization as row `s`. */
function contactCondition(org: string, column: Sql, { id, company, plan, country, nps_type }: ContactFilters): Sql {
  return sql`exists (select 1 from contact c where ${allOf([
    sql`c.org_id = s.org_id and c.org_id = ${org} and c.id = ${column} and c.deleted_at is null`,
    id && sql`c.id = any(${id}::uuid[])`,
    company && sql`lower(c.company->>'name') = any(${company})`,
    plan && sql`lower(c.company->>'plan') = any(${plan})`,
    country && sql`c.country = any(${country})`,
    nps_type && raw(inNpsGroup(nps_type, 'c.nps_score')),
  ])})`
}

/** The filters that an index has in the order of ids. */
export const orderedConditions = ({ filterColumns }: Searchable, f: SearchFilters): (Sql | undefined)[] => [
  ...createdWithin(f, 's.'),
  f.contact_id !== undefined && filterColumns.contact_id !== undefined
    ? sql`${raw(filterColumns.contact_id)} = ${f.contact_id}`
    : undefined,
]

/** Undefined when the type lacks a filtered column: then none of its rows can match. */
export function filterConditions(org: string, type: Searchable, f: SearchFilters): (Sql | undefined)[] | undefined {
  const { filterColumns } = type
  const when = (filter: unknown, column: string | Sql | undefined, condition: (column: Sql) => Sql) => {
    if (filter === undefined) return undefined
    return column === undefined ? null : condition(typeof column === 'string' ? raw(column) : column)
  }
  const conditions = [
    when(f.created_after, 's.created_at', (c) => sql`${c} >= ${instantOf(f.created_after!)}`),
    when(f.created_before, 's.created_at', (c) => sql`${c} < ${instantOf(f.created_before!)}`),
    when(f.updated_since, updatedAtOf(type, org), (c) => sql`${c} >= ${instantOf(f.updated_since!)}`),
    when(f.occurred_after, filterColumns.occurred_at, (c) => sql`${c} >= ${instantOf(f.occurred_after!)}`),
    when(f.occurred_before, filterColumns.occurred_at, (c) => sql`${c} < ${instantOf(f.occurred_before!)}`),
    when(f.segment_id, filterColumns.segment_ids, (c) => sql`${c} @> array[${f.segment_id}]::uuid[]`),
    when(f.segment_ids, filterColumns.segment_ids, (c) => sql`${c} && ${f.segment_ids}::uuid[]`),
    when(f.contact_id, filterColumns.contact_id, (c) => sql`${c} = ${f.contact_id}`),
    when(f.contacts, filterColumns.contact_id, (c) => contactCondition(org, c, f.contacts!)),
    when(f.source, filterColumns.source, (c) => sql`${c} = any(${f.source})`),
    // The first condition is that of the indexes on tags.
    when(f.tag, filterColumns.tags, (c) => sql`${c} <> '{}' and ${c} && ${f.tag}`),
    when(f.sentiment, filterColumns.sentiment, (c) => sql`${c} = any(${f.sentiment})`),
    when(f.category, filterColumns.category, (c) => sql`${c} = any(${f.category})`),
    when(f.theme_id, filterColumns.theme_ids, (c) => sql`${f.theme_id}::uuid = any(${c})`),
  ]
  return conditions.includes(null) ? undefined : (conditions as (Sql | undefined)[])
}
