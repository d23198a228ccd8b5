import { isObjectPresent } from '#domain/objects/queries.ts'
import type { searchTypes } from '#contract/resources/search.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

export type SearchType = (typeof searchTypes)[number]

/** The column of each filter, where the type has one. */
type FilterColumns = {
  occurred_at?: string
  segment_ids?: string
  contact_id?: string
  source?: string
  tags?: string
  sentiment?: string
  category?: string
  theme_ids?: string
}

/** How one type is searched; its row is `s` in every expression. */
export type Searchable = {
  /** A table, or a sub-query of an organization's rows. */
  table: string | ((org: string) => Sql)
  /** The fields that are searched and highlighted: the title, then up to two more. */
  fields: readonly [title: string, body?: string, more?: string]
  /** Expressions for fields that are not columns of the same name. */
  columns?: Record<string, string>
  /** The stored tsvector; without one it is computed per row, for types with few rows. */
  searchVector?: string
  /** Newest rows that are scanned before the index is used; fewer for long texts. */
  scanLimit?: number
  /** The organization column of the full-text index, where it is another table's. */
  searchVectorOrg?: string
  /** The time of the last change, where it is not the column updated_at. */
  updatedAt?: (org: string) => Sql
  visible: string
  url: string
  filterColumns: FilterColumns
}

/** A sub-query, because few scanned rows need it. */
const feedbackUpdated = (org: string): Sql => sql`
  (select n.updated_at from feedback_state n where n.org_id = s.org_id and n.org_id = ${org} and n.feedback_id = s.id)`

