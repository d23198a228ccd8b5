import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hasCursor } from '#contract/core/route.ts'
import { newId } from '#store/ids.ts'
import { publicRoutes, sampleOf } from '../samples.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { callWith, ownIdAt, unknownId } from './calls.ts'
import { type Answer, type Door, doors } from './doors.ts'
import { type IdPosition, idPositions, nameOfPosition } from './id-positions.ts'
import { createTenant, digestOf, idsOf, type Tenant } from './organizations.ts'
import { answerSurvey, answerWidget, deliverSignedBy } from './public-doors.ts'
import { readChanges } from './streams.ts'

/*
 * Two organizations, each asking for the ids of the other at every position of every operation, through every door:
 * the answer is the one for an id that does not exist. `npm run test:tenancy` tries all combinations; the short version
 * tries one position in five, through one door in one direction.
 */

/** `full`, or operations of which all combinations are tried. */
const { TENANCY = '' } = process.env
const isFull = (operation: string) => TENANCY === 'full' || TENANCY.split(',').includes(operation)

let app: TestApp
let tenants: [Tenant, Tenant]
before(async () => {
  app = await startTestApp()
  tenants = [await createTenant(app, 'TENANT-ONE'), await createTenant(app, 'TENANT-TWO')]
})
after(() => app.close())

const anyId = /(?:user|org|evt)_[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}/g
const time = /\d{4}-\d\d-\d\dT[\d:.]+Z?/g

const perCall = /"request_id":"[^"]+"|"took_ms":\d+/g

const idsIn = (text: string): string[] => text.match(anyId) ?? []

const comparable = ({ status, text }: Answer) => ({
  status,
  text: text.replace(perCall, '').replace(anyId, '<id>').replace(time, '<time>'),
})

type Attempt = { door: Door; position: IdPosition; me: Tenant; other: Tenant; theirIds: Set<string> }

async function attempt({ door, position, me, other, theirIds }: Attempt): Promise<Answer> {
  const { operation, prefix } = position
  const ask = (id: string) => door.call(app, me, operation, callWith(position, me.fixture, id))
  const foreignId = ownIdAt(position, other.fixture)
  const [foreign, unknown] = [await ask(foreignId), await ask(unknownId(prefix))]
  const name = `${door.name} ${nameOfPosition(position)}`
  assert.deepEqual(comparable(foreign), comparable(unknown), name)
  assert.ok(foreign.status < 500, `${name}: ${foreign.text}`)
  assert.ok(!foreign.text.includes(other.marker), `${name}: ${foreign.text}`)
  const leaked = idsIn(foreign.text).filter((id) => id !== foreignId && theirIds.has(id))
  assert.deepEqual(leaked, [], name)
  return foreign
}

/** Answers 2xx with an id that does not exist: a filter that finds nothing, or the removal of what is not there. */
const accepted = new Set<string>()

for (const direction of [0, 1] as const)
  test(`organization ${direction + 1} learns nothing about the other one, and changes nothing there`, async () => {
    const [me, other] = direction === 0 ? tenants : [tenants[1], tenants[0]]
    const theirIds = await idsOf(app, other.org.id)
    const before = await digestOf(app, other.org.id)
    let calls = 0
    const failures: string[] = []
    for (const [n, position] of idPositions.entries()) {
      const served = doors.filter((door) => door.serves(position.operation))
      const chosen = isFull(position.operation.id)
        ? served
        : [served[n % served.length]!].filter(() => n % 10 === direction * 5)
      for (const door of chosen) {
        calls += 2
        try {
          const { status } = await attempt({ door, position, me, other, theirIds })
          if (status < 300 && position.operation.route.method !== 'GET') accepted.add(nameOfPosition(position))
        } catch (error) {
          failures.push((error as Error).message)
        }
      }
    }
    assert.deepEqual(failures, [])
    assert.deepEqual(await digestOf(app, other.org.id), before)
    console.log(`${idPositions.length} positions of ids, ${calls} calls`)
  })

test('a write never accepts an id of nothing', () => {
  // A batch is accepted with an error for the row.
  assert.deepEqual(
    [...accepted].filter((name) => !/^bulk\w+ body items\.\[\]/.test(name)),
    [],
  )
})

test('both organizations have an id for every position', () => {
  for (const position of idPositions)
    for (const { fixture } of tenants)
      assert.match(ownIdAt(position, fixture), new RegExp(`^${position.prefix}[0-9a-f-]+$`))
})

/** The fixture has an insight and a job under these names, but not of this kind. */
const neverFound = new Set(['getCompetitorInsight', 'getCompetitorResearch'])

const both = (): [Tenant, Tenant][] => [tenants, [tenants[1], tenants[0]]]

