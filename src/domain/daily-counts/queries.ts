import type { Db } from '#store/open.ts'
import { empty, raw, Sql, sql } from '#store/sql.ts'

/* Counts by day that reports read instead of rows; docs/decisions/0022 describes how they stay exact. */

export type CountedKind = 'insight' | 'feedback' | 'nps' | 'contact'
export type Series = keyof typeof seriesRows

/** Times `lo` and `hi` bound the rows that are counted. */
type Span = { org: string; lo: Sql; hi: Sql }

const tally = (at: string, mark: Record<'positive' | 'negative' | 'neutral', string>, counted = '*') =>
  raw(
    `${Object.entries(mark)
      .map(([name, condition]) => `count(${counted}) filter (where ${condition})::int as ${name}`)
      .join(', ')}, min(${at}) as first_at, max(${at}) as last_at`,
  )

const sentiments = {
  positive: "i.sentiment = 'POSITIVE'",
  negative: "i.sentiment = 'NEGATIVE'",
  neutral: "i.sentiment = 'NEUTRAL'",
}
const npsGroups = { positive: 'n.score >= 9', negative: 'n.score <= 6', neutral: 'n.score between 7 and 8' }

const insightRows = (value: string, more = '', where = '') => ({
  kind: 'insight' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('i.occurred_at', sentiments)} from insight i ${raw(more)}
    where i.org_id = ${org} and i.live and i.occurred_at >= ${lo} and i.occurred_at < ${hi} ${raw(where)} group by 1`,
})

/** What has no sentiment and no score. */
const plain = { positive: 'false', negative: 'false', neutral: 'true' }

const contactRows = (value: string, more = '') => ({
  kind: 'contact' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('c.created_at', plain)} from contact c ${raw(more)}
    where c.org_id = ${org} and c.deleted_at is null and c.created_at >= ${lo} and c.created_at < ${hi} group by 1`,
})

const feedbackRows = (value: string) => ({
  kind: 'feedback' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('f.occurred_at', plain)}
    from feedback f
    where f.org_id = ${org} and f.deleted_at is null and f.occurred_at >= ${lo} and f.occurred_at < ${hi} group by 1`,
})

const npsRows = (value: string, more?: (org: string) => Sql, where = '') => ({
  kind: 'nps' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('n.responded_at', npsGroups, more ? 'distinct n.id' : '*')}
    from nps_response n ${more?.(org) ?? empty}
    where n.org_id = ${org} and n.deleted_at is null and n.responded_at >= ${lo} and n.responded_at < ${hi}
      ${raw(where)} group by 1`,
})

const byTheme = 'cross join unnest(i.theme_ids) as t (id)'
const reasons = (org: string): Sql => sql`
  join feedback f on f.org_id = n.org_id and f.org_id = ${org} and f.id = n.feedback_id and f.deleted_at is null`
const themesOfResponses = (org: string): Sql => sql`${reasons(org)}
  join insight i on i.org_id = n.org_id and i.org_id = ${org} and i.feedback_id = n.feedback_id and i.live
  ${raw(byTheme)}`

/** What is counted by which value; a row counts once for each of its values. */
const seriesRows = {
  insight: insightRows("''"),
  'insight.category': insightRows('i.category'),
  'insight.source': insightRows('i.source', '', 'and i.source is not null'),
  'insight.language': insightRows('i.language', '', 'and i.language is not null'),
  'insight.segment': insightRows('s.id::text', 'cross join unnest(i.segment_ids) as s (id)'),
  'insight.theme': insightRows('t.id::text', byTheme),
  /** Both ids in one value. */
  'insight.theme.category': insightRows("t.id::text || ' ' || i.category", byTheme),
  feedback: feedbackRows("''"),
  'feedback.source': feedbackRows('f.source'),
  'feedback.source_type': feedbackRows('f.source_type'),
  nps: npsRows("''"),
  'nps.score': npsRows('n.score::text'),
  'nps.source': npsRows('n.source'),
  'nps.survey': npsRows('n.survey_id::text', undefined, 'and n.survey_id is not null'),
  'nps.reason': npsRows("''", reasons),
  'nps.theme': npsRows('t.id::text', themesOfResponses),
  contact: contactRows("''"),
  'contact.segment': contactRows('s.id::text', 'cross join unnest(c.segment_ids) as s (id)'),
} satisfies Record<string, { kind: CountedKind; rows(span: Span): Sql }>

