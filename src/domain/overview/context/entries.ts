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
export type Wanted = {
  limit: number
  kind?: string[]
  pinned?: boolean
  q?: string
  include_expired?: boolean
  updated_since?: string
  include_deleted?: boolean
}

const columns = raw('id, kind, title, content, pinned, expires_at, author_id, created_at, updated_at')

export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : { by: 'id', type: 'uuid', descending: true }

export const pageOfEntries = (db: Db, org: string, w: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(w)
  return db.rows<ListedEntry>(sql`
    select ${columns}, deleted_at, iso(updated_at) as sort_key, ${syncUntil} from context_entry
    where ${allOf([
      sql`org_id = ${org}`,
      w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
      w.include_expired || w.updated_since ? undefined : raw('(expires_at is null or expires_at > now())'),
      w.kind && sql`kind = any(${w.kind})`,
      w.pinned !== undefined && sql`pinned = ${w.pinned}`,
      w.q !== undefined && sql`(title ilike ${containing(w.q)} or content ilike ${containing(w.q)})`,
      w.updated_since !== undefined && sql`updated_at >= ${instantOf(w.updated_since)}`,
      after(order, keys),
    ])} order by ${orderBy(order)} limit ${w.limit + 1}`)
}

export type NewEntry = Pick<EntryRow, 'id' | 'kind' | 'title' | 'content' | 'pinned' | 'expires_at' | 'author_id'>

export const insertEntry = async (db: Db, org: string, e: NewEntry) =>
  (await db.first<EntryRow>(sql`
    insert into context_entry (org_id, id, kind, title, content, pinned, expires_at, author_id)
    values (${org}, ${e.id}, ${e.kind}, ${e.title}, ${e.content}, ${e.pinned}, ${e.expires_at}, ${e.author_id}) returning ${columns}`))!

export const updateEntry = (db: Db, org: string, id: string, given: Record<string, unknown>) =>
  db.first<EntryRow>(sql`
    update context_entry set ${assignments(given)}, updated_at = now() where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** Deleted, now or before; zero when it never was. */
export const deleteEntry = (db: Db, org: string, id: string) =>
  db.run(sql`
    update context_entry set deleted_at = coalesce(deleted_at, now()), updated_at = case when deleted_at is null then now() else updated_at end
    where org_id = ${org} and id = ${id}`)
