import type { Config } from '#config/types.ts'
import { hasOrganization } from '#domain/account/installation/queries.ts'
import { createFirstAdmin } from '#domain/account/setup/handlers.ts'
import type { Store } from '#store/open.ts'

/** ADMIN_EMAIL and ADMIN_PASSWORD replace the setup page on a fresh installation and are ignored later. */
export async function firstAdmin(store: Store, { adminEmail, adminPassword }: Config): Promise<void> {
  if (adminEmail === null || adminPassword === null || (await hasOrganization(store))) return
  const [name] = adminEmail.split('@') as [string]
  await store.transaction((db) =>
    createFirstAdmin(db, { name, email: adminEmail, password: adminPassword, organizationName: 'My organization' }),
  )
}
