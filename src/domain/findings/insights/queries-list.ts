import type { Static, TObject } from 'typebox'
import type { InsightFilters } from '#contract/resources/insight-filters.ts'
import type { Cursors } from '#domain/context.ts'
import { themeReferenceJson } from '#domain/queries-theme-references.ts'
import type { Db } from '#store/open.ts'
import {
  documentItem,
  idLength,
  keysOf,
  readDocuments,
  readTexts,
  renderPage,
  sortKey,
  tombstone,
} from '#store/document-page.ts'
import { after, containing, createdWithin, hasTag, idWithin, instantOf, type Order, orderBy } from '#store/page.ts'
import { allOf, type Condition, empty, raw, type Sql, sql } from '#store/sql.ts'
import { listWindow, windowedPage } from '#store/windowed-page.ts'

export type InsightListQuery = Static<TObject<typeof InsightFilters>> & {
  theme_id?: string
  unthemed?: boolean
  feedback_id?: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const orders: Record<NonNullable<InsightListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-occurred_at': { by: 'occurred_at', type: 'timestamptz', descending: true },
  occurred_at: { by: 'occurred_at', type: 'timestamptz', descending: false },
  '-confidence': { by: 'coalesce(confidence, -1)', type: 'real', descending: true },
}
const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: false }

/**
 * A page of insights in one statement and one row. Stored JSON documents are passed through as they are;
 * the themes of the whole page are read once and appended, so that renaming a theme rewrites no insight.
 */
export async function listInsights(db: Db, org: string, filters: InsightListQuery, cursors: Cursors): Promise<string> {
  const order = filters.updated_since ? byChange : orders[filters.sort ?? '-created_at']
  const keys = filters.cursor ? cursors.read(filters.cursor) : undefined
  const themesOfPage = sql`
    select t.id, ${themeReferenceJson} as text from theme t
    where t.org_id = ${org} and t.archived_at is null and t.id = any(array(select unnest(theme_ids) from page))`
  const page = pageQuery(org, filters, order, keys)
  const { updated_since } = filters
  const row = await readDocuments(db, org, { page, parts: { themes: themesOfPage }, updated_since })
  const themes = readTexts(row.themes)
  const close = (_: string, themeIds: string) => `,"themes":[${referencesTo(themeIds, themes)}]`
  return renderPage(row, filters, { cursors, keysOf: keysOf(order), close })
}

/** References to the themes of a list of ids, without those that are archived. */
function referencesTo(ids: string, themes: Map<string, string>): string {
  let references = ''
  for (let at = 0; at < ids.length; at += idLength + 1) {
    const reference = themes.get(ids.slice(at, at + idLength))
    if (reference !== undefined) references += references === '' ? reference : `,${reference}`
  }
  return references
}

/** A dismissed or superseded insight has left the list as well. */
const gone = (key: Sql) =>
  tombstone(raw('coalesce(deleted_at, updated_at)'), raw('coalesce(merged_into_id, superseded_by_id)'), key)

function pageQuery(org: string, filters: InsightListQuery, order: Order, keys: Keys): Sql {
  const key = sortKey(order)
  const occurred = filters.include ? raw(`|| ',"occurred_at":"' || iso(occurred_at) || '"'`) : empty
  const live = documentItem(sql`document ${occurred}`, raw("array_to_string(theme_ids, ',')"), key)
  const item =
    filters.include_deleted && filters.updated_since && !filters.status
      ? sql`case when live then ${live} else ${gone(key)} end`
      : live
  const scope = [sql`org_id = ${org}`, state(filters), ...bounds(filters), after(order, keys)]
  const limit = raw(String(limitStep(filters.limit) + 1))
  if (!needsWindow(filters))
    return sql`select ${item} as item, theme_ids from insight
      where ${allOf([...scope, ...conditions(org, filters)])} order by ${orderBy(order)} limit ${limit}`
  const page = windowedPage({
    table: 'insight',
    scope,
    window: themeWindow(org, filters, order, { scope, keys }) ?? narrowedWindow(filters, order, scope),
    filters: conditions(org, nearFilters(filters, order)).concat(order.by === 'id' ? [] : nearTheme(filters)),
    farFilters: [
      ...conditions(org, filters),
      ...(filters.segment_id ? nearTheme(filters) : []),
      filters.q ? textIndexed(org, filters.q) : undefined,
    ],
    order,
    limit,
  })
  return sql`select ${item} as item, theme_ids from (${page}) as insight order by ${orderBy(order)}`
}

