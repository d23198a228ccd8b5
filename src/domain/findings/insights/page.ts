import type { Static, TObject } from 'typebox'
import type { InsightFilters } from '#contract/resources/insights.ts'
import type { Cursors } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Order, orderBy, syncUntil } from '#store/page.ts'
import { empty, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type Filters = Static<TObject<typeof InsightFilters>> & {
  theme_id?: string
  unthemed?: boolean
  feedback_id?: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const orders: Record<NonNullable<Filters['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-occurred_at': { by: 'occurred_at', type: 'timestamptz', descending: true },
  occurred_at: { by: 'occurred_at', type: 'timestamptz', descending: false },
  '-confidence': { by: 'coalesce(confidence, -1)', type: 'real', descending: true },
}
const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: false }

type PageRow = { items: string | null; themes: string | null; sync_until?: string }

/** Control characters stand in no JSON text, so they can part one. */
const between = '\x1e'
const within = '\x1f'
const parts = raw("E'\\x1f'")
const items = raw("E'\\x1e'")

/**
 * A page of insights in one statement and one row. Stored documents are passed through as they are;
 * the themes of the whole page are read once and put in here, so that renaming a theme rewrites no insight.
 */
export async function pageOfInsights(db: Db, org: string, filters: Filters, cursors: Cursors): Promise<string> {
  const order = filters.updated_since ? byChange : orders[filters.sort ?? '-created_at']
  const row = (await db.first<PageRow>(sql`
    with page as materialized (${rowsOf(org, filters, order, filters.cursor ? cursors.read(filters.cursor) : undefined)})
    select (select string_agg(item, ${items}) from page) as items,
      (select string_agg(t.id || ${parts} || '{"id":"' || t.id || '","name":' || to_json(t.name) || ',"color":"' || t.color || '"}', ${items})
        from theme t where t.org_id = ${org} and t.archived_at is null and t.id = any(array(select unnest(theme_ids) from page))) as themes
      ${filters.updated_since ? sql`, ${syncUntil}` : empty}`))!
  return render(row, filters, order, cursors)
}

function rowsOf(
  org: string,
  filters: Filters,
  order: Order,
  keys: readonly (string | number | null)[] | undefined,
): Sql {
  const key =
    order.by === 'id'
      ? sql`''`
      : order.by === 'updated_at' || order.by === 'occurred_at'
        ? raw(`iso(${order.by})`)
        : raw(`(${order.by})::text`)
  const ordinary = sql`document || ${parts} || array_to_string(theme_ids, ',') || ${parts} || ${key}`
  // One that was dismissed or superseded has left the list as well.
  const tombstone = sql`'{"id":"' || id || '","deleted":true,"deleted_at":"' || iso(coalesce(deleted_at, updated_at)) || '","merged_into_id":' || coalesce('"' || coalesce(merged_into_id, superseded_by_id) || '"', 'null') || ${parts} || '-' || ${parts} || ${key}`
  const item =
    filters.include_deleted && filters.updated_since && !filters.status
      ? sql`case when live then ${ordinary} else ${tombstone} end`
      : ordinary
  return sql`select ${item} as item, theme_ids from insight
    where ${allOf([sql`org_id = ${org}`, state(filters), ...conditions(org, filters), after(order, keys)])}
    order by ${orderBy(order)} limit ${raw(String(atMost(filters.limit) + 1))}`
}

/** Spelled out and of few sizes: PostgreSQL keeps one plan for a limit that it knows and makes a new one each time for a limit that it does not. */
const atMost = (limit: number) => (limit <= 10 ? 10 : limit <= 50 ? 50 : 100)

/** Live ones, unless the caller asks for dismissed or deleted ones by name. */
function state({ status, updated_since, include_deleted }: Filters): Sql {
  if (status) return sql`deleted_at is null and superseded_by_id is null and status = any(${status})`
  if (updated_since && include_deleted) return raw('true')
  return raw('live')
}

const linked = (table: string, column: string, org: string, id: string) =>
  sql`id in (select insight_id from ${raw(table)} where org_id = ${org} and ${raw(column)} = ${id})`

const conditions = (org: string, f: Filters): (Sql | undefined)[] => [
  f.theme_id ? linked('insight_theme', 'theme_id', org, f.theme_id) : undefined,
  f.unthemed === true ? sql`theme_ids = '{}'` : f.unthemed === false ? sql`theme_ids <> '{}'` : undefined,
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

/** Walks the text by its marks and copies nothing out of it that does not go into the answer. */
function render(row: PageRow, { limit, updated_since }: Filters, order: Order, cursors: Cursors): string {
  const themes = themesOf(row.themes ?? '')
  const text = row.items ?? ''
  let data = ''
  let next = 'null'
  let at = 0
  for (let left = limit; at < text.length; left--) {
    const first = text.indexOf(within, at)
    const second = text.indexOf(within, first + 1)
    const end = endOf(text, second)
    data += (at === 0 ? '' : ',') + text.slice(at, first) + closing(text, first + 1, second, themes)
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
  const end = text.indexOf(between, from)
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

/** The end of a document: its themes by their ids from one place to another, or nothing more for a tombstone. */
function closing(text: string, from: number, to: number, themes: Map<string, string>): string {
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
