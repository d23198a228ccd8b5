import type { Static } from 'typebox'
import type { ScoringMethodVersion } from '#contract/resources/scoring-methods.ts'
import type { MethodFactor } from '#engine/opportunity-score.ts'
import { type MeasuredRow, scoreColumns } from '#domain/ranking/queries-scores.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'
import type { ScoringKind } from '#vocabulary/score-factors.ts'
import { scoringMethodTable } from './table.ts'

export type MethodRow = SelectedOf<typeof scoringMethodTable>
const columns = selectList(scoringMethodTable, 'm')

type Page = { limit: number; after: string | undefined }

export const listMethods = (db: Db, org: string, { limit, after }: Page) =>
  db.rows<MethodRow>(sql`
    select ${columns} from scoring_method m
    where m.org_id = ${org} and (${after ?? null}::uuid is null or m.id < ${after ?? null}::uuid)
    order by m.id desc limit ${limit + 1}`)

export const findMethod = (db: Db, org: string, id: string) =>
  db.first<MethodRow>(sql`select ${columns} from scoring_method m where m.org_id = ${org} and m.id = ${id}`)

export const lockMethod = (db: Db, org: string, id: string) =>
  db.first<MethodRow>(sql`
    select ${columns} from scoring_method m where m.org_id = ${org} and m.id = ${id} for no key update`)

export const countMethods = async (db: Db, org: string): Promise<number> =>
  (await db.first<{ count: number }>(sql`
    select count(*)::int as count from scoring_method where org_id = ${org}`))!.count

type NewMethod = { id: string; name: string; kind: ScoringKind; factors: readonly MethodFactor[] }

export const insertMethod = async (db: Db, org: string, { id, name, kind, factors }: NewMethod) =>
  (await db.first<MethodRow>(sql`
    insert into scoring_method as m (org_id, id, name, kind, factors)
    values (${org}, ${id}, ${name}, ${kind}, ${JSON.stringify(factors)}::jsonb) returning ${columns}`))!

type NewVersion = { id: string; version: number; factors: readonly MethodFactor[]; user: string }

export const insertVersion = (db: Db, org: string, { id, version, factors, user }: NewVersion) =>
  db.run(sql`
    insert into scoring_method_version (org_id, method_id, version, factors, created_by)
    values (${org}, ${id}, ${version}, ${JSON.stringify(factors)}::jsonb, ${user})`)

/** Before another one becomes active: at most one is. */
export const deactivateMethods = (db: Db, org: string, { except }: { except: string }) =>
  db.run(sql`
    update scoring_method set active = false, updated_at = now()
    where org_id = ${org} and active and id <> ${except}`)

type MethodChange = Partial<Pick<MethodRow, 'name' | 'version' | 'active'>> & { factors?: string }

export const updateMethod = async (db: Db, org: string, id: string, change: MethodChange) =>
  (await db.first<MethodRow>(sql`
    update scoring_method m set ${assignments(change)}, updated_at = now()
    where m.org_id = ${org} and m.id = ${id} returning ${columns}`))!

export const deleteMethod = (db: Db, org: string, id: string) =>
  db.run(sql`delete from scoring_method where org_id = ${org} and id = ${id}`)

type VersionRow = Static<typeof ScoringMethodVersion>

export const listVersions = (db: Db, org: string, id: string, { limit, before }: { limit: number; before?: number }) =>
  db.rows<VersionRow>(sql`
    select version, factors, created_by, created_at from scoring_method_version
    where org_id = ${org} and method_id = ${id} and version < ${before ?? 2_147_483_647}
    order by version desc limit ${limit + 1}`)

export type ComparedOpportunity = MeasuredRow & {
  title: string
  category: OpportunityCategory
  impact: number
  score: number | null
}
const comparedColumns = raw('title, category, impact_score as impact, score')

export const listComparedOpportunities = (db: Db, org: string) =>
  db.rows<ComparedOpportunity>(sql`
    select ${scoreColumns}, ${comparedColumns} from opportunity where org_id = ${org} and status = 'active'`)
