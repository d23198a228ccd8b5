import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { modelIds } from '#engine/embed/embedder.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { analysisCronJobs } from '#worker/analysis-cron-jobs.ts'
import { org, app } from '../test-server.ts'
import {
  callOk,
  log,
  useTestWorkerWithSharedOrg,
  waitForOrgJobs,
  startTestWorker,
  stopTestWorkers,
} from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'

/* A bulk load is embedded with the static model first and with the better model later. */

const matters: Record<string, string[]> = {
  export: [
    'The CSV export stops at ten thousand rows',
    'CSV export fails for large boards',
    'Exporting a board to CSV times out',
    'The CSV export file is empty for big boards',
    'CSV export broke again, rows are missing',
    'Export to CSV hangs on large boards',
  ],
  dark: [
    'Please add a dark mode',
    'A dark mode would be great for night work',
    'Dark mode please, my eyes hurt',
    'I would like a dark mode in the editor',
    'Could you add a dark mode',
    'We need dark mode for the whole app',
  ],
  login: [
    'I cannot log in with single sign-on',
    'Single sign-on login loops forever',
    'SSO login fails after the password change',
    'Login with single sign-on gives an error',
    'Our SSO login is broken since Monday',
    'Single sign-on login does not work on Safari',
  ],
}
const load = (times: number) =>
  Array.from({ length: times }, (_, round) =>
    Object.values(matters)
      .flat()
      .map((content, n) => ({
        content: `${content}${round ? `, time ${round}` : ''}.`,
        source: 'app',
        contact: { email: `p${n}-${round}@example.com` },
      })),
  ).flat()

let semanticSearch = new VectorSearch('model')
useTestWorkerWithSharedOrg({ startsWorker: false, beforeStop: () => semanticSearch.close() })
const start = (bulkAnalysisThreshold: number) => startTestWorker({ embeddings: 'model', bulkAnalysisThreshold })

const models = () =>
  app.store.rows<{ model: string; count: number }>(
    sql`select model, count(*) as count from insight_vector where org_id = ${org.id} group by model order by model`,
  )
const memberships = () =>
  app.store.rows(sql`
    select s.id, s.name, s.theme_id, t.name as theme, l.insight_id
    from subtheme s join theme t on t.org_id = s.org_id and t.id = s.theme_id
    join subtheme_insight l on l.org_id = s.org_id and l.subtheme_id = s.id
    where s.org_id = ${org.id} order by l.insight_id, s.id`)
const insights = () =>
  app.store.rows(sql`
    select id, name, sentiment, category, quote, theme_ids, edited_by_human, iso(updated_at) as at
    from insight where org_id = ${org.id} order by id`)
const activeModels = () =>
  app.store.rows<{ model: string }>(sql`
    select model from embedding_space where org_id = ${org.id}
    union all select distinct model from subtheme where org_id = ${org.id}`)
const runReembedCronJob = async () => {
  const queue = openQueue(app.store)
  await queue.start()
  await analysisCronJobs({ store: app.store, queue, log, embeddings: 'model' })
    .find((duty) => duty.name === 'reembed')!
    .run()
  await queue.stop()
}

test('a bulk load is embedded with the static model, which becomes the active one', async () => {
  await callOk('POST', '/feedback/bulk', { items: load(6) })
  await start(10)
  await waitForOrgJobs()
  assert.deepEqual(
    (await models()).map((row) => row.model),
    [modelIds.static],
  )
  assert.deepEqual(
    (await activeModels()).map((row) => row.model),
    [modelIds.static, modelIds.static],
  )
  await callOk('POST', '/feedback', {
    content: 'Exporting to CSV stops in the middle of a large board.',
    source: 'app',
  })
  await waitForOrgJobs()
  assert.deepEqual(
    (await models()).map((row) => row.model),
    [modelIds.static],
    'what comes meanwhile is read like the rest',
  )
  const found = await semanticSearch.search(app.store, org.id, 'CSV export', 5)
  const own = new Set(
    ((await insights()) as { id: string; name: string }[]).filter(({ name }) => /csv/i.test(name)).map(({ id }) => id),
  )
  assert.ok(found && found.length === 5 && found.every(({ insight_id }) => own.has(insight_id)), JSON.stringify(found))
})

