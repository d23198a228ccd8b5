import type { Static } from 'typebox'
import type { opportunities } from '#contract/resources/opportunities.ts'
import { customFieldFilters } from '#domain/custom-fields/queries-filter.ts'
import { accountsBehind } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { overallSentiment } from '#engine/overall-sentiment.ts'
import { type DocumentRow, readTexts } from '#store/document-page.ts'
import { defineList } from '#store/lists/define.ts'
import type { DocumentList } from '#store/lists/document-list.ts'
import { contains } from '#store/lists/filters.ts'
import { raw, sql } from '#store/sql.ts'
import { opportunityTable } from './table.ts'

type OpportunityListQuery = Static<(typeof opportunities.listOpportunities)['query']>

/** After every ranked one. */
const unranked = 2_147_483_647

/** What has no place comes last, by impact. */
const inOrderOfTeam =
  "(case horizon when 'now' then '1' when 'next' then '2' when 'later' then '3' else '4' end " +
  "|| coalesce(team_position, ''))"

const opportunityList = defineList<OpportunityListQuery>()({
  table: opportunityTable,
  orders: {
    revenue: { by: 'yearly_revenue', type: 'double precision' },
    rank: { by: `coalesce(rank, ${unranked})`, type: 'integer', second: { by: 'category', type: 'text' } },
    position: { by: inOrderOfTeam, type: 'text', second: { by: '(-impact_score)', type: 'real' } },
    score: { by: 'coalesce(score, -1)', type: 'double precision' },
    effort: { by: 'coalesce(effort, 1e9)', type: 'double precision' },
    confidence: { by: 'coalesce(confidence, -1)', type: 'integer' },
    target_date: { by: `coalesce(target_date - date '2000-01-01', ${unranked})`, type: 'integer' },
  },
  defaultSort: 'rank',
  scope: ({ status }) => [status ? raw('merged_into_id is null') : raw("status = 'active'")],
  filters: {
    ...customFieldFilters,
    segment_id: (id, { org }) => sql`id in (
      select l.opportunity_id from opportunity_segment l
      join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
      where l.org_id = ${org} and l.segment_id = ${id})`,
    ...accountsBehind('opportunity'),
    importance: (levels) => raw(`(${levels.map((level) => `${level}_count > 0`).join(' or ')})`),
    horizon: (names) => sql`coalesce(horizon, 'none') = any(${names})`,
    max_effort: (weeks) => sql`effort <= ${weeks}`,
    min_confidence: (percent) => sql`confidence >= ${percent}`,
    target_after: (day) => sql`target_date >= ${day}`,
    target_before: (day) => sql`target_date < ${day}`,
    min_impact: (score) => sql`impact_score >= ${score}::real`,
    q: contains(["concat_ws(E'\\n', title, summary, problem_statement)"]),
  },
})

/** What other tables know of the opportunities of a page, each read once. */
const partsOfPage = (org: string) => ({
  segments: sql`
    select l.opportunity_id as id, ',"segments":' || json_agg(
        json_build_object('id', s.id, 'name', s.name, 'color', s.color) order by lower(s.name), s.id)
      || ',"segment_ids":' || json_agg(s.id order by lower(s.name), s.id) as text
    from opportunity_segment l
    join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
    where l.org_id = ${org} and l.opportunity_id = any(array(select id from page)) group by l.opportunity_id`,
  projects: sql`
    select l.opportunity_id as id, json_agg(p.id order by p.id desc)::text as text
    from opportunity_project l
    join project p on p.org_id = l.org_id and p.org_id = ${org} and p.id = l.project_id and p.status <> 'archived'
    where l.org_id = ${org} and l.opportunity_id = any(array(select id from page)) group by l.opportunity_id`,
})
type Part = keyof ReturnType<typeof partsOfPage>

const counts = [
  'positive_count',
  'negative_count',
  'neutral_count',
  'critical_count',
  'important_count',
  'nice_to_have_count',
]
type Counts = [number, number, number, number, number, number]

function closeOpportunity(row: DocumentRow<Part>): (id: string, counts: string) => string {
  const [segments, projects] = [readTexts(row.segments), readTexts(row.projects)]
  return (id, counts) => {
    const [positive, negative, neutral, critical, important, nice] = counts.split(',').map(Number) as Counts
    const sentiment = overallSentiment({ positive, negative, neutral })
    return [
      segments.get(id) ?? ',"segments":[],"segment_ids":[]',
      `,"project_ids":${projects.get(id) ?? '[]'},"sentiment":"${sentiment}"`,
      `,"importance_counts":{"critical":${critical},"important":${important},"nice_to_have":${nice}}`,
    ].join('')
  }
}

export const opportunityDocuments: DocumentList<OpportunityListQuery, Part> = {
  list: opportunityList,
  extra: `concat_ws(',', ${counts.join(', ')})`,
  parts: partsOfPage,
  close: closeOpportunity,
}
