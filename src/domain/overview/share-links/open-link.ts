import { findOrganizationOfKey } from '#domain/access/keys/queries-directory.ts'
import type { Db } from '#store/open.ts'
import { findWorkingLink, type OpenedLink } from './queries.ts'
import { isShareToken, shareTokenHash } from './token.ts'

/** Undefined for every link that opens nothing, whatever the reason. */
export async function openShareLink(db: Db, token: string): Promise<(OpenedLink & { org: string }) | undefined> {
  if (!isShareToken(token)) return undefined
  const hash = shareTokenHash(token)
  const org = await findOrganizationOfKey(db, 'share_link', hash)
  const link = org === undefined ? undefined : await findWorkingLink(db, org, hash)
  return link && { ...link, org: org! }
}
