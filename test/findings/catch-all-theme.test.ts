import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenInsights, themesOf } from '#domain/findings/synthesis/read.ts'
import type { Plan } from '#domain/findings/synthesis/think.ts'
import { writePlan } from '#domain/findings/synthesis/write.ts'
import { newId } from '#store/ids.ts'
import { migrate, migrations } from '#store/migrate.ts'
import { sql } from '#store/sql.ts'
import { type Body, openGround, org, world } from '../ground.ts'
import { done } from '../working.ts'

/* The theme of what found none: known by its mark, whatever it is called. */

openGround()

const model = 'gte-small-int8'
const nothing: Plan = { mean: new Float32Array(4), joins: [], subthemes: [], themes: [], steered: [], leftOver: 0 }

/** As the analysis makes it. */
async function leftover(name = 'Everything else'): Promise<string> {
  const theme = { id: newId(), name, is_catch_all: true }
  await world.store.transaction((db) => writePlan(db, org.id, model, { ...nothing, themes: [theme] }, []))
  return theme.id
}
const isMixed = async (id: string) =>
  (await themesOf(world.store, org.id)).find((theme) => theme.id === id)!.is_catch_all

/** Five detractors speak of it now, and nobody did before. */
async function said(theme: string) {
  const { results } = await done('POST', '/nps/responses/bulk', {
    items: [1, 1, 1, 1, 1, 9, 9, 9, 9, 9].map((score) => ({ score, reason: 'Because' })),
  })
  for (const { id } of results.slice(0, 5)) {
    const { feedback_id } = await done('GET', `/nps/responses/${id}`)
    await done('POST', '/insights', {
      name: 'Found',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      feedback_id,
      theme_ids: [theme],
    })
  }
}
async function shown() {
  const [drivers, dashboard, context] = [
    await done('GET', '/nps/drivers'),
    await done('GET', '/dashboard'),
    await done('GET', '/context', undefined, { sections: 'rising_themes,top_themes' }),
  ]
  const ids = (list: Body[]) => list.map((one) => one.theme_id ?? one.id)
  return {
    drivers: ids(drivers.data),
    rising: ids(dashboard.negative_rising),
    context: ids(context.rising_themes),
    top: ids(dashboard.top_themes),
  }
}

test('what found no theme is counted, and is neither a driver nor on the rise', async () => {
  const theme = await leftover()
  await said(theme)
  assert.deepEqual(await shown(), { drivers: [], rising: [], context: [], top: [theme] })
})

test('a theme that a person calls “Everything else” is a theme like any other', async () => {
  const { id } = await done('POST', '/themes', { name: 'Everything else' })
  await said(id)
  assert.deepEqual(await shown(), { drivers: [id], rising: [id], context: [id], top: [id] })
})

test('whoever names or describes what found no theme says what it is about: from then on it is a theme like any other', async () => {
  const named = await leftover()
  await said(named)
  await done('PATCH', `/themes/${named}`, { name: 'Billing' })
  assert.deepEqual(await shown(), { drivers: [named], rising: [named], context: [named], top: [named] })
  const described = await leftover()
  await done('PATCH', `/themes/${described}`, { definition: 'Include invoices and refunds.' })
  assert.deepEqual([await isMixed(named), await isMixed(described)], [false, false])
})

test('a colour, a note or its own name again says nothing about it: it stays what found no theme, and draws nothing to itself', async () => {
  const theme = await leftover()
  await said(theme)
  await done('PATCH', `/themes/${theme}`, {
    name: 'Everything else',
    color: '#112233',
    notes: 'To be read on Fridays',
    definition: null,
  })
  await world.store.run(
    sql`insert into insight_vector (org_id, insight_id, model, vector) select org_id, id, ${model}, '\\x01020304' from insight where org_id = ${org.id}`,
  )
  assert.deepEqual([await isMixed(theme), await givenInsights(world.store, org.id, model)], [true, []])
  assert.deepEqual((await shown()).drivers, [])
})

test('what was made before themes were marked is marked by where it came from, not by its name alone', async () => {
  const others = [await world.org(), await world.org(), await world.org()]
  const ids = [org, ...others].map(() => newId())
  const [auto, manual, described, other] = ids as [string, string, string, string]
  for (const [n, { id }] of [org, ...others].entries()) {
    await world.store.run(sql`
      insert into theme (org_id, id, name, color, origin, definition)
      values (${id}, ${ids[n]!}, ${ids[n] === other ? 'Sync' : 'Everything else'}, '#112233', ${ids[n] === manual ? 'manual' : 'auto'}, ${ids[n] === described ? 'Include refunds.' : null})`)
  }
  const { name } = migrations().find((one) => one.name.endsWith('_mixed_theme.sql'))!
  await world.store.run(sql`alter table theme drop column is_catch_all`)
  await world.store.run(sql`delete from schema_migration where name = ${name}`)
  assert.deepEqual(await migrate(world.connection), [name])
  const marked = await world.store.rows<{ id: string }>(
    sql`select id from theme where org_id = any(${[org, ...others].map(({ id }) => id)}) and is_catch_all`,
  )
  assert.deepEqual(
    marked.map(({ id }) => id),
    [auto],
  )
})
