import type { searchTypes } from '#contract/resources/search.ts'

export type SearchType = (typeof searchTypes)[number]

/** The columns that a filter asks, where there are such. */
type Asked = {
  occurred_at?: string
  segment_ids?: string
  contact_id?: string
  source?: string
  tags?: string
  sentiment?: string
  category?: string
  theme_ids?: string
}

/** How one kind of thing is searched; the row is called `s`. */
export type Searchable = {
  table: string
  /** The fields that are shown and marked: the title, then up to two more. */
  fields: readonly [title: string, body?: string, more?: string]
  /** Where a field is not a column of its own name. */
  columns?: Record<string, string>
  /** The kept column of words; without one the words are worked out, which is right for what there are few of. */
  words?: string
  /** How many of the newest are looked through before the index is asked: fewer of what is long. */
  newest?: number
  /** The organization as the index of words knows it, where that is another table's. */
  wordsOwner?: string
  /** When it changed last, where that is not a column of its own. */
  updated?: string
  shown: string
  url: string
  asked: Asked
}

/** Asked for each row that needs it: few of those that are looked through do. */
const feedbackUpdated = '(select n.updated_at from feedback_state n where n.org_id = s.org_id and n.feedback_id = s.id)'

/** Everything that can be searched; a new kind of thing is a new line. */
export const searchables: Partial<Record<SearchType, Searchable>> = {
  insight: {
    table: 'insight',
    fields: ['name', 'quote', 'description'],
    words: 's.words',
    newest: 5000,
    shown: 's.live',
    url: '/insights',
    asked: {
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
    shown: 's.archived_at is null and s.merged_into_id is null',
    url: '/themes',
    asked: {},
  },
  subtheme: {
    table: 'subtheme',
    fields: ['name', 'description'],
    shown: 'true',
    url: '/subthemes',
    asked: { theme_ids: 'array[s.theme_id]' },
  },
  feedback: {
    // What an interview or a ticket said is found as such.
    table: 'feedback',
    fields: ['title', 'content'],
    words: 's.words',
    newest: 2000,
    updated: feedbackUpdated,
    shown: "s.deleted_at is null and s.source_type not in ('interview', 'cs_ticket')",
    url: '/feedback',
    asked: { occurred_at: 's.occurred_at', contact_id: 's.contact_id', source: 's.source', tags: 's.tags' },
  },
  contact: {
    table: 'contact',
    fields: ['name', 'email', 'company'],
    columns: { company: "s.company->>'name'" },
    words: 's.words',
    newest: 5000,
    shown: 's.deleted_at is null',
    url: '/contacts',
    asked: { segment_ids: 's.segment_ids', contact_id: 's.id', tags: 's.tags' },
  },
  project: {
    table: 'project',
    fields: ['title', 'description'],
    shown: "s.status <> 'archived'",
    url: '/projects',
    asked: {},
  },
  initiative: {
    table: 'initiative',
    fields: ['title', 'goal', 'description'],
    shown: "s.status <> 'archived'",
    url: '/initiatives',
    asked: {},
  },
  survey: {
    table: 'survey',
    fields: ['title', 'description'],
    shown: "s.status <> 'archived'",
    url: '/surveys',
    asked: { source: 's.source', tags: 's.tags' },
  },
  opportunity: {
    table: 'opportunity',
    fields: ['title', 'summary', 'problem_statement'],
    shown: "s.status = 'active'",
    url: '/opportunities',
    asked: { category: 's.category' },
  },
  interview: {
    table: 'feedback',
    fields: ['title', 'content'],
    words: 's.words',
    newest: 500,
    updated: feedbackUpdated,
    shown: "s.deleted_at is null and s.source_type = 'interview'",
    url: '/interviews',
    asked: { occurred_at: 's.occurred_at', contact_id: 's.contact_id', source: 's.source', tags: 's.tags' },
  },
  ticket: {
    table:
      '(select t.*, f.words, f.org_id as words_owner from support_ticket t join feedback f on f.org_id = t.org_id and f.id = t.feedback_id)',
    fields: ['subject', 'body'],
    words: 's.words',
    newest: 1000,
    wordsOwner: 's.words_owner',
    shown: 's.deleted_at is null',
    url: '/support/cs/tickets',
    asked: { occurred_at: 's.opened_at', contact_id: 's.contact_id', source: 's.source', tags: 's.tags' },
  },
  competitor_insight: {
    // Of the published graph, and only where the organization looks at competitors.
    table: `(select i.*, i.created_at as updated_at, r.source, coalesce(r.published_at, i.created_at) as occurred_at
      from competitor_graph g join organization o on o.id = g.org_id and o.feature_competitors join competitor_member m on m.org_id = g.org_id and m.version = g.version
      join competitor_insight i on i.org_id = m.org_id and i.id = m.insight_id join competitor_review r on r.org_id = i.org_id and r.id = i.review_id)`,
    fields: ['name', 'quote'],
    shown: 'true',
    url: '/competitors/insights',
    asked: { occurred_at: 's.occurred_at', source: 's.source', sentiment: 's.sentiment', category: 's.category' },
  },
}

/** What a competitor's customers say is asked for by name only. */
export const searchedByDefault = (Object.keys(searchables) as SearchType[]).filter(
  (type) => type !== 'competitor_insight',
)

/** How many of the newest are looked through; undefined where there is no index of words to turn to after that. */
export const newestOf = (type: SearchType) => searchables[type]?.newest

export const columnOf = ({ columns }: Searchable, field: string | undefined) =>
  field === undefined ? 'null::text' : (columns?.[field] ?? `s.${field}`)

export const updatedOf = ({ updated }: Searchable) => updated ?? 's.updated_at'

export const wordsOf = (searchable: Searchable) =>
  searchable.words ?? `searchable(${[0, 1, 2].map((n) => columnOf(searchable, searchable.fields[n])).join(', ')})`
