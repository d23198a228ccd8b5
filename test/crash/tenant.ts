import { createUser } from '#domain/identity/queries-users.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { updateOrganization, createOrganization } from '#domain/organizations/queries.ts'
import type { Store } from '#store/open.ts'

export type Tenant = { org: string; key: string }

/** Creates an organization with one admin and a key with all scopes. */
export const createTenant = (store: Store): Promise<Tenant> =>
  store.transaction(async (db) => {
    const { id: org } = await createOrganization(db, { name: 'Crash' })
    await updateOrganization(db, org, { api_enabled: true })
    const user = await createUser(db, { email: `${org}@example.com`, name: 'Crash', password: 'correct horse battery' })
    await insertMembership(db, org, { userId: user.id, role: 'admin' })
    const keyInput = { userId: user.id, name: 'crash', scopes: ['read', 'write'] as const }
    const { key } = await createKey(db, org, keyInput, { keyPrefix: 'ear', region: 'eu' })
    return { org, key }
  })
