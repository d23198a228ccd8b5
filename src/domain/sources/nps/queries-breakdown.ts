import { dailyCounts, type Series } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { empty, raw, type Sql, sql } from '#store/sql.ts'
import {
  groupSums,
  hasNoFilters,
  joinThemes,
  type ReportQuery,
  selectReportResponses,
  tallyColumns,
} from './queries-report.ts'
import type { NpsPeriod } from './rules.ts'
import type { NpsTally } from '#vocabulary/nps.ts'

type Dimension = 'segment' | 'theme' | 'source' | 'plan' | 'country' | 'survey'

const joinContact = (org: string): Sql => sql`
  join contact c on c.org_id = a.org_id and c.org_id = ${org} and c.id = a.contact_id and c.deleted_at is null`
const dimensions: Record<Dimension, { key: string; name: string; from: (org: string) => Sql }> = {
  source: { key: 'a.source', name: 'a.source', from: () => empty },
  plan: {
    key: "lower(c.company->>'plan')",
    name: "min(c.company->>'plan') over (partition by lower(c.company->>'plan'))",
    from: joinContact,
  },
  country: { key: 'c.country', name: 'c.country', from: joinContact },
  survey: {
    key: 's.id::text',
    name: 's.title',
    from: (org) => sql`join survey s on s.org_id = a.org_id and s.org_id = ${org} and s.id = a.survey_id`,
  },
  segment: {
    key: 's.id::text',
    name: 's.name',
    from: (org) => sql`${joinContact(org)} cross join unnest(c.segment_ids) as m (id)
      join segment s on s.org_id = a.org_id and s.org_id = ${org} and s.id = m.id and s.archived_at is null`,
  },
  theme: { key: 't.id::text', name: 't.name', from: joinThemes },
}
const maxKeys = 100

type BreakdownRow = { key: string; name: string } & NpsTally

/** A response counts once in every segment and theme that it belongs to. */
export async function countByDimension(db: Db, org: string, query: ReportQuery, dimension: Dimension) {
  if (hasNoFilters(query)) return countBySeries(db, org, query.period, dimension)
  const { key, name, from } = dimensions[dimension]
  const responsesByKey = sql`
    select distinct a.id, a.score, ${raw(key)} as key, ${raw(name)} as name
    from (${selectReportResponses(org, query)}) a ${from(org)} where a.org_id = ${org} and ${raw(key)} is not null`
  const rows = await db.rows<BreakdownRow>(sql`
    select key, name, ${tallyColumns} from (${responsesByKey}) a
    group by key, name order by count(*) desc, lower(name), key limit ${maxKeys}`)
  const { responses, assigned } = (await db.first<{ responses: number; assigned: number }>(sql`
    select (select count(*) from (${selectReportResponses(org, query)}) a) as responses,
      (select count(distinct id) from (${responsesByKey}) a) as assigned`))!
  return { rows, responses, unassigned: responses - assigned }
}

/** The series of a dimension, with the name of a value; plans differ in case only. */
const named: Record<Dimension, (org: string) => { key: Sql; name: Sql; from: Sql }> = {
  source: () => ({ key: raw('d.value'), name: raw('d.value'), from: empty }),
  country: () => ({ key: raw('d.value'), name: raw('d.value'), from: empty }),
  plan: () => ({ key: raw('lower(d.value)'), name: raw('min(d.value)'), from: empty }),
  survey: (org) => ({
    key: raw('d.value'),
    name: raw('min(s.title)'),
    from: sql`join survey s on s.org_id = ${org} and s.id = d.value::uuid`,
  }),
  segment: (org) => ({
    key: raw('d.value'),
    name: raw('min(s.name)'),
    from: sql`join segment s on s.org_id = ${org} and s.id = d.value::uuid and s.archived_at is null`,
  }),
  theme: (org) => ({
    key: raw('d.value'),
    name: raw('min(t.name)'),
    from: sql`join theme t on t.org_id = ${org} and t.id = d.value::uuid and t.archived_at is null
      and t.merged_into_id is null`,
  }),
}

const sumOf = async (db: Db, org: string, series: Series, period: NpsPeriod) =>
  (await db.first<{ count: number }>(sql`
    select coalesce(sum(d.count), 0) as count from ${dailyCounts(org, series, period)} d`))!.count

/** From daily counts. */
async function countBySeries(db: Db, org: string, period: NpsPeriod, dimension: Dimension) {
  const { key, name, from } = named[dimension](org)
  const rows = await db.rows<BreakdownRow & { count: number }>(sql`
    select * from (
      select ${key} as key, ${name} as name, ${groupSums}, sum(d.count) as count
      from ${dailyCounts(org, `nps.${dimension}`, period)} d ${from} group by ${key}) x
    order by count desc, lower(name), key`)
  const responses = await sumOf(db, org, 'nps', period)
  const assigned =
    dimension === 'theme' || dimension === 'segment'
      ? await countAssigned(db, org, period, dimension)
      : rows.reduce((sum, row) => sum + row.count, 0)
  return {
    rows: rows.slice(0, maxKeys).map(({ count: _, ...row }): BreakdownRow => row),
    responses,
    unassigned: responses - assigned,
  }
}

/**
 * A response has at most one source, survey, plan and country, so their counts add up. It can have several themes and
 * segments: those with any are counted, less those with archived ones only, which are few.
 */
async function countAssigned(db: Db, org: string, period: NpsPeriod, dimension: 'theme' | 'segment'): Promise<number> {
  const all = await sumOf(db, org, dimension === 'theme' ? 'nps.themed' : 'nps.segmented', period)
  const { count } = (await db.first<{ count: number }>(
    dimension === 'theme' ? onlyArchivedThemes(org, period) : onlyArchivedSegments(org, period),
  ))!
  return all - count
}

const within = ({ from, to }: NpsPeriod): Sql =>
  sql`a.deleted_at is null and a.responded_at >= ${from}::timestamptz and a.responded_at < ${to}::timestamptz`

const onlyArchivedThemes = (org: string, period: NpsPeriod): Sql => sql`
  select count(distinct a.id) as count
  from theme t join insight_theme l on l.org_id = ${org} and l.theme_id = t.id
  join insight i on i.org_id = ${org} and i.id = l.insight_id and i.live
  join nps_response a on a.org_id = ${org} and a.feedback_id = i.feedback_id and ${within(period)}
  join feedback f on f.org_id = ${org} and f.id = a.feedback_id and f.deleted_at is null
  where t.org_id = ${org} and (t.archived_at is not null or t.merged_into_id is not null) and not exists (
    select 1 from insight o join insight_theme m on m.org_id = ${org} and m.insight_id = o.id
    join theme u on u.org_id = ${org} and u.id = m.theme_id and u.archived_at is null and u.merged_into_id is null
    where o.org_id = ${org} and o.feedback_id = a.feedback_id and o.live)`

const onlyArchivedSegments = (org: string, period: NpsPeriod): Sql => sql`
  select count(distinct a.id) as count
  from segment s join contact c on c.org_id = ${org} and c.segment_ids @> array[s.id] and c.deleted_at is null
  join nps_response a on a.org_id = ${org} and a.contact_id = c.id and ${within(period)}
  where s.org_id = ${org} and s.archived_at is not null and not exists (
    select 1 from segment o where o.org_id = ${org} and o.id = any(c.segment_ids) and o.archived_at is null)`
