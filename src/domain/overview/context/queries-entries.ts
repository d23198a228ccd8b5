import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Key, type Order, orderBy, syncUntil } from '#store/page.ts'
import { assignments, allOf, raw, sql } from '#store/sql.ts'

export type EntryRow = {
  id: string
  kind: 'fact' | 'decision' | 'constraint' | 'terminology'
  title: string
  content: string
  pinned: boolean
  expires_at: string | null
  author_id: string | null
  created_at: string
  updated_at: string
}
export type ListedEntry = EntryRow & { deleted_at: string | null; sort_key: string; sync_until: string }
export type EntryQuery = {
  limit: number
  kind?: string[]
  pinned?: boolean
  q?: string
  include_expired?: boolean
  updated_since?: string
  include_deleted?: boolean
}

const columns = raw('id, kind, title, content, pinned, expires_at, author_id, created_at, updated_at')

export const orderOf = (query: EntryQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : { by: 'id', type: 'uuid', descending: true }

export const listEntries = (db: Db, org: string, query: EntryQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  return db.rows<ListedEntry>(sql`
    select ${columns}, deleted_at, iso(updated_at) as sort_key, ${syncUntil} from context_entry
    where ${allOf([
      sql`org_id = ${org}`,
      query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
      query.include_expired || query.updated_since ? undefined : raw('(expires_at is null or expires_at > now())'),
      query.kind && sql`kind = any(${query.kind})`,
      query.pinned !== undefined && sql`pinned = ${query.pinned}`,
      query.q !== undefined && sql`(title ilike ${containing(query.q)} or content ilike ${containing(query.q)})`,
      query.updated_since !== undefined && sql`updated_at >= ${instantOf(query.updated_since)}`,
      after(order, keys),
    ])} order by ${orderBy(order)} limit ${query.limit + 1}`)
}

export type NewEntry = Pick<EntryRow, 'id' | 'kind' | 'title' | 'content' | 'pinned' | 'expires_at' | 'author_id'>

export const insertEntry = async (db: Db, org: string, e: NewEntry) =>
  (await db.first<EntryRow>(sql`
    insert into context_entry (org_id, id, kind, title, content, pinned, expires_at, author_id)
    values (${org}, ${e.id}, ${e.kind}, ${e.title}, ${e.content}, ${e.pinned}, ${e.expires_at}, ${e.author_id})
    returning ${columns}`))!

export const updateEntry = (db: Db, org: string, id: string, changes: Record<string, unknown>) =>
  db.first<EntryRow>(sql`
    update context_entry set ${assignments(changes)}, updated_at = now()
    where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** Idempotent; returns zero when the entry never existed. */
export const deleteEntry = (db: Db, org: string, id: string) =>
  db.run(sql`
    update context_entry set deleted_at = coalesce(deleted_at, (select now())), updated_at = case
      when deleted_at is null then (select now()) else updated_at end
    where org_id = ${org} and id = ${id}`)
