import { isNotSplitOff, maxInsightsPerStatement, requestCategories } from './queries-links.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/** What the requests, or the problems, of a theme become an opportunity as. */
export type ThemeSource = 'theme_requests' | 'theme_problems'

/** The requests and problems outside these subthemes, each with its main theme. */
export const insightsOfTheme = (org: string, subthemes: readonly string[]): Sql => sql`
  select i.id, i.category, i.quote, i.theme_ids[1] as theme,
    case i.category when 'FEATURE_REQUESTS' then 'theme_requests' else 'theme_problems' end as source
  from insight i
  where i.org_id = ${org} and i.live and i.category in ${requestCategories} and not exists (
    select 1 from subtheme_insight m
    where m.org_id = ${org} and m.insight_id = i.id and m.subtheme_id = any(${subthemes}::uuid[]))`

type ThemeEvidence = { opportunity: string; id: string; source: ThemeSource; requests: number }

/** Links them to the opportunities of their themes, in parts of bounded size. */
export async function linkThemeEvidence(
  db: Db,
  org: string,
  themes: readonly ThemeEvidence[],
  subthemes: readonly string[],
) {
  const parts = Math.ceil(themes.reduce((sum, { requests }) => sum + requests, 0) / maxInsightsPerStatement)
  for (let part = 0; part < parts; part++)
    await db.run(sql`
      insert into opportunity_insight (org_id, opportunity_id, insight_id)
      select ${org}, o.opportunity, x.id
      from unnest(${themes.map((one) => one.opportunity)}::uuid[], ${themes.map((one) => one.id)}::uuid[],
        ${themes.map((one) => one.source)}::text[]) as o (opportunity, theme, source)
      join (${insightsOfTheme(org, subthemes)}) x on x.theme = o.theme and x.source = o.source
      where (hashtext(x.id::text) & 2147483647) % ${parts} = ${part}
        and ${isNotSplitOff(org, raw('o.opportunity'), raw('x.id'))}
      order by o.opportunity, x.id on conflict do nothing`)
}
