import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

/* What a merge of opportunities writes to their rows, their Projects and their subthemes. */

type Move = { from: string; to: string }

/** What the surviving opportunity gets where it lacks it. */
const filledColumns = [
  'summary',
  'problem_statement',
  'owner_id',
  'initiative_id',
  'effort',
  'confidence',
  'target_date',
  'ratings',
  'custom_fields',
] as const
/** Objects; the others are empty when they are null. */
const objects: readonly string[] = ['ratings', 'custom_fields']

const isEmpty = (row: string, column: string) =>
  objects.includes(column) ? `${row}.${column} = '{}'` : `${row}.${column} is null`
const eachColumn = (text: (column: string) => string, separator = ', ') => raw(filledColumns.map(text).join(separator))

const missing = eachColumn(
  (name) => `case when ${isEmpty('t', name)} and not (${isEmpty('s', name)}) then '${name}' end`,
)
const filled = eachColumn((name) => `${name} = case when ${isEmpty('t', name)} then s.${name} else t.${name} end`)

const both = (org: string, { from, to }: Move): Sql =>
  sql`s.org_id = ${org} and s.id = ${from} and t.org_id = ${org} and t.id = ${to}`

/** Returns the names of the columns. */
export async function fillColumns(db: Db, org: string, move: Move): Promise<string[]> {
  const row = await db.first<{ names: string[] }>(sql`
    select array_remove(array[${missing}]::text[], null) as names from opportunity s, opportunity t
    where ${both(org, move)}`)
  await db.run(sql`update opportunity t set ${filled} from opportunity s where ${both(org, move)}`)
  return row!.names
}

/** Takes out again what still is as the other opportunity has it. */
export const clearFilledColumns = (db: Db, org: string, move: Move, names: readonly string[]) => {
  const assignments = filledColumns
    .filter((name) => names.includes(name))
    .map(
      (name) => `${name} = case when t.${name} is not distinct from s.${name} then ${emptyOf(name)} else t.${name} end`,
    )
  if (assignments.length === 0) return Promise.resolve()
  return db.run(sql`
    update opportunity t set ${raw(assignments.join(', '))} from opportunity s where ${both(org, move)}`)
}
const emptyOf = (name: string) => (objects.includes(name) ? "'{}'" : 'null')

/** Returns the Projects that were not linked before. */
export const copyProjectLinks = async (db: Db, org: string, { from, to }: Move): Promise<string[]> =>
  (
    await db.rows<{ project_id: string }>(sql`
      insert into opportunity_project (org_id, opportunity_id, project_id)
      select l.org_id, ${to}::uuid, l.project_id from opportunity_project l
      where l.org_id = ${org} and l.opportunity_id = ${from} order by l.project_id
      on conflict do nothing returning project_id`)
  ).map(({ project_id }) => project_id)

export const copySubthemeLinks = async (db: Db, org: string, { from, to }: Move): Promise<string[]> =>
  (
    await db.rows<{ subtheme_id: string }>(sql`
      insert into opportunity_subtheme (org_id, opportunity_id, subtheme_id)
      select l.org_id, ${to}::uuid, l.subtheme_id from opportunity_subtheme l
      where l.org_id = ${org} and l.opportunity_id = ${from} order by l.subtheme_id
      on conflict do nothing returning subtheme_id`)
  ).map(({ subtheme_id }) => subtheme_id)

export const deleteProjectLinks = (db: Db, org: string, opportunity: string, ids: readonly string[]) =>
  db.run(sql`
    delete from opportunity_project
    where org_id = ${org} and opportunity_id = ${opportunity} and project_id = any(${ids}::uuid[])`)

export const removeSubthemeLinks = (db: Db, org: string, opportunity: string, ids: readonly string[]) =>
  db.run(sql`
    delete from opportunity_subtheme
    where org_id = ${org} and opportunity_id = ${opportunity} and subtheme_id = any(${ids}::uuid[])`)

/** Those that were merged into it earlier are redirected too, so that a redirect always names the final one. */
export const markOpportunityMerged = (db: Db, org: string, { from, to }: Move) =>
  db.run(sql`
    update opportunity set merged_into_id = ${to}, status = 'archived',
      archived_at = coalesce(archived_at, (select now())), rank = null, updated_at = now()
    where org_id = ${org} and (id = ${from} or merged_into_id = ${from})`)

/** The opportunity is there again, and those that were merged into it before lead to it. */
export async function markOpportunityUnmerged(db: Db, org: string, source: string, below: readonly string[]) {
  await db.run(sql`
    update opportunity set merged_into_id = ${source}, updated_at = now()
    where org_id = ${org} and id = any(${below}::uuid[])`)
  await db.run(sql`
    update opportunity set merged_into_id = null, status = 'active', archived_at = null, updated_at = now()
    where org_id = ${org} and id = ${source}`)
}

/** The place of an opportunity before a merge, and its rank afterwards. */
export type MovedRank = { id: string; rank: number | null; previous: number | null; later: number | null }
type Rank = { id: string; rank: number | null; previous: number | null }

export const listRanks = (db: Db, org: string, categories: readonly OpportunityCategory[]) =>
  db.rows<Rank>(sql`
    select id, rank, previous_rank as previous from opportunity
    where org_id = ${org} and category = any(${categories}::text[]) and status = 'active' order by id`)

/** Of opportunities that the undo of a merge put back where they were. */
export const restorePreviousRanks = (db: Db, org: string, moved: readonly MovedRank[]) =>
  db.run(sql`
    update opportunity o set previous_rank = x.previous
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as x (id uuid, rank integer, previous integer, later integer)
    where o.org_id = ${org} and o.id = x.id and o.rank is not distinct from x.rank
      and o.previous_rank is not distinct from coalesce(x.later, x.previous)`)
