import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'
import { edited, topics } from './taxonomy-edits.ts'

/* A document of themes that was applied is taken back. */

const semanticSearch = new VectorSearch('static')
useTestWorkerWithSharedOrg(
  {
    async afterStart() {
      for (const name of Object.keys(topics)) await callOk('POST', '/themes', { name })
      const items = Object.values(topics)
        .flat()
        .map((content) => ({ content, source: 'app' }))
      await callOk('POST', '/feedback/bulk', { items })
      await waitForOrgJobs()
      for (const { id } of await pull()) {
        const { data } = await callOk('GET', `/themes/${id}/insights`)
        const insight_ids = data.slice(0, 2).map((one: Body) => one.id)
        await callOk('POST', `/themes/${id}/subthemes`, { name: `First of ${id.slice(-6)}`, insight_ids })
      }
    },
  },
  { semanticSearch },
)
after(() => semanticSearch.close())

const pull = async (): Promise<Body[]> => (await callOk('GET', '/taxonomy')).themes
const apply = (themes: Body[]) => callOk('POST', '/taxonomy/apply', { themes })
const undo = (id: string) => callOk('POST', `/taxonomy/applications/${id}/undo`)

/** All that people see of themes, without those that were created and are archived again. */
const state = async () => ({
  themes: await app.store.rows(sql`
    select id, name, definition, belongs, does_not_belong, pinned, merged_into_id, archived_at is not null as archived,
      insight_count
    from theme where org_id = ${org.id} and not (archived_at is not null and insight_count = 0) order by id`),
  subthemes: await app.store.rows(sql`
    select id, theme_id, name, description, pinned, dissolved_at is not null as dissolved, insight_count from subtheme
    where org_id = ${org.id} and not (dissolved_at is not null and insight_count = 0) order by id`),
  insights: await app.store.rows(sql`
    select i.id, i.themes_overridden, v.theme_confidence, v.theme_suggestions,
      array(select t from unnest(i.theme_ids) t order by t) as themes,
      array(select l.theme_id from insight_theme l where l.org_id = ${org.id} and l.insight_id = i.id order by 1) as links,
      array(select l.subtheme_id || ' ' || l.by_person from subtheme_insight l
        where l.org_id = ${org.id} and l.insight_id = i.id order by 1) as subthemes
    from insight i left join insight_vector v on v.org_id = ${org.id} and v.insight_id = i.id
    where i.org_id = ${org.id} order by i.id`),
})

test('after any document an undo restores themes, subthemes and where insights were', async () => {
  const seed = Number(process.env.SEED ?? 11)
  const random = seededRandom(seed)
  for (let round = 0; round < 20; round++) {
    const say = `seed ${seed}, round ${round}`
    const wanted = edited(await pull(), random)
    const before = await state()
    const { application_id, changes, moved_insight_count } = await apply(wanted)
    if (application_id === null) continue
    const undone = await undo(application_id)
    assert.deepEqual([undone.kept_insight_count, undone.kept_themes], [0, []], say)
    assert.ok(undone.restored_insight_count <= moved_insight_count, say)
    assert.deepEqual(await state(), before, `${say}: ${JSON.stringify(changes)}`)
    // Every third one stays, so that the next begins elsewhere.
    if (round % 3 === 0) await apply(wanted)
  }
})

test('what was changed since stays, and an undo happens once', async () => {
  const [first, second, ...rest] = await pull()
  const { application_id } = await apply([
    { ...first!, name: 'Another name' },
    { ...second!, name: 'A second name' },
    ...rest,
  ])
  await callOk('PATCH', `/themes/${first!.id}`, { name: 'A name of today' })
  const undone = await undo(application_id)
  assert.deepEqual(undone.kept_themes, ['Another name'])
  const names = new Map((await pull()).map(({ id, name }) => [id, name]))
  assert.equal(names.get(first!.id), 'A name of today')
  assert.equal(names.get(second!.id), second!.name)
  const again = await call('POST', `/taxonomy/applications/${application_id}/undo`)
  assert.deepEqual([again.status, again.body.error.code], [409, 'INVALID_STATE'])
})

test('a name that another theme has by now cannot be taken back, and nothing is', async () => {
  const [first, ...rest] = await pull()
  const { application_id } = await apply([{ ...first!, name: 'Moved on' }, ...rest])
  const { id } = await callOk('POST', '/themes', { name: first!.name })
  const { status, body } = await call('POST', `/taxonomy/applications/${application_id}/undo`)
  assert.deepEqual([status, body.error.code], [409, 'DUPLICATE'])
  assert.equal((await pull()).find((theme) => theme.id === first!.id)!.name, 'Moved on')
  await callOk('DELETE', `/themes/${id}`)
  await undo(application_id)
  assert.equal((await pull()).find((theme) => theme.id === first!.id)!.name, first!.name)
})

test('the documents that were applied are listed; one that changes nothing is not among them', async () => {
  const [last] = (await callOk('GET', '/taxonomy/applications')).data
  assert.ok(last.undone_at)
  assert.equal((await apply(await pull())).application_id, null)
  assert.equal((await callOk('GET', '/taxonomy/applications')).data[0].id, last.id)
})