export const seriesOf = (kind: CountedKind) =>
  (Object.keys(seriesRows) as Series[]).filter((series) => seriesRows[series].kind === kind)

const dayOf = (at: string) => `(${at} at time zone 'UTC')::date`

/** A lateral join that PostgreSQL cannot turn around: few rows changed, but it cannot know that in advance. */
const responsesOf = (org: string): Sql => sql`
  cross join lateral (
    select responded_at from nps_response n
    where n.org_id = ${org} and n.feedback_id = c.feedback_id and c.feedback_id is not null offset 0) n`

/** Days with rows that changed since a time, from the index on `updated_at` that delta exports use. */
const changedDays: Record<CountedKind, (org: string, since: Sql) => Sql> = {
  insight: (org, since) => sql`
    select ${raw(dayOf('occurred_at'))} as day from insight where org_id = ${org} and updated_at >= ${since}`,
  feedback: (org, since) => sql`
    select ${raw(dayOf('f.occurred_at'))} as day from feedback_state c cross join lateral (
      select occurred_at from feedback f where f.org_id = ${org} and f.id = c.feedback_id offset 0) f
    where c.org_id = ${org} and c.updated_at >= ${since}`,
  nps: (org, since) => sql`
    select ${raw(dayOf('responded_at'))} as day from nps_response where org_id = ${org} and updated_at >= ${since}
    union all
    select ${raw(dayOf('n.responded_at'))} from insight c ${responsesOf(org)}
    where c.org_id = ${org} and c.updated_at >= ${since}
    union all
    select ${raw(dayOf('n.responded_at'))} from feedback_state c ${responsesOf(org)}
    where c.org_id = ${org} and c.updated_at >= ${since}`,
  contact: (org, since) => sql`
    select ${raw(dayOf('created_at'))} as day from contact where org_id = ${org} and updated_at >= ${since}`,
}

/** Longer than any transaction: one that began before the last count may commit after it. */
const margin = raw("interval '3 minutes'")

const uncountedSince = (org: string, kind: CountedKind): Sql => sql`
  (select coalesce(max(counted_at), '-infinity') - ${margin} from daily_count_state
    where org_id = ${org} and kind = ${kind})`

