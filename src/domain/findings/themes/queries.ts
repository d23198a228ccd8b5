import { categoryKeys } from '#contract/core/shapes.ts'
import { dailyCounts } from '#domain/daily-counts/queries.ts'
import { languageModelOf } from '#domain/llm/tasks/queries-texts.ts'
import type { Db } from '#store/open.ts'
import { documentItem, readDocuments, sortKey, tombstone } from '#store/document-page.ts'
import { after, containing, type Key, type Order, orderBy, pageLimit } from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type ThemeRow = {
  id: string
  name: string
  color: string
  notes: string | null
  insight_count: number
  created_at: string
  updated_at: string
}
export type ThemeListQuery = {
  limit: number
  q?: string
  segment_id?: string
  sort?: '-created_at' | 'created_at' | '-insight_count' | 'name' | '-name' | '-updated_at'
  updated_since?: string
  include_archived?: boolean
  include_deleted?: boolean
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const orders: Record<NonNullable<ThemeListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-insight_count': { by: 'insight_count', type: 'integer', descending: true },
  name: { by: 'lower(name)', type: 'text', descending: false },
  '-name': { by: 'lower(name)', type: 'text', descending: true },
  '-updated_at': { by: 'updated_at', type: 'timestamptz', descending: true },
}

export const orderOf = (query: ThemeListQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

export const listThemes = (db: Db, org: string, query: ThemeListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const key = sortKey(order)
  const live = documentItem(raw('document'), raw("''"), key)
  const item =
    query.updated_since && query.include_deleted
      ? sql`case when merged_into_id is null then ${live}
          else ${tombstone(raw('updated_at'), raw('merged_into_id'), key)} end`
      : live
  const page = sql`
    select ${item} as item
    from theme where ${allOf([sql`org_id = ${org}`, ...conditions(org, query), after(order, keys)])}
    order by ${orderBy(order)} limit ${pageLimit(query)}`
  return readDocuments(db, org, { page, parts: {}, updated_since: query.updated_since })
}

const conditions = (org: string, query: ThemeListQuery): (Sql | undefined)[] => [
  query.updated_since && query.include_deleted ? undefined : raw('merged_into_id is null'),
  query.include_archived || query.updated_since ? undefined : raw('archived_at is null'),
  query.updated_since ? sql`updated_at >= ${new Date(query.updated_since).toISOString()}` : undefined,
  query.q ? sql`(name ilike ${containing(query.q)} or notes ilike ${containing(query.q)})` : undefined,
  query.segment_id
    ? sql`exists (
        select 1 from insight i where i.org_id = ${org} and i.live
          and i.segment_ids @> array[${query.segment_id}]::uuid[] and i.theme_ids @> array[theme.id] offset 0)`
    : undefined,
]

export type ThemeDetailRow = ThemeRow & {
  definition: string | null
  origin: 'manual' | 'auto'
  language_model: string | null
  merged_into_id: string | null
  archived_at: string | null
}

const columns = (org: string): Sql => sql`
  id, name, color, notes, insight_count, created_at, updated_at, definition, origin,
  ${languageModelOf(org, 'theme', 'theme')} as language_model, merged_into_id, archived_at`

export const findTheme = (db: Db, org: string, id: string) =>
  db.first<ThemeDetailRow>(sql`select ${columns(org)} from theme where org_id = ${org} and id = ${id}`)

export const lockThemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ThemeDetailRow>(
    sql`
      select ${columns(org)} from theme where org_id = ${org} and id = any(${ids}::uuid[])
      order by id for no key update`,
  )

/** `recent` counts the last 30 days, `before` the 30 days before them. */
export type Tally = {
  category: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  count: number
  recent: number
  before: number
  first_at: string
  last_at: string
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Counts of a theme's insights by category and sentiment. */
export const listThemeTallies = (db: Db, org: string, themeId: string) => {
  const values = categoryKeys.map((key) => `${themeId} ${key}`)
  const counts = (name: string, from?: string, to?: string) => sql`
    select split_part(d.value, ' ', 2) as category, x.sentiment, ${raw(`'${name}'`)} as span, sum(x.n) as n,
      min(d.first_at) as first_at, max(d.last_at) as last_at
    from ${dailyCounts(org, 'insight.theme.category', { values, from, to })} d cross join lateral (values
      ('POSITIVE', d.positive), ('NEGATIVE', d.negative), ('NEUTRAL', d.neutral)) as x (sentiment, n)
    where x.n > 0 group by 1, 2`
  return db.rows<Tally>(sql`
    select category, sentiment, coalesce(sum(n) filter (where span = 'all'), 0) as count, min(first_at) as first_at,
      max(last_at) as last_at, coalesce(sum(n) filter (where span = 'recent'), 0) as recent,
      coalesce(sum(n) filter (where span = 'before'), 0) as before
    from (${counts('all')} union all ${counts('recent', daysAgo(30))}
      union all ${counts('before', daysAgo(60), daysAgo(30))}) t
    group by category, sentiment`)
}

export const listColorsInUse = (db: Db, org: string) =>
  db.rows<{ color: string; uses: number }>(sql`
    select color, count(*) as uses from theme
    where org_id = ${org} and archived_at is null and merged_into_id is null group by color`)

export type NewTheme = { id: string; name: string; color: string; notes: string | null; definition: string | null }

/** Zero rows when a live theme has the name already. */
export const insertTheme = (db: Db, org: string, t: NewTheme) =>
  db.run(sql`
    insert into theme (org_id, id, name, color, notes, definition)
    values (${org}, ${t.id}, ${t.name}, ${t.color}, ${t.notes}, ${t.definition})
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)

export const isNameTaken = async (db: Db, org: string, name: string, except: string) =>
  (await db.first(sql`
    select 1 from theme
    where org_id = ${org} and lower(name) = lower(${name}) and archived_at is null and merged_into_id is null
      and id <> ${except}`)) !== undefined

export const updateTheme = (db: Db, org: string, id: string, columns: Record<string, unknown>) =>
  db.run(sql`update theme set ${assignments(columns)}, updated_at = now() where org_id = ${org} and id = ${id}`)

/** Themes merged earlier into one of these are redirected too, so that a redirect always names the final theme. */
export const markMerged = (db: Db, org: string, ids: readonly string[], into: string) =>
  db.run(sql`
    update theme set merged_into_id = ${into}, insight_count = 0, updated_at = now()
    where org_id = ${org} and (id = any(${ids}::uuid[]) or merged_into_id = any(${ids}::uuid[]))`)

export const countSubthemes = async (db: Db, org: string, themeId: string) =>
  (await db.first<{ count: number }>(
    sql`select count(*) as count from subtheme where org_id = ${org} and theme_id = ${themeId} and insight_count > 0`,
  ))!.count

export const moveSubthemes = (db: Db, org: string, from: readonly string[], to: string) =>
  db.run(sql`
    update subtheme set theme_id = ${to}, updated_at = now()
    where org_id = ${org} and theme_id = any(${from}::uuid[])`)

export type Bucket = { period: string; positive: number; negative: number; neutral: number }
export type TimelineQuery = { granularity: 'day' | 'week' | 'month'; from: string | null; to: string | null }

export const listTimeline = (db: Db, org: string, themeId: string, { granularity, from, to }: TimelineQuery) =>
  db.rows<Bucket>(sql`
    with bucket as (
      select date_trunc(${granularity}, d.day::timestamp) as period, sum(d.positive) as positive,
        sum(d.negative) as negative, sum(d.neutral) as neutral
      from ${dailyCounts(org, 'insight.theme', { values: [themeId], from: from ?? undefined, to: to ?? undefined })} d
      group by 1)
    select to_char(p.period, 'YYYY-MM-DD') as period, coalesce(b.positive, 0) as positive,
      coalesce(b.negative, 0) as negative, coalesce(b.neutral, 0) as neutral
    from (select generate_series(
        greatest(min(period), max(period) - ${maxTimeline[granularity]}::interval), max(period),
        ('1 ' || ${granularity})::interval) as period from bucket) p
    left join bucket b on b.period = p.period order by p.period`)

/** Limits the empty buckets that a single wrong date could cause. */
const maxTimeline = { day: '1000 days', week: '520 weeks', month: '600 months' }