/**
 * Filters that many or few rows may match. A theme alone is read from its links, which are in the order of ids; what
 * few insights belong to (a contact, a plan) is read whole.
 */
function needsWindow(f: InsightListQuery): boolean {
  if (f.contact_id ?? f.feedback_id ?? f.project_id ?? f.opportunity_id ?? f.subtheme_id) return false
  const { limit: _, cursor: __, include: ___, theme_id, sort, ...filters } = f
  if (theme_id) return sort !== undefined || Object.values(filters).some((value) => value !== undefined)
  return [f.q, f.segment_id, f.tag, ...(isByOccurrence(f) ? [] : [f.occurred_after, f.occurred_before])].some(Boolean)
}

const isByOccurrence = ({ sort, updated_since }: InsightListQuery) => !updated_since && sort?.endsWith('occurred_at')

type Keys = readonly (string | number | null)[] | undefined

/** Each is looked up by itself, unlike those of a table in its own order. */
const linkWindow = raw('500')

/** The first insights of a theme by its links, which are in the order of ids. */
function themeWindow(
  org: string,
  f: InsightListQuery,
  order: Order,
  { scope, keys }: { scope: Condition[]; keys: Keys },
) {
  if (!f.theme_id || order.by !== 'id') return undefined
  const byLink: Order = { ...order, by: 'insight_id' }
  const links = [
    sql`org_id = ${org} and theme_id = ${f.theme_id}`,
    ...idWithin(f, 'insight_id'),
    after(byLink, keys, 'insight_id'),
  ]
  return sql`
    select insight.* from (
      select insight_id from insight_theme where ${allOf(links)}
      order by ${orderBy(byLink, 'insight_id')} limit ${linkWindow}) link
    cross join lateral (select * from insight where ${allOf(scope)} and id = link.insight_id offset 0) insight`
}

/** The first insights with any tag or segment, which an index has in the order of ids. */
function narrowedWindow({ tag, segment_id }: InsightListQuery, order: Order, scope: readonly Condition[]) {
  if (order.by !== 'id' || !(tag ?? segment_id)) return undefined
  return listWindow('insight', [...scope, raw(tag ? "tags <> '{}'" : "segment_ids <> '{}'")], order)
}

/** The copy of the links in the row is compared, as long as only live insights are listed: others may have no links. */
const hasThemeInRow = (f: InsightListQuery) => f.theme_id !== undefined && !f.status && !f.include_deleted

const nearFilters = (f: InsightListQuery, order: Order): InsightListQuery => {
  if (order.by !== 'id' && !hasThemeInRow(f)) return f
  const { theme_id: _, ...others } = f
  return others
}

const nearTheme = (f: InsightListQuery) => (hasThemeInRow(f) ? [sql`theme_ids @> array[${f.theme_id}]::uuid[]`] : [])

/** The expression of the index `insight_text`; implied by the filter, apart from line breaks in the text. */
const textIndexed = (org: string, text: string) => sql`
  array[org_id] @> array[${org}]
  and (name || E'\\n' || coalesce(quote, '') || E'\\n' || coalesce(description, '')) ilike ${containing(text)}`