const startOf = (day: string) => raw(`(${day}::timestamp at time zone 'UTC')`)
const dayMs = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** `values` is a list, or a query of the values. */
export type CountQuery = {
  values?: readonly string[] | Sql | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * A subquery with the counts of a series: value, day, positive, negative, neutral, first_at, last_at. Days that are
 * counted come from `daily_count`; days that changed since, and those that `from` or `to` cut, from their rows.
 */
export function dailyCounts(org: string, series: Series, { values, from, to }: CountQuery = {}): Sql {
  const { kind, rows } = seriesRows[series] as { kind: CountedKind; rows(span: Span): Sql }
  const [start, end] = [from && Date.parse(from), to && Date.parse(to)].map((at) => (at === '' ? undefined : at))
  const cut = [start, end].filter((at) => at !== undefined && at % dayMs !== 0).map((at) => isoDay(at as number))
  const list = values instanceof Sql ? sql`array(${values})` : sql`${values}::text[]`
  const among = values === undefined ? empty : sql`and value = any(${list})`
  const lo = start === undefined ? startOf('r.day') : sql`greatest(${startOf('r.day')}, ${from}::timestamptz)`
  const next = startOf('(r.day + 1)')
  const hi = end === undefined ? next : sql`least(${next}, ${to}::timestamptz)`
  return sql`(
    with changed as materialized (
      select distinct day from (
        select day from daily_count_stale where org_id = ${org} and kind = ${kind}
        union all select day from unnest(${cut}::date[]) as c (day)
        union all ${changedDays[kind](org, uncountedSince(org, kind))}) d
      where true ${start === undefined ? empty : sql`and day >= ${isoDay(start as number)}::date`}
        ${end === undefined ? empty : sql`and day <= ${isoDay((end as number) - 1)}::date`})
    select value, day, positive, negative, neutral, first_at, last_at from daily_count
    where org_id = ${org} and series = ${series} ${among}
      ${start === undefined ? empty : sql`and day >= ${isoDay(start as number)}::date`}
      ${end === undefined ? empty : sql`and day <= ${isoDay((end as number) - 1)}::date`}
      and day not in (select day from changed)
    union all
    select c.value, r.day, c.positive, c.negative, c.neutral, c.first_at, c.last_at
    from changed r cross join lateral (${rows({ org, lo, hi })}) c where true ${among})`
}

/** Marks the days of rows whose time is about to change, which leave no trace there. */
export const markDaysStale = (db: Db, org: string, kind: 'feedback' | 'nps', ids: readonly string[]) => {
  const [table, at] = kind === 'nps' ? ['nps_response', 'responded_at'] : ['feedback', 'occurred_at']
  return db.run(sql`
    insert into daily_count_stale (org_id, kind, day)
    select distinct ${org}, ${kind}, ${raw(dayOf(at!))} from ${raw(table!)}
    where org_id = ${org} and id = any(${ids}::uuid[])`)
}

/** Marks what changed since the last count, everything the first time, and starts the next. */
export const markChangedDays = async (db: Db, org: string, kind: CountedKind) => {
  await db.run(sql`
    insert into daily_count_stale (org_id, kind, day)
    select distinct ${org}, ${kind}, day from (${changedDays[kind](org, uncountedSince(org, kind))}) d
    where day not in (select day from daily_count_stale where org_id = ${org} and kind = ${kind})`)
  await db.run(sql`
    insert into daily_count_state (org_id, kind, counted_at) values (${org}, ${kind}, now())
    on conflict (org_id, kind) do update set counted_at = excluded.counted_at`)
}

/** The next days to count, oldest first, with the marks to remove. */
export const listStaleDays = (db: Db, org: string, kind: CountedKind, limit: number) =>
  db.rows<{ day: string; ids: string[] }>(sql`
    select day, array_agg(id::text) as ids from daily_count_stale
    where org_id = ${org} and kind = ${kind} group by day order by day desc limit ${limit}`)

export const deleteCounts = (db: Db, org: string, kind: CountedKind, days: readonly string[]) =>
  db.run(sql`
    delete from daily_count
    where org_id = ${org} and series = any(${seriesOf(kind)}::text[]) and day = any(${days}::date[])`)

export const insertCounts = (db: Db, org: string, series: Series, days: readonly string[]) =>
  db.run(sql`
    insert into daily_count (org_id, series, value, day, positive, negative, neutral, first_at, last_at)
    select ${org}, ${series}, c.value, r.day, c.positive, c.negative, c.neutral, c.first_at, c.last_at
    from unnest(${days}::date[]) as r (day)
    cross join lateral (${seriesRows[series].rows({ org, lo: startOf('r.day'), hi: startOf('(r.day + 1)') })}) c`)

export const deleteMarks = (db: Db, org: string, kind: CountedKind, { days, ids }: { days: string[]; ids: string[] }) =>
  db.run(sql`
    delete from daily_count_stale
    where org_id = ${org} and kind = ${kind} and day = any(${days}::date[]) and id = any(${ids}::uuid[])`)

/**
 * Organizations, across all, with changes that are not counted. Each has categories, which are distributed like what is
 * counted; the organizations themselves are not.
 */
export const listOrgsToCount = async (db: Db): Promise<{ org_id: string; kind: CountedKind }[]> => {
  const since = raw(`coalesce((select counted_at - interval '3 minutes' from daily_count_state s
    where s.org_id = o.org_id and s.kind = k.kind), '-infinity')`)
  return db.rows(sql`
    select o.org_id, k.kind from (select distinct org_id from category) o
    cross join (values ('insight'), ('feedback'), ('nps'), ('contact')) as k (kind)
    where exists (select 1 from daily_count_stale d where d.org_id = o.org_id and d.kind = k.kind)
      or case k.kind
        when 'insight' then exists (select 1 from insight i where i.org_id = o.org_id and i.updated_at >= ${since})
        when 'feedback' then exists (
          select 1 from feedback_state f where f.org_id = o.org_id and f.updated_at >= ${since})
        when 'contact' then exists (select 1 from contact c where c.org_id = o.org_id and c.updated_at >= ${since})
        else exists (select 1 from nps_response n where n.org_id = o.org_id and n.updated_at >= ${since})
          or exists (select 1 from insight i where i.org_id = o.org_id and i.updated_at >= ${since}) end
    order by o.org_id, k.kind`)
}
