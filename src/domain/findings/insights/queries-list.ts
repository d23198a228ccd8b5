import type { Static, TObject } from 'typebox'
import type { InsightFilters } from '#contract/resources/insights.ts'
import type { Cursors } from '#domain/context.ts'
import { themeReferenceJson } from '#domain/queries-theme-references.ts'
import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Order, orderBy, syncUntil } from '#store/page.ts'
import { allOf, empty, raw, type Sql, sql } from '#store/sql.ts'

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

type PageRow = { items: string | null; themes: string | null; sync_until?: string }

/** Separators: control characters do not occur in JSON text. */
const itemSeparator = '\x1e'
const fieldSeparator = '\x1f'
const sqlFieldSeparator = raw("E'\\x1f'")
const sqlItemSeparator = raw("E'\\x1e'")

/**
 * A page of insights in one statement and one row. Stored JSON documents are passed through as they are;
 * the themes of the whole page are read once and inserted here, so that renaming a theme rewrites no insight.
 */
export async function listInsights(db: Db, org: string, filters: InsightListQuery, cursors: Cursors): Promise<string> {
  const order = filters.updated_since ? byChange : orders[filters.sort ?? '-created_at']
  const keys = filters.cursor ? cursors.read(filters.cursor) : undefined
  const row = (await db.first<PageRow>(sql`
    with page as materialized (${pageQuery(org, filters, order, keys)})
    select (select string_agg(item, ${sqlItemSeparator}) from page) as items,
      (select string_agg(t.id || ${sqlFieldSeparator} || ${themeReferenceJson}, ${sqlItemSeparator})
        from theme t
        where t.org_id = ${org} and t.archived_at is null
          and t.id = any(array(select unnest(theme_ids) from page))) as themes
      ${filters.updated_since ? sql`, ${syncUntil}` : empty}`))!
  return render(row, filters, order, cursors)
}

function sortKey({ by }: Order): Sql {
  if (by === 'id') return sql`''`
  return by === 'updated_at' || by === 'occurred_at' ? raw(`iso(${by})`) : raw(`(${by})::text`)
}

/**
 * What a client that synchronizes sees of a deleted insight; a dismissed or superseded one has left the list as well.
 */
const tombstone = (key: Sql): Sql => sql`'{"id":"' || id || '","deleted":true,"deleted_at":"'
  || iso(coalesce(deleted_at, updated_at)) || '","merged_into_id":'
  || coalesce('"' || coalesce(merged_into_id, superseded_by_id) || '"', 'null')
  || ${sqlFieldSeparator} || '-' || ${sqlFieldSeparator} || ${key}`

function pageQuery(
  org: string,
  filters: InsightListQuery,
  order: Order,
  keys: readonly (string | number | null)[] | undefined,
): Sql {
  const key = sortKey(order)
  const live = sql`document || ${sqlFieldSeparator} || array_to_string(theme_ids, ',')
    || ${sqlFieldSeparator} || ${key}`
  const item =
    filters.include_deleted && filters.updated_since && !filters.status
      ? sql`case when live then ${live} else ${tombstone(key)} end`
      : live
  return sql`select ${item} as item, theme_ids from insight
    where ${allOf([sql`org_id = ${org}`, state(filters), ...conditions(org, filters), after(order, keys)])}
    order by ${orderBy(order)} limit ${raw(String(limitStep(filters.limit) + 1))}`
}

/** One of few literals, because PostgreSQL caches a plan for a literal limit and plans anew for a parameter. */
function limitStep(limit: number): number {
  if (limit <= 10) return 10
  return limit <= 50 ? 50 : 100
}

/** Live insights, unless the caller asks for dismissed or deleted ones. */
function state({ status, updated_since, include_deleted }: InsightListQuery): Sql {
  if (status) return sql`deleted_at is null and superseded_by_id is null and status = any(${status})`
  if (updated_since && include_deleted) return raw('true')
  return raw('live')
}

const linked = (table: string, column: string, org: string, id: string) =>
  sql`id in (select insight_id from ${raw(table)} where org_id = ${org} and ${raw(column)} = ${id})`

