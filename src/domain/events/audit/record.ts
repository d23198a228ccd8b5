import { listOrganizations, listOrganizationsOfUser } from '#domain/organizations/queries.ts'
import type { Db } from '#store/open.ts'
import { insertAuditEntry, type NewAuditEntry } from './queries-insert.ts'

export const recordAudit = (db: Db, org: string, entry: NewAuditEntry) => db.run(insertAuditEntry(org, entry))

/** What concerns the whole installation is in the log of every organization. */
export async function recordForAll(db: Db, entry: NewAuditEntry) {
  for (const { id } of await listOrganizations(db)) await recordAudit(db, id, entry)
}

type UserEntry = Omit<NewAuditEntry, 'actor'> & { actor?: NewAuditEntry['actor'] }

/** What concerns an account is in the log of every organization of this user; returns how many there are. */
export async function recordForUser(db: Db, user: string, entry: UserEntry): Promise<number> {
  const organizations = await listOrganizationsOfUser(db, user)
  for (const { id } of organizations) await recordAudit(db, id, { actor: { type: 'user', id: user }, user, ...entry })
  return organizations.length
}