test('no read shows anything of the other organization, as JSON or as a file', async () => {
  for (const [me, other] of both()) {
    const theirIds = await idsOf(app, other.org.id)
    for (const [id, route] of publicRoutes.filter(([, { method }]) => method === 'GET'))
      for (const accept of ['application/json', ...(route.produces ?? [])]) {
        const { path, query } = sampleOf(route, me.fixture)
        const url = `${app.baseUrl}/api/v1${path}?${new URLSearchParams(query)}`
        const reply = await fetch(url, { headers: { authorization: `Bearer ${me.key}`, accept } })
        const text = await reply.text()
        assert.equal(reply.status, neverFound.has(id) ? 404 : 200, `${id} ${accept}: ${text}`)
        assert.ok(!text.includes(other.marker), `${id} ${accept}`)
        assert.deepEqual(
          idsIn(text).filter((found) => theirIds.has(found)),
          [],
          `${id} ${accept}`,
        )
      }
  }
})

test('a cursor of the other organization is invalid, and an event of it continues no feed', async () => {
  for (const [me, other] of both()) {
    let cursors = 0
    for (const [id, route] of publicRoutes.filter(([, found]) => hasCursor(found))) {
      const theirs = sampleOf(route, other.fixture)
      const query = 'limit' in route.query!.properties ? { ...theirs.query, limit: '1' } : theirs.query
      const { body } = await app.call(other.key, 'GET', theirs.path, { query })
      const cursor: unknown = body.pagination?.next_cursor
      if (typeof cursor !== 'string') continue
      cursors += 1
      const mine = sampleOf(route, me.fixture)
      const reply = await app.call(me.key, 'GET', mine.path, { query: { ...mine.query, cursor } })
      assert.equal(reply.body.error?.code, 'INVALID_CURSOR', id)
    }
    assert.ok(cursors >= 10, String(cursors))
  }
})

test('a stream of changes has none of the other organization, also when it continues after an event of it', async () => {
  const created = await Promise.all(
    both().map(async ([me, other]) => {
      const stream = await readChanges(app, me.key, String(other.fixture.eventId))
      const theme = await app.call(me.key, 'POST', '/themes', {
        body: { name: `${me.marker} of the stream` },
        headers: { 'idempotency-key': newId() },
      })
      assert.equal(theme.status, 201, theme.text)
      return { stream, theirIds: await idsOf(app, other.org.id), id: String(theme.body.id) }
    }),
  )
  for (const [n, { stream, theirIds, id }] of created.entries()) {
    const text = await stream.until(`earshot://themes/${id}`)
    const foreign = created[1 - n]!.id
    assert.ok(!text.includes(foreign), text)
    assert.deepEqual(
      idsIn(text).filter((found) => theirIds.has(found)),
      [],
    )
  }
})

test('a delivery signed with the secret of another organization is refused', async () => {
  for (const [me, other] of both()) {
    assert.equal((await deliverSignedBy(app, other, other)).status, 202)
    // The integration shows refused deliveries.
    const digest = async () => ({ ...(await digestOf(app, other.org.id)), integration: '', integration_event: '' })
    const before = await digest()
    assert.equal((await deliverSignedBy(app, me, other)).status, 401)
    assert.deepEqual(await digest(), before)
  }
})

test('a survey page treats questions and responses of another organization as unknown', async () => {
  for (const [me, other] of both()) {
    const before = await digestOf(app, other.org.id)
    for (const answer of [answerSurvey, answerWidget]) {
      const { questionId } = me.fixture
      const foreign = { questionId: other.fixture.questionId as string, response: other.fixture.responseId as string }
      for (const [name, value] of Object.entries(foreign)) {
        const own = { questionId: questionId as string, response: newId() }
        const withForeign = await answer(app, me, { ...own, [name]: value })
        const withUnknown = await answer(app, me, { ...own, [name]: newId() })
        assert.deepEqual(comparable(withForeign), comparable(withUnknown), name)
        assert.ok(withForeign.status < 500 && !withForeign.text.includes(other.marker), withForeign.text)
      }
    }
    assert.deepEqual(await digestOf(app, other.org.id), before)
  }
})

test('a link opens only what it was made for', async () => {
  const [me, other] = tenants
  const page = await (await fetch(`${app.baseUrl}/s/${me.surveyKey}`)).text()
  assert.ok(page.includes(me.marker) && !page.includes(other.marker))
  const paths = [`/s/${other.fixture.invitationToken}`, `/s/${other.key}`, `/hooks/v1/${me.surveyKey}`]
  for (const path of paths) {
    const reply = await fetch(app.baseUrl + path, { method: path.startsWith('/hooks') ? 'POST' : 'GET' })
    assert.equal(reply.status, 404, path)
  }
  const look = (token: unknown) => me.browser.app('POST', '/invitations/look', { body: { token } })
  const unknown = await look(`${String(other.fixture.invitationToken).slice(0, -4)}AAAA`)
  assert.deepEqual(comparable(await look(other.surveyKey)), comparable(unknown))
})
