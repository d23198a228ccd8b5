import type { Config } from '#config/types.ts'
import { commandActor } from '#domain/events/audit/command-actor.ts'
import { recordAudit } from '#domain/events/audit/record.ts'
import { hasOrganization } from '#domain/installation/queries.ts'
import { createFirstAdmin } from '#domain/installation/setup/handlers.ts'
import type { Store } from '#store/open.ts'

/** ADMIN_EMAIL and ADMIN_PASSWORD replace the setup page on a fresh installation and are ignored later. */
export async function firstAdmin(store: Store, { adminEmail, adminPassword }: Config): Promise<void> {
  if (adminEmail === null || adminPassword === null || (await hasOrganization(store))) return
  const [name] = adminEmail.split('@') as [string]
  await store.transaction(async (db) => {
    const admin = { name, email: adminEmail, password: adminPassword, organizationName: 'My organization' }
    const { org_id, user_id } = await createFirstAdmin(db, admin)
    await recordAudit(db, org_id, {
      operation: 'completeSetup',
      actor: commandActor(),
      resource: user_id,
      means: 'setup',
    })
  })
}
