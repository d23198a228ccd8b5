import type { Static } from 'typebox'
import type { nps } from '#contract/resources/nps.ts'
import { invalidField } from '#domain/errors.ts'
import type { Mentions, ThemeMentions } from '#engine/nps-drivers.ts'
import type { DayTally } from '#engine/nps-timeline.ts'
import type { Tally } from '#engine/nps.ts'
import type { Db } from '#store/open.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { inSegment } from './queries.ts'

/* The answers of a period, counted by PostgreSQL; what the counts mean is worked out elsewhere. */

type Query = Static<(typeof nps.getNps)['query']>
export type Period = { from: string; to: string }
export type Chosen = Pick<Query, 'segment_id' | 'survey_id' | 'source'> & { latest_per_contact?: boolean }

const dayMs = 86_400_000
const defaultDays = 90

export function periodOf({ from, to }: { from?: string; to?: string }, now: Date): Period {
  const end = to === undefined ? now : new Date(to)
  const start = from === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(from)
  if (start >= end)
    invalidField(from === undefined ? 'query.to' : 'query.from', 'must lie before the end of the period')
  return { from: start.toISOString(), to: end.toISOString() }
}

/** As long as the period, and right before it. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: new Date(2 * Date.parse(from) - Date.parse(to)).toISOString(),
  to: from,
})

const answers = (org: string, { from, to }: Period, chosen: Chosen): Sql => {
  const which = allOf([
    sql`deleted_at is null and responded_at >= ${from}::timestamptz and responded_at < ${to}::timestamptz`,
    chosen.segment_id ? inSegment(org, chosen.segment_id) : undefined,
    chosen.survey_id ? sql`survey_id = ${chosen.survey_id}` : undefined,
    chosen.source && sql`source = any(${chosen.source})`,
  ])
  // Who gave no name is somebody else each time.
  return chosen.latest_per_contact
    ? sql`select distinct on (coalesce(contact_id, id)) * from nps_response where org_id = ${org} and ${which} order by coalesce(contact_id, id), responded_at desc, id desc`
    : sql`select * from nps_response where org_id = ${org} and ${which}`
}

const counts =
  'count(*) filter (where a.score >= 9) as promoters, count(*) filter (where a.score between 7 and 8) as passives, count(*) filter (where a.score <= 6) as detractors'

/** How many gave each score, from 0 to 10. */
export async function distributionOf(db: Db, org: string, period: Period, chosen: Chosen): Promise<number[]> {
  const distribution = Array<number>(11).fill(0)
  const rows = await db.rows<{ score: number; count: number }>(sql`
    select a.score, count(*) as count from (${answers(org, period, chosen)}) a where a.org_id = ${org} group by a.score`)
  for (const { score, count } of rows) distribution[score] = count
  return distribution
}

type DayRow = { day: string; inside: boolean } & Tally

/** By day, from as far back as a window reaches. */
export async function daysOf(
  db: Db,
  org: string,
  period: Period,
  chosen: Chosen,
  windowDays: number,
): Promise<DayTally[]> {
  const reach = new Date(Date.parse(period.from) - (windowDays + 31) * dayMs).toISOString()
  const rows = await db.rows<DayRow>(sql`
    select to_char(a.responded_at at time zone 'UTC', 'YYYY-MM-DD') as day, a.responded_at >= ${period.from}::timestamptz as inside, ${raw(counts)}
    from (${answers(org, { ...period, from: reach }, chosen)}) a where a.org_id = ${org} group by 1, 2`)
  const days = new Map<string, DayTally>()
  for (const { day, inside, ...tally } of rows) {
    const known = days.get(day)
    const other = known?.all ?? { promoters: 0, passives: 0, detractors: 0 }
    const all = {
      promoters: other.promoters + tally.promoters,
      passives: other.passives + tally.passives,
      detractors: other.detractors + tally.detractors,
    }
    const none = known?.inside ?? { promoters: 0, passives: 0, detractors: 0 }
    days.set(day, { day, all, inside: inside ? tally : none })
  }
  return [...days.values()]
}

const withReason = 'join feedback f on f.org_id = a.org_id and f.id = a.feedback_id and f.deleted_at is null'
const withInsights = `${withReason} join insight i on i.org_id = a.org_id and i.feedback_id = a.feedback_id and i.live`
const withThemes = `${withInsights}
  join insight_theme l on l.org_id = i.org_id and l.insight_id = i.id
  join theme t on t.org_id = l.org_id and t.id = l.theme_id and t.archived_at is null and t.merged_into_id is null`

