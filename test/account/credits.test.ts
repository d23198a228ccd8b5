import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deductCredits, deductCreditsLeft, getCredits } from '#domain/organizations/credits/queries.ts'
import { findOrganization, listOrganizations, updateOrganization } from '#domain/organizations/queries.ts'
import { migrate } from '#store/migrate.ts'
import { earlierMigrations } from '#store/migration-files.ts'
import { openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { createDatabase } from '../database.ts'

const migration = '0027_credit_balance.sql'

test('an upgrade keeps the credits of every organization, limits of zero and no limits included', async (t) => {
  const { connection, drop } = await createDatabase()
  const store = openStore({ ...connection, max: 1 })
  t.after(async () => {
    await store.close()
    await drop()
  })
  await migrate(
    connection,
    earlierMigrations().filter(({ name }) => name < migration),
  )
  await store.run(sql`insert into organization (id, name, credits)
    values ('org_none', 'None', null), ('org_seven', 'Seven', 7), ('org_zero', 'Zero', 0)`)
  assert.ok((await migrate(connection)).includes(migration))

  const listed = await listOrganizations(store)
  assert.deepEqual(Object.fromEntries(listed.map(({ id, credits }) => [id, credits])), {
    org_none: null,
    org_seven: 7,
    org_zero: 0,
  })
  assert.equal((await findOrganization(store, 'org_seven'))!.credits, 7)

  assert.equal(await deductCredits(store, 'org_seven', 8), 0)
  assert.equal(await deductCredits(store, 'org_seven', 2), 1)
  await deductCreditsLeft(store, 'org_seven', 9)
  await deductCreditsLeft(store, 'org_none', 9)
  assert.deepEqual([await getCredits(store, 'org_seven'), await getCredits(store, 'org_none')], [0, null])

  const before = (await findOrganization(store, 'org_zero'))!.updated_at
  const updated = await updateOrganization(store, 'org_zero', { credits: 3, name: 'Three' })
  assert.deepEqual([updated!.credits, updated!.name], [3, 'Three'])
  assert.ok(updated!.updated_at >= before)
  assert.equal((await updateOrganization(store, 'org_zero', { credits: null }))!.credits, null)
  assert.equal(await updateOrganization(store, 'org_missing', { name: 'x' }), undefined)
  await store.run(sql`delete from organization where id = 'org_seven'`)
  assert.deepEqual(await store.rows(sql`select org_id from credit_balance where org_id = 'org_seven'`), [])
})
