import type { Static } from 'typebox'
import type { NpsResponse } from '#contract/resources/nps-shapes.ts'
import { contactReference } from '#domain/sources/contacts/queries.ts'
import { displayedStatus } from '#domain/sources/feedback/queries-status.ts'
import type { Db } from '#store/open.ts'
import { assignments, type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { textlessAssignments } from '#store/table/erase.ts'
import { npsResponseTable } from './table.ts'
import { npsTypeOf } from '#vocabulary/nps.ts'

export type NpsView = Static<typeof NpsResponse>
export type NpsResponseRow = Omit<NpsView, 'type'> & { deleted_at: string | null }

const columns = selectList(npsResponseTable, 'r', ['deleted_at'], ['feedback_id'])
const maxInsights = 100

/** Responses in the form of the contract; the reason is the current content of their feedback. */
export const selectNpsResponses = (org: string, responses: Sql) => sql`
  select ${columns}, f.content as reason, f.id as feedback_id, ${displayedStatus(org)} as analysis_status,
    ${contactReference},
    array(
      select i.id::text from insight i where i.org_id = f.org_id and i.org_id = ${org} and i.feedback_id = f.id
        and i.live
      order by i.id limit ${maxInsights}) as insight_ids
  from (${responses}) r
  left join feedback_item f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id
    and f.deleted_at is null
  left join contact c on c.org_id = r.org_id and c.org_id = ${org} and c.id = r.contact_id and c.deleted_at is null`

export const toNpsResponse = ({ deleted_at: _, ...row }: NpsResponseRow): NpsView => ({
  ...row,
  type: npsTypeOf(row.score),
})

export const findNpsResponse = async (db: Db, org: string, id: string): Promise<NpsView | undefined> => {
  const row = await db.first<NpsResponseRow>(
    selectNpsResponses(
      org,
      sql`select * from nps_response where org_id = ${org} and id = ${id} and deleted_at is null`,
    ),
  )
  return row && toNpsResponse(row)
}

type LockedField = 'id' | 'score' | 'source' | 'contact_id' | 'feedback_id' | 'reason' | 'tags' | 'responded_at'
export type LockedResponse = Pick<NpsView, LockedField> & { deleted: boolean }

/** Locks in a statement of its own: one that waited for a lock still sees joined rows as they were before the wait. */
export const lockNpsResponse = async (db: Db, org: string, id: string) => {
  await db.run(sql`select 1 from nps_response where org_id = ${org} and id = ${id} for no key update`)
  return db.first<LockedResponse>(sql`
    select r.id, r.score, r.source, r.contact_id, f.id as feedback_id, f.content as reason, r.tags, r.responded_at,
      r.deleted_at is not null as deleted
    from nps_response r
    left join feedback f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id and f.deleted_at is null
    where r.org_id = ${org} and r.id = ${id}`)
}

export const markNpsResponseDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update nps_response set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)

export const markResponsesDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update nps_response set deleted_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`)

const textless = textlessAssignments(npsResponseTable)

/** Of deleted responses, which stay for delta exports; the reason is feedback. */
export const eraseNpsTexts = (db: Db, org: string, responses: readonly string[]) =>
  db.run(sql`update nps_response set ${textless} where org_id = ${org} and id = any(${responses}::uuid[])`)

type ResponseColumns = { tags?: string[] | undefined; contact_id?: string | null | undefined; updated_at: Date }

export const updateResponseColumns = (db: Db, org: string, id: string, columns: ResponseColumns) =>
  db.run(sql`update nps_response set ${assignments(columns)} where org_id = ${org} and id = ${id}`)

export const listContactsOfResponses = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ contact_id: string }>(sql`
      select distinct contact_id from nps_response
      where org_id = ${org} and id = any(${ids}::uuid[]) and contact_id is not null`)
  ).map((row) => row.contact_id)

export const findSurveyIds = async (db: Db, org: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (await db.rows<{ id: string }>(sql`select id from survey where org_id = ${org} and id = any(${ids}::uuid[])`)).map(
      (row) => row.id,
    ),
  )
