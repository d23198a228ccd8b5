import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { displayedStatusIn } from '#domain/sources/feedback/queries-status.ts'
import { type Sql, sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
  await app.store.run(sql`
    with inserted as (insert into feedback (org_id, id, source, content)
      select ${org.id}, gen_random_uuid(), 'email', 'words' from generate_series(1, 5000) returning id)
    insert into feedback_state (org_id, feedback_id, status)
    select ${org.id}, id, case when n % 500 = 0 then 'failed' when n % 501 = 0 then 'queued' else 'analyzed' end
      from (select id, row_number() over () as n from inserted) s`)
  await app.store.run(sql`analyze feedback, feedback_state`)
})
after(() => app.close())

const planOf = async (which: Sql) => {
  const rows = await app.store.rows<Record<string, string>>(
    sql`explain select id from feedback_item where org_id = ${org.id} and deleted_at is null and ${which}
      order by id limit 50`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('rare statuses use the status index, analyzed feedback uses the primary key', async () => {
  for (const statuses of [['failed'], ['skipped', 'failed'], ['received'], ['queued', 'analyzing']])
    assert.match(await planOf(displayedStatusIn(org.id, statuses)), /feedback_state_status/, statuses.join())
  for (const statuses of [['analyzed'], ['analyzed', 'failed']])
    assert.doesNotMatch(await planOf(displayedStatusIn(org.id, statuses)), /feedback_state_status/, statuses.join())
})

test('only known statuses become literals in the statement', async () => {
  const rows = await app.store.rows(
    sql`select id from feedback_item where org_id = 'nobody' and ${displayedStatusIn('nobody', ["x') or true --"])}`,
  )
  assert.deepEqual(rows, [])
  assert.deepEqual(displayedStatusIn('nobody', ["x') or true --"]).strings, ['false'])
})
