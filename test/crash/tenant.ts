import { createUser } from '#domain/account/identity/people.ts'
import { createKey } from '#domain/account/keys/create.ts'
import { addMember } from '#domain/account/members/queries.ts'
import { changeOrganization, createOrganization } from '#domain/account/organizations/queries.ts'
import type { Store } from '#store/open.ts'

export type Tenant = { org: string; key: string }

/** An organization with one admin whose key may do everything. */
export const makeTenant = (store: Store): Promise<Tenant> =>
  store.transaction(async (db) => {
    const { id: org } = await createOrganization(db, { name: 'Crash' })
    await changeOrganization(db, org, { api_enabled: true })
    const user = await createUser(db, { email: `${org}@example.com`, name: 'Crash', password: 'correct horse battery' })
    await addMember(db, org, { userId: user.id, role: 'admin' })
    const wanted = { userId: user.id, name: 'crash', scopes: ['read', 'write'] as const }
    const { key } = await createKey(db, org, wanted, { keyPrefix: 'ear', region: 'eu' })
    return { org, key }
  })
