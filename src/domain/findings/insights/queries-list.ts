import type { Static, TObject } from 'typebox'
import type { InsightFilters } from '#contract/resources/insight-filters.ts'
import { isUnsorted, themeReferenceJson, themeSuggestions } from '#domain/queries-theme-references.ts'
import { ofAccount } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/open.ts'
import { type DocumentRow, idLength, readTexts } from '#store/document-page.ts'
import { ofPayingPeople } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { defineList, type FilterRule } from '#store/lists/define.ts'
import { type DocumentList, documentPage } from '#store/lists/document-list.ts'
import { contains, few, from, tagged, until } from '#store/lists/filters.ts'
import { conditionsOf, type Narrowing } from '#store/lists/page-statement.ts'
import { after, idWithin, type Order, orderBy } from '#store/page.ts'
import { allOf, empty, raw, type Sql, sql } from '#store/sql.ts'
import { rowPage } from '#store/lists/row-list.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import { insightTable } from './table.ts'

export type InsightListQuery = Static<TObject<typeof InsightFilters>> & {
  theme_id?: string
  unthemed?: boolean
  unsorted?: boolean
  feedback_id?: string
}

const linked = (table: string, column: string) => ({
  where: (id: string, { org }: { org: string }) =>
    sql`id in (select insight_id from ${raw(table)} where org_id = ${org} and ${raw(column)} = ${id})`,
  reach: 'few' as const,
})

const subthemeFilter = linked('subtheme_insight', 'subtheme_id')
export const inSubtheme = (org: string, id: string): Sql => subthemeFilter.where(id, { org })

/** Each is looked up by itself, unlike those of a table in its own order. */
const linkWindow = raw('500')

/** The copy of the links in the row is compared, as long as only live insights are listed: others may have no links. */
const hasThemeInRow = (f: InsightListQuery) => !f.status && !f.include_deleted
const themeInRow = (id: string) => sql`theme_ids @> array[${id}]::uuid[]`
const inTheme = linked('insight_theme', 'theme_id').where

const themeFilter: FilterRule<string, InsightListQuery> = {
  where: inTheme,
  near: (id, { org, query }) => (hasThemeInRow(query) ? themeInRow(id) : inTheme(id, { org })),
  indexed: (id, { query }) => (query.segment_id && hasThemeInRow(query) ? themeInRow(id) : undefined),
  // A theme alone is read from its links, which are in the order of ids.
  reach({ limit: _, cursor: __, include: ___, theme_id: ____, sort, ...others }) {
    return sort !== undefined || Object.values(others).some((value) => value !== undefined) ? 'many' : undefined
  },
  /** The first insights of a theme by its links. */
  window(id, { org, query, order, scope, keys }) {
    if (order.by !== 'id') return undefined
    const byLink: Order = { ...order, by: 'insight_id' }
    const links = [
      sql`org_id = ${org} and theme_id = ${id}`,
      ...idWithin(query, 'insight_id'),
      after(byLink, keys, 'insight_id'),
    ]
    return sql`
      select insight.* from (
        select insight_id from insight_theme where ${allOf(links)}
        order by ${orderBy(byLink, 'insight_id')} limit ${linkWindow}) link
      cross join lateral (select * from insight where ${allOf(scope)} and id = link.insight_id offset 0) insight`
  },
}

/** The expression of the index `insight_text`; implied by the filter, apart from line breaks in the text. */
const textIndex = (org: string, pattern: string) => sql`
  array[org_id] @> array[${org}]
  and (name || E'\\n' || coalesce(quote, '') || E'\\n' || coalesce(description, '')) ilike ${pattern}`

/** A literal, which PostgreSQL compares with the condition of an index. */
const dismissed = "deleted_at is null and superseded_by_id is null and status = 'dismissed'"

/** Live insights, unless the caller asks for dismissed ones. */
function live({ status }: InsightListQuery): Sql {
  if (!status) return raw('live')
  if (status.length === 1) return raw(status[0] === 'dismissed' ? dismissed : 'live')
  return sql`deleted_at is null and superseded_by_id is null and status = any(${status})`
}

/** Literals, which PostgreSQL compares with the condition of the index of those that are not `auto`. */
const hasOrigin = {
  auto: raw("origin = 'auto'"),
  manual: raw("origin = 'manual'"),
  imported: raw("origin = 'imported'"),
}

/** One of few literals, because PostgreSQL caches a plan for a literal limit and plans anew for a parameter. */
function limitStep(limit: number): number {
  if (limit <= 10) return 10
  if (limit <= 50) return 50
  return limit <= 100 ? 100 : 300
}

const insightList = defineList<InsightListQuery>()({
  table: insightTable,
  live,
  showsGone: ({ updated_since, include_deleted, status }) => Boolean(updated_since && include_deleted && !status),
  limit: ({ limit }) => raw(String(limitStep(limit) + 1)),
  orders: { confidence: { by: 'coalesce(confidence, -1)', type: 'real' } },
  filters: {
    theme_id: themeFilter,
    tag: tagged,
    segment_id: {
      where: (id) => sql`segment_ids @> array[${id}]::uuid[]`,
      reach: 'many',
      narrowed: "segment_ids <> '{}'",
    },
    q: contains(['name', 'quote', 'description'], textIndex),
    unthemed: (unthemed) => (unthemed ? sql`theme_ids = '{}'` : sql`theme_ids <> '{}'`),
    unsorted: (unsorted) => (unsorted ? isUnsorted : sql`not (${isUnsorted})`),
    occurred_after: from('occurred_at'),
    occurred_before: until('occurred_at'),
    contact_id: few('contact_id'),
    account_id: ofAccount,
    ...ofPayingPeople,
    feedback_id: few('feedback_id'),
    origin: (origin) => (origin.length === 1 ? hasOrigin[origin[0]!] : sql`origin = any(${origin})`),
    status: { elsewhere: 'live' },
    project_id: linked('project_insight', 'project_id'),
    opportunity_id: linked('opportunity_insight', 'opportunity_id'),
    subtheme_id: subthemeFilter,
  },
})

