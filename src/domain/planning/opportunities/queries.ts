import { segmentsOf, type SegmentRef } from '#domain/planning/references/segments.ts'
import type { ImpactFactor, RankedCategory } from '#engine/impact.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy } from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type Status = 'active' | 'archived'
export type Row = {
  id: string
  title: string
  slug: string
  summary: string | null
  problem_statement: string | null
  category: RankedCategory
  status: Status
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
export type Wanted = {
  limit: number
  category?: RankedCategory[]
  status?: Status[]
  segment_id?: string
  initiative_id?: string
  origin?: Row['origin'][]
  trend?: Row['trend'][]
  min_impact?: number
  q?: string
  sort?: Sort
}

const columns = sql`o.id, o.title, o.slug, o.summary, o.problem_statement, o.category, o.status, o.rank, o.previous_rank,
  o.impact_score, o.impact_factors, o.positive_count as positive, o.negative_count as negative, o.neutral_count as neutral,
  o.insight_count, o.contact_count, o.trend,
  ${segmentsOf('opportunity')} as segments, o.initiative_id, o.origin, o.source_type, o.source_id, o.first_seen_at, o.last_evidence_at,
  o.snapshot_id, o.owner_id, o.created_at, o.updated_at,
  (select coalesce(json_agg(p.id order by p.id desc), '[]') from opportunity_project l
    join project p on p.org_id = l.org_id and p.id = l.project_id
    where l.org_id = o.org_id and l.opportunity_id = o.id and p.status <> 'archived') as project_ids`

const unranked = 2_147_483_647
const byRank = raw(`coalesce(rank, ${unranked}), category, id`)
const orders: Record<Exclude<Sort, 'rank'>, Order> = {
  '-impact_score': { by: 'impact_score', type: 'real', descending: true },
  '-insight_count': { by: 'insight_count', type: 'integer', descending: true },
  '-contact_count': { by: 'contact_count', type: 'integer', descending: true },
  '-created_at': { by: 'id', type: 'uuid', descending: true },
}

/** A page in one statement: what a row counts is stored with it, the rest is looked up for the rows of the page alone. */
export const pageOfOpportunities = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = wanted.sort && wanted.sort !== 'rank' ? orders[wanted.sort] : undefined
  const place = order
    ? after(order, keys)
    : keys && sql`(${byRank}) > (${keys[0]}::integer, ${keys[1]}, ${keys[2]}::uuid)`
  return db.rows<Row>(sql`
    select ${columns} from opportunity o where ${allOf([sql`org_id = ${org}`, ...shown(org, wanted), place])}
    order by ${order ? orderBy(order) : byRank} limit ${wanted.limit + 1}`)
}

/** Where a row stands in its list. */
export function keysOf(sort: Sort | undefined, row: Row): Key[] {
  if (sort === '-created_at') return [row.id]
  if (sort === undefined || sort === 'rank') return [row.rank ?? unranked, row.category, row.id]
  return [row[sort.slice(1) as 'impact_score' | 'insight_count' | 'contact_count'], row.id]
}

const shown = (org: string, wanted: Wanted): (Sql | undefined)[] => [
  sql`status = any(${wanted.status ?? ['active']})`,
  wanted.category && sql`category = any(${wanted.category})`,
  wanted.segment_id
    ? sql`id in (select l.opportunity_id from opportunity_segment l
        join segment s on s.org_id = l.org_id and s.id = l.segment_id and s.archived_at is null
        where l.org_id = ${org} and l.segment_id = ${wanted.segment_id})`
    : undefined,
  wanted.initiative_id ? sql`initiative_id = ${wanted.initiative_id}` : undefined,
  wanted.origin && sql`origin = any(${wanted.origin})`,
  wanted.trend && sql`trend = any(${wanted.trend})`,
  wanted.min_impact === undefined ? undefined : sql`impact_score >= ${wanted.min_impact}::real`,
  wanted.q ? sql`concat_ws(E'\\n', title, summary, problem_statement) ilike ${containing(wanted.q)}` : undefined,
]

export const opportunityById = (db: Db, org: string, id: string) =>
  db.first<Row>(sql`select ${columns} from opportunity o where o.org_id = ${org} and o.id = ${id}`)

export type State = Pick<
  Row,
  'id' | 'title' | 'summary' | 'owner_id' | 'category' | 'status' | 'rank' | 'problem_statement' | 'initiative_id'
>
const state = raw('id, title, summary, owner_id, category, status, rank, problem_statement, initiative_id')

export const opportunityState = (db: Db, org: string, id: string) =>
  db.first<State>(sql`select ${state} from opportunity where org_id = ${org} and id = ${id}`)

export const categoriesOf = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ category: RankedCategory }>(sql`
    select distinct category from opportunity where org_id = ${org} and id = any(${ids}::uuid[])`)
  ).map((row) => row.category)

/** In the order of their ids, held until the transaction ends. */
export const lockOpportunities = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<State>(
    sql`select ${state} from opportunity where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`,
  )

export type NewOpportunity = {
  id: string
  slug: string
  title: string
  category: RankedCategory
  summary: string | null
  problem_statement: string | null
  owner_id: string | null
  source: Source | null
}
/** The finding about competitors that it was made of. */
export type Source = { type: string; id: string }

export const insertOpportunity = (db: Db, org: string, o: NewOpportunity) =>
  db.run(sql`
    insert into opportunity (org_id, id, slug, title, category, summary, problem_statement, owner_id, origin, source_type, source_id)
    values (${org}, ${o.id}, ${o.slug}, ${o.title}, ${o.category}, ${o.summary}, ${o.problem_statement}, ${o.owner_id},
      ${o.source ? 'competitor' : 'manual'}, ${o.source?.type ?? null}, ${o.source?.id ?? null})
    on conflict do nothing`)

export const hasSource = async (db: Db, org: string, { type, id }: Source) =>
  (await db.first(
    sql`select 1 from opportunity where org_id = ${org} and source_type = ${type} and source_id = ${id}`,
  )) !== undefined

/** Sets the given columns, of which there is at least one. */
export const updateOpportunity = (db: Db, org: string, id: string, given: Record<string, unknown>) =>
  db.run(sql`update opportunity set ${assignments(given)}, updated_at = now() where org_id = ${org} and id = ${id}`)

export const touchOpportunity = (db: Db, org: string, id: string) =>
  db.run(sql`update opportunity set updated_at = now() where org_id = ${org} and id = ${id}`)

/** Returns how many had another initiative, or none. */
export const setInitiative = (db: Db, org: string, ids: readonly string[], initiativeId: string | null) =>
  db.run(sql`
    update opportunity set initiative_id = ${initiativeId}, updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and initiative_id is distinct from ${initiativeId}::uuid`)
