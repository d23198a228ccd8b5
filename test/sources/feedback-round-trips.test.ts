import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#store/ids.ts'
import { countRoundTrips } from '../count-round-trips.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

const send = async (body: object) => {
  const reply = await app.call(org.admin.key, 'POST', '/feedback', { body, headers: { 'idempotency-key': newId() } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body as { id: string }
}

test('a new piece of feedback takes at most four round trips', async () => {
  const contact = await app.call(org.admin.key, 'POST', '/contacts', { body: { email: 'a@acme.example' } })
  const requests = {
    plain: { content: 'The export is slow' },
    'with an external id': { content: 'The export is slow', external_id: '1' },
    'without repeats': { content: 'The export is slower', dedupe: 'content' },
    'of a contact': { content: 'The export is slowest', contact_id: contact.body.id as string },
  }
  // The first requests start the queue and read what is cached later.
  for (let i = 0; i < 3; i++) await send({ content: `Warm-up ${i}`, source: 'api' })
  const trips = countRoundTrips(app.store)
  for (const [name, body] of Object.entries(requests)) {
    const counts: number[] = []
    for (let n = 0; n < 3; n++) {
      trips.reset()
      await send({ ...body, source: `api-${n}`, content: `${body.content} ${n}` })
      counts.push(trips.count())
    }
    // The least, because the server also writes in the background.
    const least = Math.min(...counts)
    assert.ok(least > 1 && least <= 4, `${name}: ${least} round trips`)
  }
})
