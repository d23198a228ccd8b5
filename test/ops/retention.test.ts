import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { activityDays, eventDays, idempotencyDays, jobDays, deleteExpired } from '#worker/retention.ts'
import { insertMaskingCounts } from '#domain/sources/masking/queries.ts'
import { useTestServer, org, app } from '../test-server.ts'

useTestServer()

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

test('expired rows are deleted and others kept', async () => {
  const { store } = app
  const storedResponse = (key: string, days: number) =>
    store.run(
      sql`insert into idempotency (org_id, key, fingerprint, status, body, created_at)
        values (${org.id}, ${key}, '', 200, '', ${ago(days)})`,
    )
  const job = (type: string, days: number | null) =>
    store.run(
      sql`insert into job (org_id, id, type, status, finished_at, created_at)
        values (${org.id}, ${newId()}, ${type}, ${days === null ? 'running' : 'ready'},
          ${days === null ? sql`null` : ago(days)}, ${ago(jobDays + 9)})`,
    )
  const event = (operation: string, type: string | null, days: number) =>
    store.run(
      sql`insert into event (org_id, id, type, operation, actor_type, created_at)
        values (${org.id}, ${newId()}, ${type}, ${operation}, 'system', ${ago(days)})`,
    )
  const code = (value: string, days: number) =>
    store.run(
      sql`insert into user_verification (id, identifier, value, expires_at)
        values (${newId()}, 'retention', ${value}, ${ago(days)})`,
    )
  await storedResponse('young', idempotencyDays - 1)
  await storedResponse('old', idempotencyDays + 1)
  await job('young', jobDays - 1)
  await job('old', jobDays + 1)
  await job('unfinished', null)
  await event('event young', 'theme.created', eventDays - 1)
  await event('event old', 'theme.created', eventDays + 1)
  await event('audit young', null, activityDays - 1)
  await event('audit old', null, activityDays + 1)
  await code('valid', -1)
  await code('expired', 1)
  await deleteExpired(store)
  const left = async (statement: ReturnType<typeof sql>) =>
    (await store.rows<{ name: string }>(statement)).map(({ name }) => name)
  assert.deepEqual(await left(sql`select key as name from idempotency where org_id = ${org.id}`), ['young'])
  assert.deepEqual(await left(sql`select type as name from job where org_id = ${org.id} order by type`), [
    'unfinished',
    'young',
  ])
  assert.deepEqual(
    await left(
      sql`select operation as name from event where org_id = ${org.id}
        and operation like any (array['event%', 'audit%']) order by operation`,
    ),
    ['audit young', 'event young'],
  )
  assert.deepEqual(await left(sql`select value as name from user_verification where identifier = 'retention'`), [
    'valid',
  ])
})

test('the masking counts of earlier days are summed up, by organization, day and rule', async () => {
  const { store } = app
  const other = await app.org()
  const count = async (orgId: string, rule: string, n: number) =>
    insertMaskingCounts(store, orgId, new Map([[rule, n]]))
  await Promise.all([count(org.id, 'email', 2), count(org.id, 'email', 3), count(org.id, 'phone', 7)])
  await Promise.all([count(other.id, 'email', 10), count(other.id, 'email', 20)])
  await store.run(sql`update masking_count set day = day - 1`)
  await Promise.all([count(org.id, 'email', 1), count(org.id, 'email', 1)])
  await deleteExpired(store)
  const stored = (orgId: string) =>
    store.rows(sql`
      select rule, count, day < (now() at time zone 'utc')::date as earlier from masking_count
      where org_id = ${orgId} order by earlier desc, rule`)
  assert.deepEqual(await stored(org.id), [
    { rule: 'email', count: 5, earlier: true },
    { rule: 'phone', count: 7, earlier: true },
    { rule: 'email', count: 1, earlier: false },
    { rule: 'email', count: 1, earlier: false },
  ])
  assert.deepEqual(await stored(other.id), [{ rule: 'email', count: 30, earlier: true }])
})
