import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listStoredThemes, listThemeMembers } from '#domain/findings/synthesis/queries.ts'
import { modelIds } from '#engine/embed/embedder.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, useTestServer, org, app } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* The catch-all theme of an earlier version is recognized by its flag, not by its name. */

useTestServer()

const model = modelIds.model
/** As the synthesis of earlier versions created it. */
async function createCatchAllTheme(name = 'Everything else'): Promise<string> {
  const id = newId()
  await app.store.run(sql`
    insert into theme (org_id, id, name, color, is_catch_all, origin)
    values (${org.id}, ${id}, ${name}, '#112233', true, 'auto')`)
  return id
}
const isCatchAll = async (id: string) =>
  (await listStoredThemes(app.store, org.id)).find((theme) => theme.id === id)!.is_catch_all

/** Five detractors mention the theme now, and nobody did before. */
async function mentionByDetractors(theme: string) {
  const { results } = await callOk('POST', '/nps/responses/bulk', {
    items: [1, 1, 1, 1, 1, 9, 9, 9, 9, 9].map((score) => ({ score, reason: 'Because' })),
  })
  for (const { id } of results.slice(0, 5)) {
    const { feedback_id } = await callOk('GET', `/nps/responses/${id}`)
    await callOk('POST', '/insights', {
      name: 'Found',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      feedback_id,
      theme_ids: [theme],
    })
  }
}
async function themesInReports() {
  const [drivers, dashboard, context] = [
    await callOk('GET', '/nps/drivers'),
    await callOk('GET', '/dashboard'),
    await callOk('GET', '/context', undefined, { sections: 'rising_themes,top_themes' }),
  ]
  const ids = (list: Body[]) => list.map((one) => one.theme_id ?? one.id)
  return {
    drivers: ids(drivers.data),
    rising: ids(dashboard.negative_rising),
    context: ids(context.rising_themes),
    top: ids(dashboard.top_themes),
  }
}

test('the catch-all theme is counted, but is neither a driver nor rising', async () => {
  const theme = await createCatchAllTheme()
  await mentionByDetractors(theme)
  assert.deepEqual(await themesInReports(), { drivers: [], rising: [], context: [], top: [theme] })
})

test('a theme that a person names “Everything else” is an ordinary theme', async () => {
  const { id } = await callOk('POST', '/themes', { name: 'Everything else' })
  await mentionByDetractors(id)
  assert.deepEqual(await themesInReports(), { drivers: [id], rising: [id], context: [id], top: [id] })
})

test('naming or describing the catch-all theme makes it an ordinary theme', async () => {
  const named = await createCatchAllTheme()
  await mentionByDetractors(named)
  await callOk('PATCH', `/themes/${named}`, { name: 'Billing' })
  assert.deepEqual(await themesInReports(), { drivers: [named], rising: [named], context: [named], top: [named] })
  const described = await createCatchAllTheme()
  await callOk('PATCH', `/themes/${described}`, { definition: 'Include invoices and refunds.' })
  assert.deepEqual([await isCatchAll(named), await isCatchAll(described)], [false, false])
})

test('a new colour, a note or the same name leaves it the catch-all theme, without members to compare with', async () => {
  const theme = await createCatchAllTheme()
  await mentionByDetractors(theme)
  await callOk('PATCH', `/themes/${theme}`, {
    name: 'Everything else',
    color: '#112233',
    notes: 'To be read on Fridays',
    definition: null,
  })
  await app.store.run(
    sql`insert into insight_vector (org_id, insight_id, model, vector) select org_id, id, ${model}, '\\x01020304' from insight where org_id = ${org.id}`,
  )
  assert.deepEqual([await isCatchAll(theme), await listThemeMembers(app.store, org.id, model)], [true, []])
  assert.deepEqual((await themesInReports()).drivers, [])
})
