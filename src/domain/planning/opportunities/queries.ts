import { segmentsJson, type SegmentRef } from '#domain/planning/references/queries-segments.ts'
import type { ImpactFactor, RankedCategory } from '#engine/impact-score.ts'
import { documentItem, readDocuments } from '#store/document-page.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, pageLimit } from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type OpportunityStatus = 'active' | 'archived'
export type OpportunityRow = {
  id: string
  title: string
  slug: string
  summary: string | null
  problem_statement: string | null
  category: RankedCategory
  status: OpportunityStatus
  rank: number | null
  previous_rank: number | null
  impact_score: number
  impact_factors: ImpactFactor[]
  positive: number
  negative: number
  neutral: number
  insight_count: number
  contact_count: number
  trend: 'rising' | 'falling' | 'flat'
  segments: SegmentRef[]
  initiative_id: string | null
  project_ids: string[]
  origin: 'pipeline' | 'manual' | 'competitor'
  source_type: string | null
  source_id: string | null
  first_seen_at: string | null
  last_evidence_at: string | null
  snapshot_id: string | null
  owner_id: string | null
  created_at: string
  updated_at: string
}
type Sort = 'rank' | '-impact_score' | '-insight_count' | '-contact_count' | '-created_at'
export type OpportunityListQuery = {
  limit: number
  category?: RankedCategory[]
  status?: OpportunityStatus[]
  segment_id?: string
  initiative_id?: string
  origin?: OpportunityRow['origin'][]
  trend?: OpportunityRow['trend'][]
  min_impact?: number
  q?: string
  sort?: Sort
}

const columns = (org: string): Sql => sql`
  o.id, o.title, o.slug, o.summary, o.problem_statement, o.category, o.status, o.rank, o.previous_rank,
  o.impact_score, o.impact_factors, o.positive_count as positive, o.negative_count as negative,
  o.neutral_count as neutral, o.insight_count, o.contact_count, o.trend,
  ${segmentsJson(org, 'opportunity')} as segments, o.initiative_id, o.origin, o.source_type, o.source_id,
  o.first_seen_at,
  o.last_evidence_at, o.snapshot_id, o.owner_id, o.created_at, o.updated_at,
  (select coalesce(json_agg(p.id order by p.id desc), '[]') from opportunity_project l
    join project p on p.org_id = l.org_id and p.org_id = ${org} and p.id = l.project_id
    where l.org_id = o.org_id and l.org_id = ${org} and l.opportunity_id = o.id
      and p.status <> 'archived') as project_ids`

const unranked = 2_147_483_647
const byRank = raw(`coalesce(rank, ${unranked}), category, id`)
const orders: Record<Exclude<Sort, 'rank'>, Order> = {
  '-impact_score': { by: 'impact_score', type: 'real', descending: true },
  '-insight_count': { by: 'insight_count', type: 'integer', descending: true },
  '-contact_count': { by: 'contact_count', type: 'integer', descending: true },
  '-created_at': { by: 'id', type: 'uuid', descending: true },
}

/** The cursor's keys of a row before its id, as a JSON array. */
function keysJson(sort: Sort = 'rank'): Sql {
  if (sort === '-created_at') return raw("'[]'")
  if (sort === 'rank') return raw(`'[' || coalesce(rank, ${unranked}) || ',"' || category || '"]'`)
  return raw(`'[' || to_json(${sort.slice(1)}) || ']'`)
}
export const keysOf = (key: string, id: string): Key[] => [...(JSON.parse(key) as Key[]), id]

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

/** The documents of a page, each with its counts by sentiment. */
export const listOpportunityDocuments = (
  db: Db,
  org: string,
  query: OpportunityListQuery,
  keys: readonly Key[] | undefined,
) => {
  const order = query.sort && query.sort !== 'rank' ? orders[query.sort] : undefined
  const position = order
    ? after(order, keys)
    : keys && sql`(${byRank}) > (${keys[0]}::integer, ${keys[1]}, ${keys[2]}::uuid)`
  const counts = raw("positive_count || ',' || negative_count || ',' || neutral_count")
  const page = sql`
    select id, ${documentItem(raw('document'), counts, keysJson(query.sort))} as item from opportunity o
    where ${allOf([sql`org_id = ${org}`, ...conditions(org, query), position])}
    order by ${order ? orderBy(order) : byRank} limit ${pageLimit(query)}`
  return readDocuments(db, org, { page, parts: partsOfPage(org) })
}

