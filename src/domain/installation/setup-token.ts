import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#store/open.ts'
import { installationSecret } from './queries.ts'

/** Proves that the first admin can read the server's log; derived, so that every process prints the same token. */
export const setupToken = async (db: Db): Promise<string> =>
  createHmac('sha256', await installationSecret(db))
    .update('first admin')
    .digest('base64url')
    .slice(0, 32)

export async function isSetupToken(db: Db, token: string): Promise<boolean> {
  const expected = Buffer.from(await setupToken(db))
  const actual = Buffer.from(token)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
