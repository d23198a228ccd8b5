import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runAdmin } from '#admin/run.ts'
import {
  deleteOrganization,
  deleteRequestedOrganizations,
  requestDeletion,
} from '#domain/organizations/deletion/delete-organization.ts'
import { listOrganizationTables, listUnscopedReferences } from '#domain/organizations/deletion/queries.ts'
import { findFirstOrganization } from '#domain/access/single-sign-on/queries.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { createFixture } from '../fixtures.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'
import { signedIn } from './browser.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** By the catalog, so that a table that is new is not forgotten. */
async function countLeft(org: string): Promise<Record<string, number>> {
  const tables = await app.store.rows<{ name: string }>(sql`
    select c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const left: Record<string, number> = {}
  for (const { name } of tables) {
    const { count } = (await app.store.first<{ count: number }>(
      sql`select count(*) as count from ${raw(name)} where org_id = ${org}`,
    ))!
    if (count > 0) left[name] = count
  }
  return left
}

/** Apart from logs that are written about every request. */
async function countOf(org: string) {
  const { api_request: _, last_use: __, ...counts } = await countLeft(org)
  return counts
}

/** An organization with something of every kind. */
async function createFilledOrg(marker: string): Promise<Org> {
  const org = await app.org({ name: `Org ${marker}` })
  await createFixture(app, org, marker)
  return org
}

const request = (org: Org, name: string) =>
  app.store.transaction((db) => requestDeletion(db, org.id, { name, field: 'name', requestedBy: null }))

test('an admin deletes the organization by typing its name; nothing of it is left, others are untouched', async () => {
  const marker = `canary${newId().slice(-12)}`
  const org = await createFilledOrg(marker)
  const other = await createFilledOrg('other')
  await app.store.transaction((db) => insertMembership(db, other.id, { userId: org.member.userId, role: 'member' }))
  const [admin, member] = [await signedIn(app, org.admin), await signedIn(app, org.member)]
  const path = '/organization/deletion'
  assert.equal((await app.call(org.admin.key, 'POST', path, { body: { name: `Org ${marker}` } })).status, 404)
  await member.app('POST', '/session/organization', { body: { org_id: org.id } })
  assert.equal(
    (await member.app('POST', path, { body: { name: `Org ${marker}` } })).body.error.code,
    'ROLE_NOT_ALLOWED',
  )
  const refused = await admin.app('POST', path, { body: { name: 'Org' } })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'body.name'])
  const dry = await admin.app('POST', path, { body: { name: `Org ${marker}` }, query: { dry_run: 'true' } })
  assert.deepEqual([dry.status, dry.body.dry_run], [202, true])
  assert.equal((await admin.app('GET', '/organization')).body.id, org.id, 'a dry run deletes nothing')
  const untouched = await countOf(other.id)
  const { status, body } = await admin.app('POST', path, { body: { name: `Org ${marker}` } })
  assert.deepEqual([status, body.status, body.requested_by], [202, 'deleting', org.admin.userId])
  const audited = await app.store.first(sql`
    select user_id, outcome from audit_entry where org_id = ${org.id} and operation = 'deleteOrganization'`)
  assert.deepEqual(audited, { user_id: org.admin.userId, outcome: 'success' })
  assert.equal((await app.call(org.admin.key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
  assert.equal((await admin.app('GET', '/organization')).body.error.code, 'MEMBERSHIP_REVOKED')
  assert.equal((await member.app('GET', '/organization')).body.id, other.id)

  const receipts: { id: string; counts: Record<string, number>; user_count: number }[] = []
  assert.equal(await deleteRequestedOrganizations(app.store, (receipt) => receipts.push(receipt)), 1)
  assert.deepEqual(
    receipts.map(({ id, user_count }) => [id, user_count]),
    [[org.id, 1]],
  )
  for (const { name, row_count } of body.tables as { name: string; row_count: number }[])
    if (!['key_directory', 'event', 'audit_entry', 'api_request', 'last_use'].includes(name))
      assert.equal(receipts[0]!.counts[name], row_count, name)
  assert.deepEqual(await countLeft(org.id), {})
  assert.deepEqual(await findInDatabase(app.store, marker), [])
  assert.deepEqual(await findInDatabase(app.store, org.id), ['organization_deletion.id'])
  assert.deepEqual(await findInDatabase(app.store, org.admin.email), [])
  assert.equal((await admin.app('GET', '/session')).body.error.code, 'UNAUTHORIZED')
  assert.equal((await member.app('GET', '/organization')).body.id, other.id)
  const { membership: _, ...rest } = await countOf(other.id)
  const { membership: __, ...expected } = untouched
  assert.deepEqual(rest, expected)
  assert.equal(await deleteRequestedOrganizations(app.store, () => assert.fail()), 0)
})

/** Fails after some transactions, as a process that is killed. */
const failingStore = (store: Store, transactions: number): Store => ({
  ...store,
  transaction: (async (...args: Parameters<Store['transaction']>) => {
    if (transactions-- === 0) throw new Error('killed')
    return store.transaction(...args)
  }) as Store['transaction'],
})

test('a deletion that was interrupted anywhere is continued to its end', async () => {
  const org = await createFilledOrg('again')
  await request(org, 'Org again')
  const total = (await listOrganizationTables(app.store)).length
  for (let killedAfter = 0; killedAfter < total; killedAfter += 15)
    await assert.rejects(deleteOrganization(failingStore(app.store, killedAfter), org.id), /killed/)
  const receipt = await deleteOrganization(app.store, org.id)
  assert.ok(receipt.counts.feedback! > 0 && receipt.finished_at)
  assert.deepEqual(await countLeft(org.id), {})
})

test('a writer that began before the deletion leaves nothing behind', async () => {
  const org = await createFilledOrg('late')
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  let written = () => {}
  const began = new Promise<void>((resolve) => (written = resolve))
  const writer = app.store.transaction(async (db) => {
    await db.run(sql`
      insert into contact (org_id, id, name) values (${org.id}, ${newId()}, 'Late')`)
    written()
    await held
  })
  await began
  await request(org, 'Org late')
  const deletion = deleteOrganization(app.store, org.id)
  const isWaiting = async () =>
    (await app.store.first(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from organization%'`)) &&
    true
  await waitFor('the deletion to wait for the writer', isWaiting)
  end()
  await writer
  await deletion
  assert.deepEqual(await countLeft(org.id), {})
})

