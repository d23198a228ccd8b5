import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { auditDays, eventDays, idempotencyDays, jobDays, prune } from '#worker/upkeep.ts'
import { openGround, org, world } from '../ground.ts'

openGround()

const ago = (days: number) => sql`now() - make_interval(days => ${days})`

test('what has had its time goes, and what has not stays', async () => {
  const { store } = world
  const answer = (key: string, days: number) =>
    store.run(
      sql`insert into idempotency (org_id, key, fingerprint, status, body, created_at) values (${org.id}, ${key}, '', 200, '', ${ago(days)})`,
    )
  const job = (type: string, days: number | null) =>
    store.run(
      sql`insert into job (org_id, id, type, status, finished_at, created_at) values (${org.id}, ${newId()}, ${type}, ${days === null ? 'running' : 'ready'}, ${days === null ? sql`null` : ago(days)}, ${ago(jobDays + 9)})`,
    )
  const event = (operation: string, type: string | null, days: number) =>
    store.run(
      sql`insert into event (org_id, id, type, operation, actor_type, created_at) values (${org.id}, ${newId()}, ${type}, ${operation}, 'system', ${ago(days)})`,
    )
  const code = (value: string, days: number) =>
    store.run(
      sql`insert into user_verification (id, identifier, value, expires_at) values (${newId()}, 'upkeep', ${value}, ${ago(days)})`,
    )
  await answer('young', idempotencyDays - 1)
  await answer('old', idempotencyDays + 1)
  await job('young', jobDays - 1)
  await job('old', jobDays + 1)
  await job('never ended', null)
  await event('told young', 'theme.created', eventDays - 1)
  await event('told old', 'theme.created', eventDays + 1)
  await event('audit young', null, auditDays - 1)
  await event('audit old', null, auditDays + 1)
  await code('holds', -1)
  await code('over', 1)
  await prune(store)
  const left = async (statement: ReturnType<typeof sql>) =>
    (await store.rows<{ name: string }>(statement)).map(({ name }) => name)
  assert.deepEqual(await left(sql`select key as name from idempotency where org_id = ${org.id}`), ['young'])
  assert.deepEqual(await left(sql`select type as name from job where org_id = ${org.id} order by type`), [
    'never ended',
    'young',
  ])
  assert.deepEqual(
    await left(
      sql`select operation as name from event where org_id = ${org.id} and operation like any (array['told%', 'audit%']) order by operation`,
    ),
    ['audit young', 'told young'],
  )
  assert.deepEqual(await left(sql`select value as name from user_verification where identifier = 'upkeep'`), ['holds'])
})