/** Every type that can be searched. */
export const searchables: Partial<Record<SearchType, Searchable>> = {
  insight: {
    table: 'insight',
    fields: ['name', 'quote', 'description'],
    searchVector: 's.search_vector',
    scanLimit: 5000,
    visible: 's.live',
    url: '/insights',
    filterColumns: {
      occurred_at: 's.occurred_at',
      segment_ids: 's.segment_ids',
      contact_id: 's.contact_id',
      source: 's.source',
      tags: 's.tags',
      sentiment: 's.sentiment',
      category: 's.category',
      theme_ids: 's.theme_ids',
    },
  },
  theme: {
    table: 'theme',
    fields: ['name', 'notes', 'definition'],
    visible: 's.archived_at is null and s.merged_into_id is null',
    url: '/themes',
    filterColumns: {},
  },
  subtheme: {
    table: 'subtheme',
    fields: ['name', 'description'],
    visible: 's.merged_into_id is null and s.dissolved_at is null',
    url: '/subthemes',
    filterColumns: { theme_ids: 'array[s.theme_id]' },
  },
  feedback: {
    // Interviews and tickets are types of their own.
    table: 'feedback',
    fields: ['title', 'content'],
    searchVector: 's.search_vector',
    scanLimit: 2000,
    updatedAt: feedbackUpdated,
    visible: "s.deleted_at is null and s.source_type not in ('interview', 'cs_ticket')",
    url: '/feedback',
    filterColumns: { occurred_at: 's.occurred_at', contact_id: 's.contact_id', source: 's.source', tags: 's.tags' },
  },
  contact: {
    table: 'contact',
    fields: ['name', 'email', 'company'],
    columns: { company: "s.company->>'name'" },
    searchVector: 's.search_vector',
    scanLimit: 5000,
    visible: 's.deleted_at is null',
    url: '/contacts',
    filterColumns: { segment_ids: 's.segment_ids', contact_id: 's.id', tags: 's.tags' },
  },
  project: {
    table: 'project',
    fields: ['title', 'description'],
    visible: "s.status <> 'archived'",
    url: '/projects',
    filterColumns: {},
  },
  initiative: {
    table: 'initiative',
    fields: ['title', 'goal', 'description'],
    visible: "s.status <> 'archived'",
    url: '/initiatives',
    filterColumns: {},
  },
  survey: {
    table: 'survey',
    fields: ['title', 'description'],
    visible: "s.status <> 'archived'",
    url: '/surveys',
    filterColumns: { source: 's.source', tags: 's.tags' },
  },
  opportunity: {
    table: 'opportunity',
    fields: ['title', 'summary', 'problem_statement'],
    visible: "s.status = 'active'",
    url: '/opportunities',
    filterColumns: { category: 's.category' },
  },
  interview: {
    table: 'feedback',
    fields: ['title', 'content'],
    searchVector: 's.search_vector',
    scanLimit: 500,
    updatedAt: feedbackUpdated,
    visible: "s.deleted_at is null and s.source_type = 'interview'",
    url: '/interviews',
    filterColumns: { occurred_at: 's.occurred_at', contact_id: 's.contact_id', source: 's.source', tags: 's.tags' },
  },
  ticket: {
    table: (org) => sql`(select t.*, f.search_vector, f.org_id as search_vector_org from support_ticket t
      join feedback f on f.org_id = t.org_id and f.org_id = ${org} and f.id = t.feedback_id where t.org_id = ${org})`,
    fields: ['subject', 'body'],
    searchVector: 's.search_vector',
    scanLimit: 1000,
    searchVectorOrg: 's.search_vector_org',
    visible: 's.deleted_at is null',
    url: '/support/cs/tickets',
    filterColumns: { occurred_at: 's.opened_at', contact_id: 's.contact_id', source: 's.source', tags: 's.tags' },
  },
  comment: {
    // Not those on objects that are gone or archived.
    table: (org) => sql`(
      select c.* from comment c where c.org_id = ${org} and ${isObjectPresent(org, 'c', { archived: false })})`,
    fields: ['body'],
    columns: { body: "regexp_replace(s.body, '@user_[0-9a-f]{32}', '@…', 'g')" },
    searchVector: 's.search_vector',
    scanLimit: 5000,
    visible: 's.deleted_at is null',
    url: '/comments',
    filterColumns: {},
  },
  competitor_insight: {
    // Of the published graph, and only where the competitors feature is enabled.
    table: (
      org,
    ) => sql`(select i.*, i.created_at as updated_at, r.source, coalesce(r.published_at, i.created_at) as occurred_at
      from competitor_graph g join organization o on o.id = g.org_id and o.feature_competitors
      join competitor_version_insight m on m.org_id = g.org_id and m.org_id = ${org} and m.version = g.version
      join competitor_insight i on i.org_id = m.org_id and i.org_id = ${org} and i.id = m.insight_id
      join competitor_review r on r.org_id = i.org_id and r.org_id = ${org} and r.id = i.review_id
      where g.org_id = ${org})`,
    fields: ['name', 'quote'],
    visible: 'true',
    url: '/competitors/insights',
    filterColumns: {
      occurred_at: 's.occurred_at',
      source: 's.source',
      sentiment: 's.sentiment',
      category: 's.category',
    },
  },
}

/** Competitor insights are only searched on request. */
export const defaultSearchTypes = (Object.keys(searchables) as SearchType[]).filter(
  (type) => type !== 'competitor_insight',
)

/** Undefined for types without a full-text index, which are scanned completely. */
export const scanLimitOf = (type: SearchType) => searchables[type]?.scanLimit

export const columnOf = ({ columns }: Searchable, field: string | undefined) =>
  field === undefined ? 'null::text' : (columns?.[field] ?? `s.${field}`)

/** What the rows `s` of a type are selected from. */
export const tableOf = ({ table }: Searchable, org: string): Sql =>
  typeof table === 'string' ? raw(table) : table(org)

export const updatedAtOf = ({ updatedAt }: Searchable, org: string): Sql => updatedAt?.(org) ?? raw('s.updated_at')

export const searchVectorOf = (searchable: Searchable) =>
  searchable.searchVector ??
  `to_search_vector(${[0, 1, 2].map((n) => columnOf(searchable, searchable.fields[n])).join(', ')})`
