import type { Static } from 'typebox'
import { activityWeeks, type Theme } from '#contract/resources/themes.ts'
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
  Array.from({ length: activityWeeks }, (_, n) => `count(*) filter (where age = ${activityWeeks - 1 - n})`).join(', '),
)

/**
 * Insights of some themes week by week, and their subthemes; one pass over recent insights for any number of themes.
 */
export async function listThemeActivity(
  db: Db,
  org: string,
  ids: readonly string[],
): Promise<Map<string, ThemeActivity>> {
  const period = `${2 * activityWeeks * 7} days`
  const rows = await db.rows<ActivityRow>(sql`
    with recent as (
      select t.theme_id, i.sentiment, floor(extract(epoch from now() - i.occurred_at) / 604800) as age
      from insight i cross join unnest(i.theme_ids) as t (theme_id)
      where i.org_id = ${org} and i.live and i.occurred_at <= now() and i.occurred_at > now() - ${period}::interval
        and t.theme_id = any(${ids}::uuid[])),
    activity as (
      select theme_id, array[${weekCounts}]::int[] as weeks,
        count(*) filter (where age >= ${activityWeeks}) as previous,
        count(*) filter (where age < ${activityWeeks} and sentiment = 'POSITIVE') as positive,
        count(*) filter (where age < ${activityWeeks} and sentiment = 'NEGATIVE') as negative,
        count(*) filter (where age < ${activityWeeks} and sentiment = 'NEUTRAL') as neutral
      from recent group by theme_id),
    subtheme_count as (
      select theme_id, count(*) as subthemes from subtheme
      where org_id = ${org} and theme_id = any(${ids}::uuid[]) and insight_count > 0 group by theme_id)
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
