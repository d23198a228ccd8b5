import type { Scope } from '#contract/core/route.ts'
import { throwApiError } from '#domain/errors.ts'
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

export type KeyFormat = { keyPrefix: string; region: string }

/**
 * The key itself is in the answer and nowhere else: only its hash is kept.
 * Its owner's membership is held meanwhile, so nobody who is being removed keeps a key that was not revoked.
 */
export async function createKey(
  db: Db,
  org: string,
  wanted: NewKey,
  format: KeyFormat,
): Promise<{ id: string; key: string }> {
  const id = newId()
  const key = newKey(format.keyPrefix, format.region)
  const created = await db.run(sql`
    insert into api_key (org_id, id, user_id, name, hash, hint, can_read, can_write, expires_at)
    select m.org_id, ${id}::uuid, m.user_id, ${wanted.name}, ${hashOf(key)}, ${hintOf(key)},
      ${wanted.scopes.includes('read')}::boolean, ${wanted.scopes.includes('write')}::boolean,
      coalesce(${wanted.expiresAt ?? null}::timestamptz, now() + make_interval(days => ${wanted.expiresInDays ?? null}::int))
    from membership m where m.org_id = ${org} and m.user_id = ${wanted.userId} and m.status = 'active' for key share`)
  if (created === 0) throwApiError('MEMBERSHIP_REVOKED', 'Only an active member of the organization can have a key.')
  return { id, key }
}
