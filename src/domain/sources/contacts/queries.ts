import type { FilterRule } from '#store/lists/define.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import { affiliation } from '#domain/sources/accounts/queries-companies.ts'
import { contactTable } from './table.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

export type ContactRow = SelectedOf<typeof contactTable, 'nps_score' | 'nps_at' | 'deleted_at'> & {
  identities: { provider: string; external_id: string }[]
  feedback_count: number
  last_feedback_at: string | null
  insight_count: number
  positive: number
  negative: number
  neutral: number
}

const columns = selectList(contactTable, 'c', ['nps_score', 'nps_at', 'deleted_at'])

const bySentiment = raw(sentimentCounts())

/** A contact with its identities and the counts of its feedback and insights. */
export const findContact = (db: Db, org: string, id: string) =>
  db.first<ContactRow>(sql`
    select ${columns}, f.*, i.*,
      (select coalesce(json_agg(json_build_object('provider', provider, 'external_id', external_id)
          order by provider, external_id), '[]')
        from contact_identity where org_id = ${org} and contact_id = ${id}) as identities
    from contact c
    cross join (select count(*) as feedback_count, max(occurred_at) as last_feedback_at
      from feedback where org_id = ${org} and contact_id = ${id} and deleted_at is null) f
    cross join (select count(*) as insight_count, ${bySentiment}
      from insight where org_id = ${org} and contact_id = ${id} and live) i
    where c.org_id = ${org} and c.id = ${id}`)

type ContactStatus = { id: string; deleted: boolean; merged_into_id: string | null; erased: boolean }

export const findContactStatus = (db: Db, org: string, id: string) =>
  db.first<ContactStatus>(sql`
    select id, deleted_at is not null as deleted, merged_into_id, erased_at is not null as erased
    from contact where org_id = ${org} and id = ${id}`)

/** Locked in the order of their ids, so that two changes of the same contacts wait instead of deadlocking. */
export const lockContacts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ContactStatus & { affiliation: string }>(sql`
    select id, deleted_at is not null as deleted, merged_into_id, erased_at is not null as erased, ${affiliation}
    from contact c where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)

/** Those of the ids that belong to a contact that is not deleted. */
export const findContactIds = async (db: Db, org: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(
        sql`select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
      )
    ).map((row) => row.id),
  )

/** A condition on `contact_id`: the contact is in the segment. */
export const inSegment = (org: string, segment: string): Sql =>
  sql`contact_id in (
    select id from contact c
    where c.org_id = ${org} and c.segment_ids @> array[${segment}]::uuid[] and c.deleted_at is null)`

/** The filter of lists by `segment_id`. */
export const ofSegment: FilterRule<string> = {
  where: (segment, { org }) => inSegment(org, segment),
  // Each row by itself, without reading the whole segment.
  near: (segment, { org }) => sql`(
    select c.segment_ids @> array[${segment}]::uuid[] from contact c
    where c.org_id = ${org} and c.id = contact_id and c.deleted_at is null)`,
  reach: 'many',
}

/** The filter of lists by `account_id`. */
export const ofAccount: FilterRule<string> = {
  where: (account, { org }) => sql`contact_id in (
    select id from contact c where c.org_id = ${org} and c.account_id = ${account} and c.deleted_at is null)`,
  near: (account, { org }) => sql`(
    select c.account_id = ${account} from contact c
    where c.org_id = ${org} and c.id = contact_id and c.deleted_at is null)`,
  reach: 'many',
}

/** The contact joined as `c`, in the short form that other resources show. */
export const contactReference = raw(
  "case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end as contact",
)
