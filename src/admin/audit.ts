import { commandActor } from '#domain/events/audit/command-actor.ts'
import { recordAudit, recordForUser } from '#domain/events/audit/record.ts'
import type { Db } from '#store/open.ts'
import type { CommandResult } from './command.ts'

type Ran = CommandResult & { flags: Record<string, unknown> }

/** An entry for each command that changes something; a command may say more than its organization. */
export async function auditCommand(db: Db, operation: string, { flags, value, audit = {} }: Ran) {
  const { user, resource = null, changes } = audit
  const org = audit.org ?? flags.org ?? (value as { org_id?: string }).org_id
  const entry = { operation, actor: commandActor(), resource, changes }
  if (typeof org === 'string') await recordAudit(db, org, { ...entry, resource: resource ?? user ?? null })
  else if (user !== undefined) await recordForUser(db, user, { ...entry, user: null, resource: user })
}
