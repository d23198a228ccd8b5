import type { Static } from 'typebox'
import { activityWeeks, type Theme } from '#contract/resources/themes.ts'
import { dailyCounts } from '#domain/daily-counts/queries.ts'
import { isShownSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

type ThemeActivity = NonNullable<Static<typeof Theme>['activity']>
type ActivityRow = {
  id: string
  weeks: number[] | null
  previous: number
  positive: number
  negative: number
  neutral: number
  subthemes: number
}

const weekCounts = raw(
  Array.from(
    { length: activityWeeks },
    (_, n) => `coalesce(sum(n) filter (where age = ${activityWeeks - 1 - n}), 0)`,
  ).join(', '),
)

const dayMs = 86_400_000

/** Insights of some themes week by week, and their subthemes. The last week ends with today, in UTC. */
export async function listThemeActivity(
  db: Db,
  org: string,
  ids: readonly string[],
): Promise<Map<string, ThemeActivity>> {
  const end = (Math.floor(Date.now() / dayMs) + 1) * dayMs
  const from = new Date(end - 2 * activityWeeks * 7 * dayMs).toISOString()
  const to = new Date(end).toISOString()
  const rows = await db.rows<ActivityRow>(sql`
    with recent as (
      select value::uuid as theme_id, positive, negative, neutral, count as n,
        (${to.slice(0, 10)}::date - 1 - day) / 7 as age
      from ${dailyCounts(org, 'insight.theme', { values: ids, from, to })} d),
    activity as (
      select theme_id, array[${weekCounts}]::int[] as weeks,
        coalesce(sum(n) filter (where age >= ${activityWeeks}), 0) as previous,
        coalesce(sum(positive) filter (where age < ${activityWeeks}), 0) as positive,
        coalesce(sum(negative) filter (where age < ${activityWeeks}), 0) as negative,
        coalesce(sum(neutral) filter (where age < ${activityWeeks}), 0) as neutral
      from recent group by theme_id),
    subtheme_count as (
      select s.theme_id, count(*) as subthemes from subtheme s
      where s.org_id = ${org} and s.theme_id = any(${ids}::uuid[]) and ${isShownSubtheme} group by s.theme_id)
    select t.id, a.weeks, coalesce(a.previous, 0) as previous, coalesce(a.positive, 0) as positive,
      coalesce(a.negative, 0) as negative, coalesce(a.neutral, 0) as neutral, coalesce(s.subthemes, 0) as subthemes
    from unnest(${ids}::uuid[]) as t (id)
    left join activity a on a.theme_id = t.id left join subtheme_count s on s.theme_id = t.id`)
  return new Map(
    rows.map(({ id, weeks, previous, subthemes, ...sentiments }) => [
      id,
      {
        weeks: weeks ?? Array.from({ length: activityWeeks }, () => 0),
        previous_insight_count: previous,
        sentiment_breakdown: sentiments,
        subtheme_count: subthemes,
      },
    ]),
  )
}
