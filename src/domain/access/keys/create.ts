import { throwApiError } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { insertKey, type NewKey } from './queries.ts'
import { secretHash, hintOf, newKey } from './rules.ts'

type KeyFormat = { keyPrefix: string; region: string }

/** Returns the only copy of the key: the database keeps its hash. */
export async function createKey(
  db: Db,
  org: string,
  input: NewKey,
  format: KeyFormat,
): Promise<{ id: string; key: string }> {
  const id = newId()
  const key = newKey(format.keyPrefix, format.region)
  const inserted = await insertKey(db, org, { ...input, id, hash: secretHash(key), hint: hintOf(key) })
  if (inserted === 0) throwApiError('MEMBERSHIP_REVOKED', 'Only an active member of the organization can have a key.')
  return { id, key }
}
