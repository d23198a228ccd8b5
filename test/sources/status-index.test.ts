import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inStatus } from '#domain/sources/feedback/under-way.ts'
import { type Sql, sql } from '#store/sql.ts'
import { type Org, openWorld, type World } from '../world.ts'

let world: World
let org: Org
before(async () => {
  world = await openWorld()
  org = await world.org()
  await world.store.run(sql`
    with said as (insert into feedback (org_id, id, source, content) select ${org.id}, gen_random_uuid(), 'email', 'words' from generate_series(1, 5000) returning id)
    insert into feedback_state (org_id, feedback_id, status)
    select ${org.id}, id, case when n % 500 = 0 then 'failed' when n % 501 = 0 then 'queued' else 'analyzed' end from (select id, row_number() over () as n from said) s`)
  await world.store.run(sql`analyze feedback, feedback_state`)
})
after(() => world.close())

const planOf = async (which: Sql) => {
  const rows = await world.store.rows<Record<string, string>>(
    sql`explain select id from feedback_item where org_id = ${org.id} and deleted_at is null and ${which} order by id limit 50`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('feedback that waits, was left out or failed is found by its status; of what is analyzed, as nearly all is, a page is found along the key', async () => {
  for (const wanted of [['failed'], ['skipped', 'failed'], ['received'], ['queued', 'analyzing']])
    assert.match(await planOf(inStatus(org.id, wanted)), /feedback_state_status/, wanted.join())
  for (const wanted of [['analyzed'], ['analyzed', 'failed']])
    assert.doesNotMatch(await planOf(inStatus(org.id, wanted)), /feedback_state_status/, wanted.join())
})

test('nothing but a status of ours comes into the statement', async () => {
  const rows = await world.store.rows(
    sql`select id from feedback_item where org_id = 'nobody' and ${inStatus('nobody', ["x') or true --"])}`,
  )
  assert.deepEqual(rows, [])
  assert.deepEqual(inStatus('nobody', ["x') or true --"]).strings, ['false'])
})