const conditions = (org: string, query: OpportunityListQuery): (Sql | undefined)[] => [
  sql`status = any(${query.status ?? ['active']})`,
  query.category && sql`category = any(${query.category})`,
  query.segment_id
    ? sql`id in (select l.opportunity_id from opportunity_segment l
        join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
        where l.org_id = ${org} and l.segment_id = ${query.segment_id})`
    : undefined,
  query.initiative_id ? sql`initiative_id = ${query.initiative_id}` : undefined,
  query.origin && sql`origin = any(${query.origin})`,
  query.trend && sql`trend = any(${query.trend})`,
  query.min_impact === undefined ? undefined : sql`impact_score >= ${query.min_impact}::real`,
  query.q ? sql`concat_ws(E'\\n', title, summary, problem_statement) ilike ${containing(query.q)}` : undefined,
]

export const findOpportunity = (db: Db, org: string, id: string) =>
  db.first<OpportunityRow>(sql`select ${columns(org)} from opportunity o where o.org_id = ${org} and o.id = ${id}`)

export type OpportunityState = Pick<
  OpportunityRow,
  'id' | 'title' | 'summary' | 'owner_id' | 'category' | 'status' | 'rank' | 'problem_statement' | 'initiative_id'
>
const stateColumns = raw('id, title, summary, owner_id, category, status, rank, problem_statement, initiative_id')

export const findOpportunityState = (db: Db, org: string, id: string) =>
  db.first<OpportunityState>(sql`select ${stateColumns} from opportunity where org_id = ${org} and id = ${id}`)

export const listCategories = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ category: RankedCategory }>(sql`
    select distinct category from opportunity where org_id = ${org} and id = any(${ids}::uuid[])`)
  ).map((row) => row.category)

/** Undefined also while another transaction holds the lock. */
export const tryLockOpportunity = (db: Db, org: string, id: string) =>
  db.first<OpportunityState>(sql`
    select ${stateColumns} from opportunity where org_id = ${org} and id = ${id} for no key update skip locked`)

/** Locks in id order to prevent deadlocks. */
export const lockOpportunities = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<OpportunityState>(
    sql`
      select ${stateColumns} from opportunity where org_id = ${org} and id = any(${ids}::uuid[])
      order by id for no key update`,
  )

export type NewOpportunity = {
  id: string
  slug: string
  title: string
  category: RankedCategory
  summary: string | null
  problem_statement: string | null
  owner_id: string | null
  source: OpportunitySource | null
}
/** The competitor finding that was promoted. */
export type OpportunitySource = { type: string; id: string }

export const insertOpportunity = (db: Db, org: string, o: NewOpportunity) =>
  db.run(sql`
    insert into opportunity (org_id, id, slug, title, category, summary, problem_statement, owner_id, origin,
      source_type, source_id)
    values (${org}, ${o.id}, ${o.slug}, ${o.title}, ${o.category}, ${o.summary}, ${o.problem_statement}, ${o.owner_id},
      ${o.source ? 'competitor' : 'manual'}, ${o.source?.type ?? null}, ${o.source?.id ?? null})
    on conflict do nothing`)

export const hasSource = async (db: Db, org: string, { type, id }: OpportunitySource) =>
  (await db.first(
    sql`select 1 from opportunity where org_id = ${org} and source_type = ${type} and source_id = ${id}`,
  )) !== undefined

/** Needs at least one column. */
export const updateOpportunityColumns = (db: Db, org: string, id: string, columnsToSet: Record<string, unknown>) =>
  db.run(
    sql`update opportunity set ${assignments(columnsToSet)}, updated_at = now() where org_id = ${org} and id = ${id}`,
  )

export const touchOpportunity = (db: Db, org: string, id: string) =>
  db.run(sql`update opportunity set updated_at = now() where org_id = ${org} and id = ${id}`)

/** Returns how many had another initiative, or none. */
export const updateInitiativeOf = (db: Db, org: string, ids: readonly string[], initiativeId: string | null) =>
  db.run(sql`
    update opportunity set initiative_id = ${initiativeId}, updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and initiative_id is distinct from ${initiativeId}::uuid`)
