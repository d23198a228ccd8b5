import type { Static } from 'typebox'
import { activityWeeks, type Theme } from '#contract/resources/themes.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

type Activity = NonNullable<Static<typeof Theme>['activity']>
type Row = {
  id: string
  weeks: number[] | null
  previous: number
  positive: number
  negative: number
  neutral: number
  subthemes: number
}

const oldestFirst = raw(
  Array.from({ length: activityWeeks }, (_, n) => `count(*) filter (where age = ${activityWeeks - 1 - n})`).join(', '),
)

/** What is said in these themes week by week, and how many subthemes speak in each; one pass over what is new, however many themes are asked for. */
export async function activityOf(db: Db, org: string, ids: readonly string[]): Promise<Map<string, Activity>> {
  const rows = await db.rows<Row>(sql`
    with said as (
      select t.theme_id, i.sentiment, floor(extract(epoch from now() - i.occurred_at) / 604800) as age
      from insight i cross join unnest(i.theme_ids) as t (theme_id)
      where i.org_id = ${org} and i.live and i.occurred_at <= now() and i.occurred_at > now() - ${`${2 * activityWeeks * 7} days`}::interval and t.theme_id = any(${ids}::uuid[])),
    spoken as (
      select theme_id, array[${oldestFirst}]::int[] as weeks, count(*) filter (where age >= ${activityWeeks}) as previous,
        count(*) filter (where age < ${activityWeeks} and sentiment = 'POSITIVE') as positive, count(*) filter (where age < ${activityWeeks} and sentiment = 'NEGATIVE') as negative,
        count(*) filter (where age < ${activityWeeks} and sentiment = 'NEUTRAL') as neutral
      from said group by theme_id),
    part as (
      select theme_id, count(*) as subthemes from subtheme
      where org_id = ${org} and theme_id = any(${ids}::uuid[]) and insight_count > 0 group by theme_id)
    select w.id, s.weeks, coalesce(s.previous, 0) as previous, coalesce(s.positive, 0) as positive, coalesce(s.negative, 0) as negative,
      coalesce(s.neutral, 0) as neutral, coalesce(p.subthemes, 0) as subthemes
    from unnest(${ids}::uuid[]) as w (id) left join spoken s on s.theme_id = w.id left join part p on p.theme_id = w.id`)
  return new Map(
    rows.map(({ id, weeks, previous, subthemes, ...mix }) => [
      id,
      {
        weeks: weeks ?? Array.from({ length: activityWeeks }, () => 0),
        previous_insight_count: previous,
        sentiment_breakdown: mix,
        subtheme_count: subthemes,
      },
    ]),
  )
}