/** How many give a reason, in each group. */
export const reasonsGiven = async (db: Db, org: string, period: Period, chosen: Chosen): Promise<Mentions> =>
  (await db.first<Mentions>(
    sql`select ${raw(counts)} from (${answers(org, period, chosen)}) a ${raw(withReason)} where a.org_id = ${org}`,
  ))!

/** How many mention each theme, whatever number of times; the most mentioned first. */
export const themesMentioned = (db: Db, org: string, period: Period, chosen: Chosen) =>
  db.rows<ThemeMentions>(sql`
    select theme_id, name, color, is_catch_all, ${raw(counts)} from (
      select distinct a.id, a.score, t.id as theme_id, t.name, t.color, t.is_catch_all from (${answers(org, period, chosen)}) a ${raw(withThemes)} where a.org_id = ${org}) a
    group by theme_id, name, color, is_catch_all order by count(*) desc, lower(name), theme_id`)

const maxNamed = 10
type Behind = { theme_id: string | null; group: 'DETRACTOR' | 'PROMOTER' }

/** The newest insights behind a theme in one group of answers, or behind all that a group says. */
export const insightsBehind = (db: Db, org: string, period: Period, chosen: Chosen, wanted: readonly Behind[]) =>
  db.rows<Behind & { insight_ids: string[] }>(sql`
    select theme_id, "group", (array_agg(id::text order by id desc))[1:${raw(String(maxNamed))}] as insight_ids from (
      select distinct d.theme_id, d."group", i.id from (${answers(org, period, chosen)}) a ${raw(withInsights)}
      join unnest(${wanted.map((one) => one.theme_id)}::uuid[], ${wanted.map((one) => one.group)}::text[]) as d (theme_id, "group")
        on (d.theme_id is null or d.theme_id = any(i.theme_ids)) and ((d."group" = 'DETRACTOR' and a.score <= 6) or (d."group" = 'PROMOTER' and a.score >= 9))
      where a.org_id = ${org}) x group by theme_id, "group"`)

export type Dimension = 'segment' | 'theme' | 'source' | 'plan' | 'country' | 'survey'

const withContact = 'join contact c on c.org_id = a.org_id and c.id = a.contact_id and c.deleted_at is null'
const keys: Record<Dimension, { key: string; name: string; from: string }> = {
  source: { key: 'a.source', name: 'a.source', from: '' },
  plan: {
    key: "lower(c.company->>'plan')",
    name: "min(c.company->>'plan') over (partition by lower(c.company->>'plan'))",
    from: withContact,
  },
  country: { key: 'c.country', name: 'c.country', from: withContact },
  survey: { key: 's.id::text', name: 's.title', from: 'join survey s on s.org_id = a.org_id and s.id = a.survey_id' },
  segment: {
    key: 's.id::text',
    name: 's.name',
    from: `${withContact} cross join unnest(c.segment_ids) as m (id) join segment s on s.org_id = a.org_id and s.id = m.id and s.archived_at is null`,
  },
  theme: { key: 't.id::text', name: 't.name', from: withThemes },
}
const maxKeys = 100

export type KeyedRow = { key: string; name: string } & Tally

/** An answer counts in every segment and theme it belongs to, in each once. */
export async function brokenDown(db: Db, org: string, period: Period, chosen: Chosen, by: Dimension) {
  const { key, name, from } = keys[by]
  const keyed = sql`
    select distinct a.id, a.score, ${raw(key)} as key, ${raw(name)} as name
    from (${answers(org, period, chosen)}) a ${raw(from)} where a.org_id = ${org} and ${raw(key)} is not null`
  const rows = await db.rows<KeyedRow>(sql`
    select key, name, ${raw(counts)} from (${keyed}) a group by key, name order by count(*) desc, lower(name), key limit ${maxKeys}`)
  const { responses, assigned } = (await db.first<{ responses: number; assigned: number }>(sql`
    select (select count(*) from (${answers(org, period, chosen)}) a) as responses, (select count(distinct id) from (${keyed}) a) as assigned`))!
  return { rows, responses, unassigned: responses - assigned }
}