test('another worker continues when one is killed while re-embedding; ids, links and edits stay, and one model is left', async () => {
  const [first, second] = (await insights()) as { id: string }[]
  await callOk('PATCH', `/insights/${first!.id}`, { name: 'In my words', sentiment: 'POSITIVE' })
  await callOk('DELETE', `/insights/${second!.id}`)
  await stopTestWorkers()
  const before = [await memberships(), await insights()]
  const total = (await models())[0]!.count
  await runReembedCronJob()
  const child = fork(join(import.meta.dirname, 'embedding-tiers-worker.ts'), {
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(app.connection) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  await waitFor('vectors of the second model', async () => (await models()).length >= 2, 180_000, 5)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const half = await models()
  assert.equal(half.length, 2, 'killed in the middle')
  // A new one reads the vectors that are stored now.
  await semanticSearch.close()
  semanticSearch = new VectorSearch('model')
  const found = await semanticSearch.search(app.store, org.id, 'CSV export', 100)
  const weak = new Set(
    (
      await app.store.rows<{ id: string }>(
        sql`select insight_id as id from insight_vector where org_id = ${org.id} and model = ${modelIds.static}`,
      )
    ).map((row) => row.id),
  )
  assert.ok(
    found!.length > 0 && found!.every(({ insight_id }) => weak.has(insight_id)),
    'half-way, vectors of one model are searched',
  )
  await start(1_000_000)
  await waitForOrgJobs()
  assert.deepEqual(await models(), [{ model: modelIds.model, count: total }])
  assert.deepEqual(
    (await activeModels()).map((row) => row.model),
    [modelIds.model, modelIds.model],
  )
  assert.deepEqual([await memberships(), await insights()], before)
})

test('then search uses the model, and new feedback joins the existing subthemes', async () => {
  const ids = (await insights()) as { id: string; name: string }[]
  const own = ids.find(({ name }) => /dark mode/i.test(name))!
  assert.ok((await semanticSearch.findSimilar(app.store, org.id, [own.id], 5))!.length === 5)
  assert.equal((await semanticSearch.search(app.store, org.id, 'dark mode', 1000))!.length, ids.length - 1)
  const before = await app.store.rows(sql`select id from subtheme where org_id = ${org.id} order by id`)
  const { id } = await callOk('POST', '/feedback', {
    content: 'The CSV export stops at ten thousand rows again.',
    source: 'app',
  })
  await waitForOrgJobs()
  const [place] = await app.store.rows<{ model: string; subtheme_id: string | null }>(sql`
    select v.model, l.subtheme_id from insight i join insight_vector v on v.org_id = i.org_id and v.insight_id = i.id
    left join subtheme_insight l on l.org_id = i.org_id and l.insight_id = i.id where i.org_id = ${org.id} and i.feedback_id = ${id}`)
  assert.equal(place!.model, modelIds.model)
  assert.ok(place!.subtheme_id)
  assert.deepEqual(await app.store.rows(sql`select id from subtheme where org_id = ${org.id} order by id`), before)
})

test('an installation configured for the static model does not re-embed', async () => {
  const queue = openQueue(app.store)
  await queue.start()
  await app.store.run(sql`update insight_vector set model = ${modelIds.static} where org_id = ${org.id}`)
  await analysisCronJobs({ store: app.store, queue, log, embeddings: 'static' })
    .find((duty) => duty.name === 'reembed')!
    .run()
  await queue.stop()
  assert.deepEqual(
    (await callOk('GET', '/jobs', undefined, { type: 'vector_refresh', status: 'queued,running' })).data,
    [],
  )
})
