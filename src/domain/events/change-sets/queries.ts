import type { Db } from '#store/open.ts'
import { newId } from '#store/ids.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'
import type { OwnAcceptance, StoredChange } from './rules.ts'

type ChangeSetRow = {
  id: string
  title: string
  description: string | null
  status: 'proposed' | 'accepted' | 'rejected'
  change_count: number
  created_by: string | null
  created_at: string
  decided_by: string | null
  decided_at: string | null
}
export type ChangeSetDetailRow = ChangeSetRow & { changes: StoredChange[] }

const newestFirst: Order = { by: 'id', type: 'uuid', descending: true }
const columns = sql`id, title, description, status, change_count, created_by, created_at, decided_by, decided_at`
const ownOne = (org: string, id: string): Sql => sql`org_id = ${org} and id = ${id}`

export const listChangeSets = (
  db: Db,
  org: string,
  { limit, status }: { limit: number; status?: ChangeSetRow['status'] | undefined },
  keys: readonly Key[] | undefined,
) =>
  db.rows<ChangeSetRow>(sql`
    select ${columns} from change_set
    where ${allOf([sql`org_id = ${org}`, status && sql`status = ${status}`, after(newestFirst, keys, 'id')])}
    order by ${orderBy(newestFirst, 'id')} limit ${limit + 1}`)

export const findChangeSet = (db: Db, org: string, id: string) =>
  db.first<ChangeSetDetailRow>(sql`select ${columns}, changes from change_set where ${ownOne(org, id)}`)

/** Of two concurrent decisions the second one waits and finds the change set decided. */
export const lockChangeSet = (db: Db, org: string, id: string) =>
  db.first<ChangeSetDetailRow>(
    sql`select ${columns}, changes from change_set where ${ownOne(org, id)} for no key update`,
  )

/** What decides whether an author may accept. */
export const findOwnAcceptance = (db: Db, org: string) =>
  db.first<OwnAcceptance>(sql`
    select o.accept_own_change_sets as is_allowed,
      (select count(*)::int from membership m where m.org_id = ${org} and m.status = 'active') as member_count
    from organization o where o.id = ${org}`)

type NewChangeSet = { title: string; description: string | null; changes: StoredChange[]; user: string }

export const insertChangeSet = (db: Db, org: string, { title, description, changes, user }: NewChangeSet) =>
  db.first<ChangeSetDetailRow>(sql`
    insert into change_set (org_id, id, title, description, changes, change_count, created_by)
    values (${org}, ${newId()}, ${title}, ${description}, ${JSON.stringify(changes)}, ${changes.length}, ${user})
    returning ${columns}, changes`)

export const updateChangeSetDecision = (
  db: Db,
  org: string,
  id: string,
  { status, user }: { status: 'accepted' | 'rejected'; user: string },
) =>
  db.first<ChangeSetDetailRow>(sql`
    update change_set set status = ${status}, decided_at = now(), decided_by = ${user}, updated_at = now()
    where ${ownOne(org, id)} returning ${columns}, changes`)
