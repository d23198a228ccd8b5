import { dailyCounts } from '#domain/daily-counts/queries.ts'
import { isShownSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import { languageModelOf } from '#domain/llm-tasks/queries-texts.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, type Sql, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import { insertRow } from '#store/table/insert-row.ts'
import { type ThemeToInsert, themeTable } from './table.ts'
import { categoryKeys } from '#vocabulary/categories.ts'
import { type PeriodSentiments, type Sentiment, sentimentValues } from '#vocabulary/sentiments.ts'
import type { Granularity } from '#vocabulary/periods.ts'

export type ThemeDetailRow = SelectedOf<typeof themeTable> & { language_model: string | null }

const columns = (org: string): Sql => sql`
  ${selectList(themeTable, 'theme')}, ${languageModelOf(org, 'theme', 'theme')} as language_model`

export const findTheme = (db: Db, org: string, id: string) =>
  db.first<ThemeDetailRow>(sql`select ${columns(org)} from theme where org_id = ${org} and id = ${id}`)

export const lockThemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ThemeDetailRow>(
    sql`
      select ${columns(org)} from theme where org_id = ${org} and id = any(${ids}::uuid[])
      order by id for no key update`,
  )

/** `recent` counts the last 30 days, `before` the 30 days before them. */
export type CategoryTally = {
  category: string
  sentiment: Sentiment
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
      ${raw(sentimentValues('d'))}) as x (sentiment, n)
    where x.n > 0 group by 1, 2`
  return db.rows<CategoryTally>(sql`
    select category, sentiment, coalesce(sum(n) filter (where span = 'all'), 0) as count, min(first_at) as first_at,
      max(last_at) as last_at, coalesce(sum(n) filter (where span = 'recent'), 0) as recent,
      coalesce(sum(n) filter (where span = 'before'), 0) as before
    from (${counts('all')} union all ${counts('recent', daysAgo(30))}
      union all ${counts('before', daysAgo(60), daysAgo(30))}) t
    group by category, sentiment`)
}

export const listThemeColors = (db: Db, org: string) =>
  db.rows<{ color: string; uses: number }>(sql`
    select color, count(*) as uses from theme
    where org_id = ${org} and archived_at is null and merged_into_id is null group by color`)

const themeRow = insertRow(themeTable)

/** Zero rows when a live theme has the name already. */
export const insertTheme = (db: Db, org: string, row: ThemeToInsert) =>
  db.run(sql`
    insert into theme ${themeRow(org, row)}
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)

export const isThemeNameTaken = async (db: Db, org: string, name: string, except: string) =>
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
  (await db.first<{ count: number }>(sql`
    select count(*) as count from subtheme s
    where s.org_id = ${org} and s.theme_id = ${themeId} and ${isShownSubtheme}`))!.count

type TimelineQuery = { granularity: Granularity; from: string | null; to: string | null }

export const listThemeTimeline = (db: Db, org: string, themeId: string, { granularity, from, to }: TimelineQuery) =>
  db.rows<PeriodSentiments>(sql`
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
