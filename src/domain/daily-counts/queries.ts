import type { Db } from '#store/open.ts'
import { empty, raw, Sql, sql } from '#store/sql.ts'
import {
  changedDays,
  type CountedKind,
  countedKinds,
  dayOf,
  type Series,
  seriesOf,
  type SeriesRows,
  seriesRows,
} from './queries-series.ts'

export { type CountedKind, maxNewestInsights, type Series, seriesOf } from './queries-series.ts'

/* Counts by day that reports read instead of rows; docs/decisions/0022 describes how they stay exact. */

/** Longer than any transaction: one that began before the last count may commit after it. */
const margin = raw("interval '3 minutes'")

const uncountedSince = (org: string, kind: CountedKind): Sql => sql`
  (select coalesce(max(counted_at), '-infinity') - ${margin} from daily_count_state
    where org_id = ${org} and kind = ${kind})`

const startOf = (day: string) => raw(`(${day}::timestamp at time zone 'UTC')`)
const dayMs = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** `values` is a list, or a query of the values; `prefixes` are the first words of values. */
export type CountQuery = {
  values?: readonly string[] | Sql | undefined
  prefixes?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The columns of counts of a series, as they are stored. */
const storedCounts = ({ groups }: SeriesRows) => ['count', ...Object.keys(groups?.columns ?? {})]

/** The same with the rest, which is not stored: `count, positive, negative, count - positive - negative as neutral`. */
const countsOf = (series: SeriesRows, alias = ''): Sql => {
  const stored = storedCounts(series).map((name) => alias + name)
  const rest = series.groups?.rest
  return raw([...stored, ...(rest ? [`${stored.join(' - ')} as ${rest}`] : [])].join(', '))
}

/**
 * A subquery with the counts of a series: value, day, count, first_at, last_at, and the counts of its groups (positive,
 * negative and neutral insights; promoters, detractors and passives; completed survey responses). Days that are counted
 * come from `daily_count`; days that changed since, and those that `from` or `to` cut, from their rows.
 */
export function dailyCounts(org: string, series: Series, { values, prefixes, from, to }: CountQuery = {}): Sql {
  const definition: SeriesRows = seriesRows[series]
  const { kind, hasIds, rows } = definition
  const ids = raw(hasIds ? ', ids' : '')
  const [start, end] = [from && Date.parse(from), to && Date.parse(to)].map((at) => (at === '' ? undefined : at))
  const cut = [start, end].filter((at) => at !== undefined && at % dayMs !== 0).map((at) => isoDay(at as number))
  const list = values instanceof Sql ? sql`array(${values})` : sql`${values}::text[]`
  const words = sql`unnest(${prefixes}::text[]) as p (word)`
  const among = sql`${values === undefined ? empty : sql`and value = any(${list})`}
    ${prefixes ? sql`and split_part(value, ' ', 1) = any(${prefixes}::text[])` : empty}`
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
    select value, day, ${countsOf(definition)}, first_at, last_at ${ids}
    from ${prefixes ? sql`${words}, daily_count` : raw('daily_count')}
    where org_id = ${org} and series = ${series}
      ${prefixes ? raw("and value >= p.word || ' ' and value < p.word || '!'") : among}
      ${start === undefined ? empty : sql`and day >= ${isoDay(start as number)}::date`}
      ${end === undefined ? empty : sql`and day <= ${isoDay((end as number) - 1)}::date`}
      and day not in (select day from changed)
    union all
    select c.value, r.day, ${countsOf(definition, 'c.')}, c.first_at, c.last_at ${ids}
    from changed r cross join lateral (${rows({ org, lo, hi })}) c where true ${among})`
}

/** Rows whose time can change, and what is counted by it. */
const timed = {
  feedback: { at: 'occurred_at', kinds: ['feedback'] },
  nps_response: { at: 'responded_at', kinds: ['nps', 'nps_reason', 'nps_contact'] },
  survey_response: { at: 'submitted_at', kinds: ['survey'] },
}

/** Marks the days of rows whose time is about to change, which leave no trace there. */
export const markDaysStale = (db: Db, org: string, table: keyof typeof timed, ids: readonly string[]) => {
  const { at, kinds } = timed[table]
  return db.run(sql`
    insert into daily_count_stale (org_id, kind, day)
    select distinct ${org}, k.kind, ${raw(dayOf(at))} from ${raw(table)} cross join unnest(${kinds}::text[]) as k (kind)
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

export const insertCounts = (db: Db, org: string, series: Series, days: readonly string[]) => {
  const definition: SeriesRows = seriesRows[series]
  const { hasIds, rows } = definition
  const counts = storedCounts(definition)
  return db.run(sql`
    insert into daily_count (org_id, series, value, day, ${raw(counts.join(', '))}, first_at, last_at, ids)
    select ${org}, ${series}, c.value, r.day, ${raw(counts.map((name) => `c.${name}`).join(', '))},
      c.first_at, c.last_at, ${raw(hasIds ? 'c.ids' : 'null')}
    from unnest(${days}::date[]) as r (day)
    cross join lateral (${rows({ org, lo: startOf('r.day'), hi: startOf('(r.day + 1)') })}) c`)
}

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
    cross join unnest(${countedKinds}::text[]) as k (kind)
    where exists (select 1 from daily_count_stale d where d.org_id = o.org_id and d.kind = k.kind)
      or case k.kind
        when 'insight' then exists (select 1 from insight i where i.org_id = o.org_id and i.updated_at >= ${since})
        when 'arrival' then exists (select 1 from insight i where i.org_id = o.org_id and i.updated_at >= ${since})
        when 'nps_contact' then exists (
          select 1 from nps_response n where n.org_id = o.org_id and n.updated_at >= ${since})
          or exists (select 1 from contact c where c.org_id = o.org_id and c.updated_at >= ${since})
        when 'survey' then exists (select 1 from survey_response r where r.org_id = o.org_id)
          and (exists (select 1 from survey_response r where r.org_id = o.org_id and r.updated_at >= ${since})
            or exists (select 1 from insight i where i.org_id = o.org_id and i.updated_at >= ${since}))
        when 'feedback' then exists (
          select 1 from feedback_state f where f.org_id = o.org_id and f.updated_at >= ${since})
        when 'contact' then exists (select 1 from contact c where c.org_id = o.org_id and c.updated_at >= ${since})
        else exists (select 1 from nps_response n where n.org_id = o.org_id and n.updated_at >= ${since})
          or exists (select 1 from insight i where i.org_id = o.org_id and i.updated_at >= ${since}) end
    order by o.org_id, k.kind`)
}

/** The same for feedback that is the reason of NPS responses and gets their time. */
export const markReasonDaysStale = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    insert into daily_count_stale (org_id, kind, day)
    select distinct f.org_id, 'feedback', (f.occurred_at at time zone 'UTC')::date
    from nps_response r join feedback f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id
    where r.org_id = ${org} and r.id = any(${ids}::uuid[]) and f.occurred_at <> r.responded_at`)