/** How many insights match, counted up to `max`. */
export const countInsights = async (db: Db, org: string, filters: InsightListQuery, max: number) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from insight
      where ${allOf([sql`org_id = ${org}`, state(filters), ...bounds(filters), ...conditions(org, filters)])}
      limit ${max}) matching`))!.count

/** One of few literals, because PostgreSQL caches a plan for a literal limit and plans anew for a parameter. */
function limitStep(limit: number): number {
  if (limit <= 10) return 10
  return limit <= 50 ? 50 : 100
}

/** A literal, which PostgreSQL compares with the condition of an index. */
const dismissed = "deleted_at is null and superseded_by_id is null and status = 'dismissed'"

/** Live insights, unless the caller asks for dismissed or deleted ones. */
function state({ status, updated_since, include_deleted }: InsightListQuery): Sql {
  if (status?.length === 1) return raw(status[0] === 'dismissed' ? dismissed : 'live')
  if (status) return sql`deleted_at is null and superseded_by_id is null and status = any(${status})`
  if (updated_since && include_deleted) return raw('true')
  return raw('live')
}

const linked = (table: string, column: string, org: string, id: string) =>
  sql`id in (select insight_id from ${raw(table)} where org_id = ${org} and ${raw(column)} = ${id})`

const hasThemes = (unthemed: boolean) => (unthemed ? sql`theme_ids = '{}'` : sql`theme_ids <> '{}'`)

/** Literals, which PostgreSQL compares with the condition of the index of those that are not `auto`. */
const hasOrigin = {
  auto: raw("origin = 'auto'"),
  manual: raw("origin = 'manual'"),
  imported: raw("origin = 'imported'"),
}

/** What the index of an order begins at. */
const bounds = (f: InsightListQuery): Sql[] => [
  ...createdWithin(f),
  ...(f.updated_since ? [sql`updated_at >= ${instantOf(f.updated_since)}`] : []),
  ...(isByOccurrence(f) ? occurredWithin(f) : []),
]

const occurredWithin = ({ occurred_after, occurred_before }: InsightListQuery): Sql[] => [
  ...(occurred_after ? [sql`occurred_at >= ${instantOf(occurred_after)}`] : []),
  ...(occurred_before ? [sql`occurred_at < ${instantOf(occurred_before)}`] : []),
]

const conditions = (org: string, f: InsightListQuery): (Sql | undefined)[] => [
  f.theme_id ? linked('insight_theme', 'theme_id', org, f.theme_id) : undefined,
  f.unthemed === undefined ? undefined : hasThemes(f.unthemed),
  f.sentiment && (f.sentiment.length === 1 ? sql`sentiment = ${f.sentiment[0]}` : sql`sentiment = any(${f.sentiment})`),
  f.category && (f.category.length === 1 ? sql`category = ${f.category[0]}` : sql`category = any(${f.category})`),
  ...(isByOccurrence(f) ? [] : occurredWithin(f)),
  f.q
    ? sql`(name ilike ${containing(f.q)} or quote ilike ${containing(f.q)} or description ilike ${containing(f.q)})`
    : undefined,
  f.segment_id ? sql`segment_ids @> array[${f.segment_id}]::uuid[]` : undefined,
  f.contact_id ? sql`contact_id = ${f.contact_id}` : undefined,
  f.feedback_id ? sql`feedback_id = ${f.feedback_id}` : undefined,
  f.source && (f.source.length === 1 ? sql`source = ${f.source[0]}` : sql`source = any(${f.source})`),
  f.tag && hasTag(org, f.tag),
  f.origin && (f.origin.length === 1 ? hasOrigin[f.origin[0]!] : sql`origin = any(${f.origin})`),
  f.project_id ? linked('project_insight', 'project_id', org, f.project_id) : undefined,
  f.opportunity_id ? linked('opportunity_insight', 'opportunity_id', org, f.opportunity_id) : undefined,
  f.subtheme_id ? linked('subtheme_insight', 'subtheme_id', org, f.subtheme_id) : undefined,
]
