import type { Static } from 'typebox'
import type {
  CompetitorDetail,
  CompetitorRow,
  CompetitorSubtheme,
  Overview,
  Teaser,
} from '#contract/resources/competitor-shapes.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { PublishedInsight } from './queries-insights.ts'
import {
  graphStatus,
  stateJobColumns,
  type ResearchJobRow,
  researchJob,
  type CompetitorGraphStatus,
} from './queries-state.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

/* Each read is one statement, so that it sees one complete version. */

type Published = { status: CompetitorGraphStatus; published_at: string | null }
type Cadence = 'weekly' | 'monthly' | 'quarterly'

/** The graph `g` and its last job `l`, one row even without either. */
const graph = (org: string, columns: Sql) => sql`
  select ${columns} from (select ${org}::text as org_id) o left join competitor_graph g on g.org_id = ${org}
  left join (${researchJob(org)}) l on true`

const unresearchedCompetitor =
  raw(`json_build_object('id', c.id, 'name', c.name, 'domain', c.domain, 'review_count', 0, 'insight_count', 0,
  'sentiment_breakdown', json_build_object('positive', 0, 'negative', 0, 'neutral', 0), 'last_researched_at', null)`)

type CompetitorListRow = Published & {
  enabled: boolean
  cadence: Cadence | null
  next_run_at: string | null
  last_job: ResearchJobRow | null
  data: Static<typeof CompetitorRow>[]
}

/** Before the first publication, the tracked competitors without figures. */
export const getCompetitorList = async (db: Db, org: string): Promise<CompetitorListRow> =>
  (await db.first<CompetitorListRow>(
    graph(
      org,
      sql`
        ${graphStatus} as status, g.published_at, coalesce(g.checkins_enabled, false) as enabled, g.cadence,
          g.next_run_at,
    (select row_to_json(j) from (select ${stateJobColumns(org)} where l.id is not null) j) as last_job,
    case when g.version is null
      then (select coalesce(json_agg(${unresearchedCompetitor} order by lower(c.name), c.id), '[]') from competitor c
        where c.org_id = ${org})
      else (select coalesce(json_agg(r.summary order by r.position), '[]') from competitor_record r
        where r.org_id = ${org} and r.version = g.version) end as data`,
    ),
  ))!

type GraphOverview = Omit<Static<typeof Overview>, keyof Published>

const bySentiment = raw(sentimentCounts('i.sentiment'))

/** Insight counts per subtheme and competitor, for the whole version. */
const mentions = (org: string) => sql`(select coalesce(json_agg(x), '[]') from (
  select m.subtheme_id, i.competitor_id, ${bySentiment}
  from competitor_version_insight m
  join competitor_insight i on i.org_id = m.org_id and i.org_id = ${org} and i.id = m.insight_id
  where m.org_id = ${org} and m.version = g.version and m.subtheme_id is not null group by 1, 2 order by 1, 2) x)`

export const getOverview = async (db: Db, org: string) =>
  (await db.first<
    Published & { overview: Omit<GraphOverview, 'mentions'> | null; mentions: GraphOverview['mentions'] }
  >(
    graph(
      org,
      sql`${graphStatus} as status, g.published_at,
    (select v.overview from competitor_version v where v.org_id = ${org} and v.id = g.version) as overview,
    ${mentions(org)} as mentions`,
    ),
  ))!

type WithPromotion<T> = T & { promoted_opportunity_id: string | null }
type SubthemeDocument = Omit<Static<typeof CompetitorSubtheme>, 'promoted_opportunity_id'>
type TeaserDocument = Omit<Static<typeof Teaser>, 'promoted_opportunity_id'>

/** The opportunity it was promoted to, if any. */
const promoted = (org: string, kind: 'subtheme' | 'opportunity_teaser', row: string): Sql => sql`
  left join opportunity p on p.org_id = ${raw(row)}.org_id and p.org_id = ${org}
    and p.source_type = ${raw(`'${kind}'`)} and p.source_id = ${raw(row)}.id::text`

/** The published record, or the tracked competitor before the first publication. */
export const findCompetitor = (db: Db, org: string, id: string) =>
  db.first<{
    detail: Static<typeof CompetitorDetail> | null
    unpublished: boolean
    id: string
    name: string
    domain: string
    created_at: string
  }>(sql`
    select c.id, c.name, c.domain, c.created_at, r.detail, g.version is null as unpublished
    from competitor c left join competitor_graph g on g.org_id = c.org_id and g.org_id = ${org}
    left join competitor_record r on r.org_id = c.org_id and r.org_id = ${org} and r.version = g.version
      and r.competitor_id = c.id
    where c.org_id = ${org} and c.id = ${id}`)

export const findCompetitorSubtheme = (db: Db, org: string, id: string) =>
  db.first<{ document: SubthemeDocument; promoted_opportunity_id: string | null }>(sql`
    select s.document, coalesce(p.merged_into_id, p.id) as promoted_opportunity_id from competitor_graph g
    join competitor_subtheme s on s.org_id = g.org_id and s.org_id = ${org} and s.version = g.version
      and s.id = ${id} ${promoted(org, 'subtheme', 's')} where g.org_id = ${org}`)

const maxTeasers = 100

export const listTeasers = async (db: Db, org: string) =>
  (await db.first<Published & { data: WithPromotion<{ document: TeaserDocument }>[] }>(
    graph(
      org,
      sql`${graphStatus} as status, g.published_at,
    (select coalesce(json_agg(t order by t.position), '[]') from (
      select x.position, x.document, coalesce(p.merged_into_id, p.id) as promoted_opportunity_id
      from competitor_teaser x ${promoted(org, 'opportunity_teaser', 'x')}
      where x.org_id = ${org} and x.version = g.version order by x.position limit ${maxTeasers}) t) as data`,
    ),
  ))!

export const findResearchJob = (db: Db, org: string, id: string) =>
  db.first<ResearchJobRow>(sql`select ${stateJobColumns(org)} from (${researchJob(org, id)}) l`)

/** A teaser and a page of its insights, of one version. */
export const findTeaser = (db: Db, org: string, id: string, page: Sql) =>
  db.first<WithPromotion<{ document: TeaserDocument; data: PublishedInsight[] }>>(sql`
    select t.document, coalesce(p.merged_into_id, p.id) as promoted_opportunity_id,
      (select coalesce(json_agg(i), '[]') from (${page}) i) as data
    from competitor_graph g
    join competitor_teaser t on t.org_id = g.org_id and t.org_id = ${org} and t.version = g.version and t.id = ${id}
      ${promoted(org, 'opportunity_teaser', 't')}
    where g.org_id = ${org}`)