const hasThemes = (unthemed: boolean) => (unthemed ? sql`theme_ids = '{}'` : sql`theme_ids <> '{}'`)

const conditions = (org: string, f: InsightListQuery): (Sql | undefined)[] => [
  f.theme_id ? linked('insight_theme', 'theme_id', org, f.theme_id) : undefined,
  f.unthemed === undefined ? undefined : hasThemes(f.unthemed),
  f.sentiment && (f.sentiment.length === 1 ? sql`sentiment = ${f.sentiment[0]}` : sql`sentiment = any(${f.sentiment})`),
  f.category && (f.category.length === 1 ? sql`category = ${f.category[0]}` : sql`category = any(${f.category})`),
  f.created_after ? sql`created_at >= ${instantOf(f.created_after)}` : undefined,
  f.created_before ? sql`created_at < ${instantOf(f.created_before)}` : undefined,
  f.occurred_after ? sql`occurred_at >= ${instantOf(f.occurred_after)}` : undefined,
  f.occurred_before ? sql`occurred_at < ${instantOf(f.occurred_before)}` : undefined,
  f.updated_since ? sql`updated_at >= ${instantOf(f.updated_since)}` : undefined,
  f.q
    ? sql`(name ilike ${containing(f.q)} or quote ilike ${containing(f.q)} or description ilike ${containing(f.q)})`
    : undefined,
  f.segment_id ? sql`segment_ids @> array[${f.segment_id}]::uuid[]` : undefined,
  f.contact_id ? sql`contact_id = ${f.contact_id}` : undefined,
  f.feedback_id ? sql`feedback_id = ${f.feedback_id}` : undefined,
  f.source && sql`source = any(${f.source})`,
  f.tag && sql`tags && ${f.tag}`,
  f.origin && sql`origin = any(${f.origin})`,
  f.project_id ? linked('project_insight', 'project_id', org, f.project_id) : undefined,
  f.opportunity_id ? linked('opportunity_insight', 'opportunity_id', org, f.opportunity_id) : undefined,
  f.subtheme_id ? linked('subtheme_insight', 'subtheme_id', org, f.subtheme_id) : undefined,
]

/** Scans the text by its separators and copies only what goes into the response. */
function render(row: PageRow, { limit, updated_since }: InsightListQuery, order: Order, cursors: Cursors): string {
  const themes = themesOf(row.themes ?? '')
  const text = row.items ?? ''
  let data = ''
  let next = 'null'
  let at = 0
  for (let left = limit; at < text.length; left--) {
    const first = text.indexOf(fieldSeparator, at)
    const second = text.indexOf(fieldSeparator, first + 1)
    const end = endOf(text, second)
    data += (at === 0 ? '' : ',') + text.slice(at, first) + closeDocument(text, first + 1, second, themes)
    if (left === 1 && end < text.length) {
      next = JSON.stringify(cursors.write(keysOf(text.slice(at + 7, at + 43), text.slice(second + 1, end), order)))
      break
    }
    at = end + 1
  }
  const sync = updated_since ? `,"sync_until":"${row.sync_until}"` : ''
  return `{"data":[${data}],"pagination":{"next_cursor":${next},"has_more":${next !== 'null'}${sync}}}`
}

function endOf(text: string, from: number): number {
  const end = text.indexOf(itemSeparator, from)
  return end < 0 ? text.length : end
}

const idLength = 36

function themesOf(text: string): Map<string, string> {
  const themes = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const end = endOf(text, at)
    themes.set(text.slice(at, at + idLength), text.slice(at + idLength + 1, end))
    at = end + 1
  }
  return themes
}

/** The end of a document: its themes by the ids between two positions, or nothing for a tombstone. */
function closeDocument(text: string, from: number, to: number, themes: Map<string, string>): string {
  if (text[from] === '-') return '}'
  let refs = ''
  for (let at = from; at < to; at += idLength + 1) {
    const ref = themes.get(text.slice(at, at + idLength))
    if (ref !== undefined) refs += refs === '' ? ref : `,${ref}`
  }
  return `,"themes":[${refs}]}`
}

/** Every document begins with its id. */
const keysOf = (id: string, key: string, order: Order) => (order.by === 'id' ? [id] : [key, id])
