import { requestCategories } from '#domain/planning/references/queries-links.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'
import { insightsOfTheme, type ThemeSource } from '#domain/planning/references/queries-theme-insights.ts'

/* What can become an opportunity. Unsorted insights and catch-all themes cannot. */

const minInsights = 3
/** Several problems of a theme have less in common than those of a subtheme. */
const minThemeProblems = 5
/** At least one in this many insights of a subtheme must be a request or complaint; otherwise it is mostly praise. */
const maxInsightsPerRequest = 3

/** `requests`: its insights that ask for a change, most of which have the category. */
type Candidate = {
  id: string
  name: string
  category: OpportunityCategory
  requests: number
  opportunity: string | null
  archived: boolean
}
export type SubthemeCandidate = Candidate & {
  description: string | null
  theme: string
  subject: string | null
  aspect: string | null
}
export type ThemeCandidate = Candidate & { source: ThemeSource }

/** Of a merged opportunity the one that it was merged into. */
const survivor = raw(
  `coalesce(o.merged_into_id, o.id) as opportunity,
  coalesce(coalesce(m.status, o.status) = 'archived', false) as archived`,
)
const joinSurvivor = (org: string) => sql`left join opportunity m on m.org_id = ${org} and m.id = o.merged_into_id`

/** Subthemes with enough requests and complaints. */
export const listSubthemeCandidates = (db: Db, org: string) =>
  db.rows<SubthemeCandidate>(sql`
    select distinct on (c.id) c.id, c.name, c.description, c.theme, c.subject, c.aspect, c.category, c.requests,
      ${survivor}
    from (
      select s.id, s.name, s.description, t.name as theme, s.subject, s.aspect, s.insight_count, i.category,
        count(*) as count, sum(count(*)) over (partition by s.id) as requests
      from subtheme s
      join theme t on t.org_id = s.org_id and t.org_id = ${org} and t.id = s.theme_id and t.archived_at is null
        and t.merged_into_id is null and not t.is_catch_all
      join subtheme_insight l on l.org_id = s.org_id and l.org_id = ${org} and l.subtheme_id = s.id
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        and i.category in ${requestCategories}
      where s.org_id = ${org}
      group by s.id, s.name, s.description, t.name, s.subject, s.aspect, s.insight_count, i.category) c
    left join opportunity o on o.org_id = ${org} and o.source_type = 'subtheme' and o.source_id = c.id::text
    ${joinSurvivor(org)}
    where c.requests >= ${minInsights} and c.requests * ${maxInsightsPerRequest} >= c.insight_count
    order by c.id, c.count desc, c.category`)

/** Themes with enough requests, or problems, outside these subthemes. */
export const listThemeCandidates = (db: Db, org: string, subthemes: readonly string[]) =>
  db.rows<ThemeCandidate>(sql`
    select distinct on (c.id, c.source) c.id, c.name, c.source, c.category, c.requests,
      ${survivor}
    from (
      select t.id, t.name, x.source, x.category, count(*) as count,
        sum(count(*)) over (partition by t.id, x.source) as requests
      from theme t join (${insightsOfTheme(org, subthemes)}) x on x.theme = t.id
      where t.org_id = ${org} and t.archived_at is null and t.merged_into_id is null and not t.is_catch_all
      group by t.id, t.name, x.source, x.category) c
    left join opportunity o on o.org_id = ${org} and o.source_type = c.source and o.source_id = c.id::text
    ${joinSurvivor(org)}
    where c.requests >= case c.source when 'theme_problems' then ${minThemeProblems}::integer else ${minInsights} end
    order by c.id, c.source, c.count desc, c.category`)

const maxQuotes = 10

/** The newest quotes of a candidate. */
export const listThemeQuotes = (db: Db, org: string, one: ThemeCandidate, subthemes: readonly string[]) =>
  db.rows<{ quote: string }>(sql`
    select x.quote from (${insightsOfTheme(org, subthemes)}) x
    where x.theme = ${one.id}::uuid and x.source = ${one.source} and x.quote is not null
    order by x.id desc limit ${maxQuotes}`)

export const listOrganizationsWithBacklog = (db: Db) =>
  db.rows<{ org_id: string }>(
    sql`select distinct org_id from opportunity where status = 'active' union select distinct org_id from subtheme`,
  )
