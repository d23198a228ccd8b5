import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contactDocuments } from '#domain/sources/contacts/queries-list.ts'
import { feedbackDocuments } from '#domain/sources/feedback/queries-list.ts'
import { pageIds } from '#store/document-page.ts'
import { readDocumentList } from '#store/lists/document-list.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, testCluster } from './database.ts'

const org = 'org_plans'
let store: Store
let close: () => Promise<void>
before(async () => {
  const { connection, drop } = await cloneDatabase()
  // One connection, because a plan belongs to one.
  store = openStore({ ...connection, max: 1 })
  close = async () => {
    await store.close()
    await drop()
  }
  await store.run(sql`insert into organization (id, name) values (${org}, 'Plans')`)
  await store.run(sql`
    insert into contact (org_id, id, name) select ${org}, gen_random_uuid(), 'Person ' || n from generate_series(1, 2000) n`)
  await store.run(sql`
    insert into feedback (org_id, id, source, source_type, content)
    select ${org}, gen_random_uuid(), 'api', 'feedback', 'The export is slow' from generate_series(1, 2000)`)
  await store.run(sql`
    insert into feedback_state (org_id, feedback_id) select org_id, id from feedback where org_id = ${org}`)
  for (const table of [sql`contact`, sql`feedback`, sql`feedback_state`]) await store.run(sql`analyze ${table}`)
})
after(() => close())

/** PostgreSQL tries five plans for given values before it may keep one for all. */
const runs = 8
const lists = {
  contacts: (limit: number) => readDocumentList(store, contactDocuments, { limit }, { org, keys: undefined }),
  feedback: (limit: number) => readDocumentList(store, feedbackDocuments, { limit }, { org, keys: undefined }),
}

for (const [name, list] of Object.entries(lists))
  test(`the plan of a list of ${name} is kept`, { skip: testCluster() !== undefined }, async () => {
    for (let n = 0; n < runs; n++) assert.equal(pageIds((await list(50)).items, 100).length, 51)
    const [{ generic_plans: kept } = { generic_plans: 0 }] = await store.rows<{ generic_plans: number }>(sql`
      select generic_plans from pg_prepared_statements
      where statement like '%with page as%' and statement not like '%generic_plans%' order by prepare_time desc limit 1`)
    assert.equal(kept, runs - 5)
  })
