import { segmentsJson, type LinkedSegment } from '#domain/planning/references/queries-segments.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, type Sql, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'
import type { Importance } from '#vocabulary/importance.ts'
import { opportunityTable } from './table.ts'

const internal = ['source_type', 'source_id', 'merged_into_id', 'split_from_id'] as const
type Internal = (typeof internal)[number]

export type OpportunityRow = SelectedOf<typeof opportunityTable, Internal> & {
  positive: number
  negative: number
  neutral: number
  importance_counts: Record<Importance, number>
  segments: LinkedSegment[]
  project_ids: string[]
}

const columns = (org: string): Sql => sql`
  ${selectList(opportunityTable, 'o', internal)}, o.positive_count as positive,
  o.negative_count as negative, o.neutral_count as neutral,
  json_build_object('critical', o.critical_count, 'important', o.important_count, 'nice_to_have', o.nice_to_have_count)
    as importance_counts, ${segmentsJson(org, 'opportunity')} as segments,
  (select coalesce(json_agg(p.id order by p.id desc), '[]') from opportunity_project l
    join project p on p.org_id = l.org_id and p.org_id = ${org} and p.id = l.project_id
    where l.org_id = o.org_id and l.org_id = ${org} and l.opportunity_id = o.id
      and p.status <> 'archived') as project_ids`

export const findOpportunity = (db: Db, org: string, id: string) =>
  db.first<OpportunityRow>(sql`select ${columns(org)} from opportunity o where o.org_id = ${org} and o.id = ${id}`)

export type OpportunityState = Pick<
  OpportunityRow,
  | 'id'
  | 'title'
  | 'summary'
  | 'owner_id'
  | 'category'
  | 'status'
  | 'rank'
  | 'problem_statement'
  | 'initiative_id'
  | 'effort'
  | 'confidence'
  | 'target_date'
  | 'horizon'
  | 'ratings'
  | 'custom_fields'
  | 'merged_into_id'
>
const stateColumns = raw(
  'id, title, summary, owner_id, category, status, rank, problem_statement, initiative_id, effort, confidence, ' +
    'target_date, horizon, ratings, custom_fields, merged_into_id',
)

export const findOpportunityState = (db: Db, org: string, id: string) =>
  db.first<OpportunityState>(sql`select ${stateColumns} from opportunity where org_id = ${org} and id = ${id}`)

export const listOpportunityCategories = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ category: OpportunityCategory }>(sql`
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
  category: OpportunityCategory
  summary: string | null
  problem_statement: string | null
  owner_id: string | null
  source: OpportunitySource | null
  custom_fields?: Record<string, CustomFieldValue>
} & Estimates
/** What the team says of it. */
export type Estimates = {
  effort: number | null
  confidence: number | null
  target_date: string | null
  ratings: Record<string, number>
}
/** The competitor finding that was promoted. */
export type OpportunitySource = { type: string; id: string }

export const insertOpportunity = (db: Db, org: string, o: NewOpportunity) =>
  db.run(sql`
    insert into opportunity (org_id, id, slug, title, category, summary, problem_statement, owner_id, origin,
      source_type, source_id, effort, confidence, target_date, ratings, custom_fields)
    values (${org}, ${o.id}, ${o.slug}, ${o.title}, ${o.category}, ${o.summary}, ${o.problem_statement}, ${o.owner_id},
      ${o.source ? 'competitor' : 'manual'}, ${o.source?.type ?? null}, ${o.source?.id ?? null}, ${o.effort},
      ${o.confidence}, ${o.target_date}, ${JSON.stringify(o.ratings)}::jsonb,
      ${JSON.stringify(o.custom_fields ?? {})}::jsonb)
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

type SubthemeTexts = { id: string; name: string; description: string | null }

/** Of opportunities that still have the name or the description of their subtheme. */
export const renameWithSubtheme = (
  db: Db,
  org: string,
  before: SubthemeTexts,
  { name, description }: { name: string; description: string },
) =>
  db.run(sql`
    update opportunity set updated_at = now(), title = case when title = ${before.name} then ${name} else title end,
      summary = case when summary = ${before.description} then ${description} else summary end
    where org_id = ${org} and source_type = 'subtheme' and source_id = ${before.id} and origin = 'pipeline'
      and (title = ${before.name} or summary = ${before.description})`)
