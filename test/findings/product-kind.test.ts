import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Body } from '../test-server.ts'
import { productKinds } from '#vocabulary/product-kinds.ts'

/* The kind of product that the feedback is about, and the themes suggested for it. */

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const salon = [
  'Clients book online and then simply do not come.',
  'The booking page loads forever on old phones.',
  'I need a buffer time between two appointments.',
  'Two clients got the same time slot on Saturday.',
  'Reminders for appointments arrive too late.',
]
const friseur = [
  'Kundinnen buchen online und erscheinen dann nicht zum Termin.',
  'Die Buchungsseite lädt auf dem Handy ewig.',
  'Ich brauche eine Pufferzeit zwischen zwei Terminen.',
  'Doppelbuchung am Samstag, zwei Kundinnen zur selben Zeit.',
  'Die Terminerinnerung kommt zu spät an.',
]

async function newOrg(texts: readonly string[]) {
  const org = await app.org()
  const items = texts.map((content) => ({ content, source: 'app' }))
  if (items.length > 0) await ok(org.admin.key, 'POST', '/feedback/bulk', { items })
  return org
}

async function ok(key: string, method: string, path: string, body?: Body): Promise<Body> {
  const answer = await app.call(key, method, path, body && { body })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body
}
const kindOf = (key: string) => ok(key, 'GET', '/product-kind')

test('the kind is found from the items, with themes and whether there is one of that name', async () => {
  const { admin, member } = await newOrg(salon)
  const found = await kindOf(member.key)
  assert.deepEqual(found.kind, { key: 'booking', name: 'Booking and scheduling software' })
  assert.deepEqual([found.chosen, found.item_count, found.language], [null, salon.length, 'en'])
  assert.deepEqual(found.found, found.kind)
  assert.deepEqual(
    found.kinds.map(({ key }: Body) => key),
    [...productKinds],
  )
  assert.ok(found.themes.length >= 8)
  assert.ok(found.themes.every(({ definition, theme_id }: Body) => definition && theme_id === null))
  const { name, definition } = found.themes[0]
  const theme = await ok(admin.key, 'POST', '/themes', { name: name.toUpperCase(), definition })
  const ids = (await kindOf(admin.key)).themes.map(({ theme_id }: Body) => theme_id)
  assert.deepEqual([ids[0], ids.filter(Boolean).length], [theme.id, 1])
  await ok(admin.key, 'DELETE', `/themes/${theme.id}`)
  assert.equal((await kindOf(admin.key)).themes[0].theme_id, null)
})

test('names are German where most of the items are', async () => {
  const { admin } = await newOrg(friseur)
  const { kind, language, themes } = await kindOf(admin.key)
  assert.deepEqual([kind.name, language], ['Buchungs- und Terminsoftware', 'de'])
  assert.deepEqual(
    [themes[0].key, themes[0].name, themes[0].definition],
    ['Online booking', 'Online-Buchung', 'Buchen über die Webseite, Buchungsseite, Buchungs-Widget'],
  )
})

test('without items, or where they say nothing, there is no kind and no theme', async () => {
  for (const texts of [[], ['Good.', 'It is so slow today.', 'Thank you!']]) {
    const { admin } = await newOrg(texts)
    const { kind, found, chosen, item_count, themes } = await kindOf(admin.key)
    assert.deepEqual(
      { kind, found, chosen, item_count, themes },
      { kind: null, found: null, chosen: null, item_count: texts.length, themes: [] },
    )
  }
})

test('an admin chooses another kind, and null goes back to the found one; others keep theirs', async () => {
  const [one, other] = [await newOrg(salon), await newOrg(salon)]
  const chosen = await ok(one.admin.key, 'PATCH', '/product-kind', { chosen: 'games' })
  assert.deepEqual([chosen.kind.key, chosen.chosen, chosen.found.key], ['games', 'games', 'booking'])
  const { idempotency: _, ...written } = chosen
  assert.deepEqual(await kindOf(one.member.key), written)
  assert.equal((await kindOf(other.admin.key)).kind.key, 'booking')
  const back = await ok(one.admin.key, 'PATCH', '/product-kind', { chosen: null })
  assert.deepEqual([back.kind.key, back.chosen], ['booking', null])
})

test('an unknown kind is refused by the name of its field, and a member may not choose', async () => {
  const { admin, member } = await newOrg(salon)
  for (const body of [{ chosen: 'bakery' }, { chosen: '' }, {}]) {
    const refused = await app.call(admin.key, 'PATCH', '/product-kind', { body })
    assert.equal(refused.status, 400)
    assert.match(JSON.stringify(refused.body.error), /\bchosen\b/)
  }
  const refused = await app.call(member.key, 'PATCH', '/product-kind', { body: { chosen: 'games' } })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  assert.equal((await kindOf(admin.key)).kind.key, 'booking')
})

test('deleted items say nothing any more', async () => {
  const { admin } = await newOrg(salon)
  const { data } = await ok(admin.key, 'GET', '/feedback')
  for (const { id } of data) await ok(admin.key, 'DELETE', `/feedback/${id}`)
  const { kind, item_count } = await kindOf(admin.key)
  assert.deepEqual([kind, item_count], [null, 0])
})
