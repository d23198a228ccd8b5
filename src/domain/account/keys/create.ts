import type { Scope } from '#contract/route.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { hashOf, hintOf, newKey } from './rules.ts'

export type NewKey = {
  userId: string
  name: string
  scopes: readonly Scope[]
  expiresAt?: string | Date | null
  /** Counted from now by the clock of the database, which is also the one that will judge it. */
  expiresInDays?: number | null
}

/** The key itself is in the answer and nowhere else: only its hash is kept. */
export async function createKey(db: Db, org: string, wanted: NewKey, format: { keyPrefix: string; region: string }): Promise<{ id: string; key: string }> {
  const id = newId()
  const key = newKey(format.keyPrefix, format.region)
  await db.run(sql`
    insert into api_key (org_id, id, user_id, name, hash, hint, can_read, can_write, expires_at)
    values (${org}, ${id}, ${wanted.userId}, ${wanted.name}, ${hashOf(key)}, ${hintOf(key)},
      ${wanted.scopes.includes('read')}, ${wanted.scopes.includes('write')},
      coalesce(${wanted.expiresAt ?? null}::timestamptz, now() + make_interval(days => ${wanted.expiresInDays ?? null}::int)))`)
  return { id, key }
}