/** References to the themes of a list of ids, without those that are archived. */
function referencesTo(ids: string, themes: Map<string, string>): string {
  let references = ''
  for (let at = 0; at < ids.length; at += idLength + 1) {
    const reference = themes.get(ids.slice(at, at + idLength))
    if (reference !== undefined) references += references === '' ? reference : `,${reference}`
  }
  return references
}

function closeInsight(row: DocumentRow<'themes'>): (id: string, themeIds: string) => string {
  const themes = readTexts(row.themes)
  return (_, themeIds) => `,"themes":[${referencesTo(themeIds, themes)}]`
}

const occurredAt = raw(`|| ',"occurred_at":"' || iso(occurred_at) || '"'`)

const sourceOf = (org: string): Sql => sql`|| (
  select ',"source":' || coalesce(to_json(insight.source)::text, 'null')
    || ',"user_name":' || coalesce(to_json(coalesce(insight.user_name, c.name))::text, 'null')
    || ',"user_email":' || coalesce(to_json(coalesce(insight.user_email, c.email))::text, 'null')
  from (values (1)) one left join contact c on c.org_id = ${org} and c.id = insight.contact_id)`

/** Of a contact that was not deleted. */
const contactOf = (org: string): Sql => sql`|| (
  select ',"contact_id":' || coalesce(to_json(c.id)::text, 'null')
    || ',"contact_name":' || coalesce(to_json(c.name)::text, 'null')
    || ',"contact_email":' || coalesce(to_json(c.email)::text, 'null')
    || ',"account_id":' || coalesce(to_json(a.id)::text, 'null')
    || ',"company_name":' || coalesce(to_json(a.name)::text, 'null')
    || ',"company_plan":' || coalesce(to_json(a.plan)::text, 'null')
  from (values (1)) one
  left join contact c on c.org_id = ${org} and c.id = insight.contact_id and c.deleted_at is null
  left join account a on a.org_id = ${org} and a.id = c.account_id and a.deleted_at is null)`

const subthemesOf = (org: string): Sql => sql`|| ',"subthemes":' || (
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')::text
  from subtheme_insight l
  join subtheme s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.subtheme_id
    and s.merged_into_id is null and s.dissolved_at is null
  join organization g on g.id = l.org_id and g.feature_subthemes
  where l.org_id = ${org} and l.insight_id = insight.id)`

const subjectOf = (org: string): Sql => sql`|| ',"subject":' || coalesce((
  select to_json(v.mention)::text from insight_vector v where v.org_id = ${org} and v.insight_id = insight.id), 'null')`

const suggestionsOf = (org: string): Sql => sql`|| ',"theme_suggestions":'
  || case when ${isUnsorted} then ${themeSuggestions(org, raw('insight.id'))} else '[]' end`

/** The themes of the whole page are read once and appended, so that renaming a theme rewrites no insight. */
const insightDocuments: DocumentList<InsightListQuery, 'themes'> = {
  list: insightList,
  members: ({ org, query: { include = [] } }) => sql`
    ${include.includes('occurred_at') ? occurredAt : empty}
    ${include.includes('source') ? sourceOf(org) : empty}
    ${include.includes('contact') ? contactOf(org) : empty}
    ${include.includes('subthemes') ? subthemesOf(org) : empty}
    ${include.includes('subject') ? subjectOf(org) : empty}
    ${include.includes('theme_suggestions') ? suggestionsOf(org) : empty}`,
  extra: "array_to_string(theme_ids, ',')",
  columns: ['theme_ids'],
  // A dismissed or superseded insight has left the list as well.
  gone: { deletedAt: 'coalesce(deleted_at, updated_at)', mergedInto: 'coalesce(merged_into_id, superseded_by_id)' },
  parts: (org) => ({
    themes: sql`
      select t.id, ${themeReferenceJson} as text from theme t
      where t.org_id = ${org} and t.archived_at is null and t.id = any(array(select unnest(theme_ids) from page))`,
  }),
  close: closeInsight,
}

type Reading = Parameters<typeof documentPage>[0]

/** A page of insights in one statement and one row; stored JSON documents are passed through as they are. */
export const listInsights = (reading: Reading, query: InsightListQuery, narrowing: Narrowing = {}): Promise<string> =>
  documentPage(reading, insightDocuments, query, narrowing)

/** The insights that match, with what they are grouped by. */
export const matchingInsights = (org: string, query: InsightListQuery): Sql => sql`
  select id, contact_id, sentiment from insight where ${allOf(conditionsOf(insightList, org, query))}`

/** How many insights match, counted up to `max`. */
export const countInsights = async (db: Db, org: string, query: InsightListQuery, max: number) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from insight where ${allOf(conditionsOf(insightList, org, query))} limit ${max}) matching`))!.count

type PointRow = { id: string; name: string; sentiment: Sentiment }

/** A page of insights as one text each. */
export const listInsightPoints = (
  reading: Parameters<typeof rowPage>[0],
  query: InsightListQuery,
  present: (row: PointRow) => string,
) =>
  rowPage<InsightListQuery, PointRow, string>(
    reading,
    { list: insightList, select: (_, page) => sql`select id, name, sentiment from (${page}) insight`, present },
    query,
  )
