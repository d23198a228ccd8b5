import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertGroupTasks } from '#domain/llm-tasks/queries.ts'
import { updateSubthemeText } from '#domain/findings/subthemes/queries-write.ts'
import { releaseFromCatchAll } from '#domain/findings/rerun/queries-catch-all.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, org } from '../test-server.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'
import { threeNeeds } from './three-needs.ts'

/* The analysis does not change back what a person has changed about subthemes. */

const say = async (contents: readonly string[]) => {
  await callOk('POST', '/feedback/bulk', { items: contents.map((content) => ({ content, source: 'app' })) })
  await waitForOrgJobs()
}
const again = [
  'The CSV export fails for large boards again',
  'Our CSV export times out for large boards',
  'Please add a dark mode to the app',
  'We would like a dark mode too',
  'Single sign-on login is broken on Safari again',
  'The single sign-on login fails with an error',
]

useTestWorkerWithSharedOrg({ afterStart: () => say(threeNeeds.flat()) })

const list = async (): Promise<Body[]> => (await callOk('GET', '/subthemes', undefined, { limit: '100' })).data
const membersOf = async (id: string): Promise<string[]> => (await callOk('GET', `/subthemes/${id}`)).insight_ids
const subthemesWith = async (insight: string) =>
  app.store.rows(sql`select 1 from subtheme_insight where org_id = ${org.id} and insight_id = ${insight}`)
/** The subtheme with most insights that say this. */
async function about(word: RegExp): Promise<Body> {
  for (const one of await list()) {
    const { data } = await callOk('GET', `/subthemes/${one.id}/insights`)
    if (data.every(({ quote }: Body) => word.test(quote))) return one
  }
  throw new Error(`no subtheme about ${word}`)
}

test('new feedback joins what people made and does not bring back what they took away', async () => {
  const [exports_, dark, login] = [await about(/export/i), await about(/dark/i), await about(/sign-on/i)]
  await callOk('PATCH', `/subthemes/${exports_.id}`, { name: 'Big CSV files' })
  const darkMembers = await membersOf(dark.id)
  await callOk('DELETE', `/subthemes/${dark.id}`)
  const [removed, ...staying] = await membersOf(login.id)
  await callOk('DELETE', `/subthemes/${login.id}/insights/${removed!}`)
  const exportMembers = await membersOf(exports_.id)
  await say(again)

  const renamed = await callOk('GET', `/subthemes/${exports_.id}`)
  assert.equal(renamed.name, 'Big CSV files')
  assert.ok(exportMembers.every((id) => renamed.insight_ids.includes(id)))
  assert.ok(renamed.insight_count > exportMembers.length, 'new insights that say the same join')
  const names = (await list()).map((one) => one.name)
  assert.ok(!names.includes(dark.name) && !names.includes(exports_.name), names.join())
  for (const id of darkMembers) assert.deepEqual(await subthemesWith(id), [], 'in no subtheme again')
  const now = await membersOf(login.id)
  assert.ok(!now.includes(removed!) && staying.every((id) => now.includes(id)))
})

test('insights join a subtheme that has nothing but the name that a person gave it', async () => {
  const [theme] = (await callOk('GET', '/themes', undefined, { q: 'dark' })).data
  const made = await callOk('POST', `/themes/${theme.id}/subthemes`, { name: 'A dark mode at night' })
  await say(['A dark mode at night would be lovely', 'Please make a dark mode for work at night'])
  const { data } = await callOk('GET', `/subthemes/${made.id}/insights`)
  assert.ok(data.length >= 2 && data.every(({ quote }: Body) => /dark mode/.test(quote)), JSON.stringify(data))
})

test('analyzing everything again keeps what people did', async () => {
  const shown = async () =>
    (await list())
      .filter((one) => one.pinned)
      .map(({ id, name, theme_id }) => ({ id, name, theme_id }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  const before = await shown()
  const members = new Map<string, string[]>()
  for (const { id } of before) members.set(id, await membersOf(id))
  await callOk('POST', '/analysis/rerun', { scope: 'all' })
  await waitForOrgJobs()
  assert.deepEqual(await shown(), before)
  for (const [id, ids] of members) assert.deepEqual((await membersOf(id)).sort(), ids.sort())
})

test('a language model names no pinned subtheme, and none that a person has named', async () => {
  const [one] = (await list()).filter((row) => row.pinned && row.generated_name)
  const rename = () =>
    updateSubthemeText(app.store, org.id, {
      before: { id: one!.id, name: one!.name, description: one!.description },
      name: 'Other',
      description: 'Other',
    })
  assert.equal(await rename(), false)
  await callOk('PATCH', `/subthemes/${one!.id}`, { pinned: false })
  assert.equal(await rename(), false)
  await insertGroupTasks(app.store, org.id)
  const tasks = await app.store.rows(
    sql`select 1 from language_model_task where org_id = ${org.id} and resource_id = ${one!.id}`,
  )
  assert.deepEqual(tasks, [])
})

test('the catch-all theme keeps the insights of pinned subthemes', async () => {
  const [free, pinned] = await Promise.all(
    ['Free', 'Pinned'].map(async (name) => {
      const theme = (await callOk('POST', '/themes', { name: `Everything else ${name}` })).id as string
      const { id: insight } = await callOk('POST', '/insights', {
        name,
        sentiment: 'NEUTRAL',
        category: 'GENERAL_FEEDBACK',
        theme_ids: [theme],
      })
      const { id } = await callOk('POST', `/themes/${theme}/subthemes`, { name })
      await app.store.run(
        sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${id}, ${insight})`,
      )
      await app.store.run(
        sql`update theme set is_catch_all = true, origin = 'auto' where org_id = ${org.id} and id = ${theme}`,
      )
      return { id, theme }
    }),
  )
  await callOk('PATCH', `/subthemes/${free!.id}`, { pinned: false })
  await releaseFromCatchAll(app.store, org.id)
  const counts = await Promise.all(
    [free!, pinned!].map(async ({ theme }) => (await callOk('GET', `/themes/${theme}`)).insight_count),
  )
  assert.deepEqual(counts, [0, 1])
})
