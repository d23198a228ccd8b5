import type { Config } from '#config/types.ts'
import { anybodyHere } from '#domain/account/installation.ts'
import { setUp } from '#domain/account/setup/handlers.ts'
import type { Store } from '#store/open.ts'

/** ADMIN_EMAIL and ADMIN_PASSWORD stand for the setup page on a fresh installation, and mean nothing later. */
export async function firstAdmin(store: Store, { adminEmail, adminPassword }: Config): Promise<void> {
  if (adminEmail === null || adminPassword === null || (await anybodyHere(store))) return
  const [name] = adminEmail.split('@') as [string]
  await store.transaction((db) =>
    setUp(db, { name, email: adminEmail, password: adminPassword, organizationName: 'My organization' }),
  )
}
