import assert from 'node:assert/strict'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { createUser } from '#domain/identity/queries-users.ts'
import { newId } from '#store/ids.ts'
import type { TestApp } from '../test-app.ts'

/** Another member with a key of their own. */
export const createUserIn = (app: TestApp, org: string, name: string) =>
  app.store.transaction(async (db) => {
    const email = `${newId()}@example.com`
    const { id: userId } = await createUser(db, { email, name })
    await insertMembership(db, org, { userId, role: 'member' })
    const { key } = await createKey(db, org, { userId, name: 'key', scopes: ['read', 'write'] }, app.settings)
    return { userId, key, email }
  })

/** Calls with a key; `ok` requires success and gives the body. */
export const callsOf = (app: TestApp, key: string) => {
  const send = (method: string, path: string, body?: object) =>
    app.call(key, method, path, { ...(body && { body }), headers: { 'idempotency-key': newId() } })
  return {
    send,
    async ok(method: string, path: string, body?: object) {
      const reply = await send(method, path, body)
      assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
      return reply.body
    },
  }
}