test('the operator deletes an organization by its name and gets the receipt, also when asking again', async () => {
  const org = await createFilledOrg('cli')
  const printed: { value: any; human: string }[] = []
  const run = (confirm: string) =>
    runAdmin(
      ['delete-org', '--org', org.id, '--confirm', confirm],
      app.store,
      app.settings,
      (value, human) => void printed.push({ value, human }),
    )
  assert.equal(await run('Org'), 1)
  assert.equal(await run('Org cli'), 0)
  assert.equal(await run('Org cli'), 0)
  const [refusal, receipt, again] = printed.map(({ value }) => value)
  assert.match(refusal.error.message, /name of the organization/)
  assert.deepEqual([receipt.status, receipt.requested_by, receipt.user_count], ['deleted', null, 2])
  assert.deepEqual(again, receipt)
  assert.match(printed[1]!.human, /feedback {2}\d+/)
  assert.deepEqual(await countLeft(org.id), {})
})

test('nobody joins an organization that is being deleted, by command or by single sign-on', async () => {
  const first = (await findFirstOrganization(app.store))!.id
  const org = await app.org({ name: 'Org joined' })
  await app.store.run(sql`update organization set created_at = '2000-01-01' where id = ${org.id}`)
  assert.equal((await findFirstOrganization(app.store))!.id, org.id)
  await request(org, 'Org joined')
  assert.equal((await findFirstOrganization(app.store))!.id, first)
  const printed: any[] = []
  const argv = ['add-member', '--org', org.id, '--email', 'new@joined.example', '--role', 'admin']
  assert.equal(await runAdmin(argv, app.store, app.settings, (value) => void printed.push(value)), 1)
  assert.match(printed[0].error.message, /being deleted/)
  assert.deepEqual(await findInDatabase(app.store, 'new@joined.example'), [])
  await deleteOrganization(app.store, org.id)
})

test('no foreign key lets two organizations share an object', async () => {
  assert.deepEqual(await listUnscopedReferences(app.store), [])
})
