import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { InFlight } from '#api/pipeline/in-flight.ts'

/*
 * Who is served under overload, in exact counts: a server of a fixed number of requests per step, oldest first, and
 * clients of several organizations that ask again in every step until they are admitted, in the same order each time.
 */

type Client = { org: string; request: IncomingMessage; isKnown: boolean; waits: boolean; served: number }
type Group = { org: string; clients: number; key?: (n: number) => string; isKnown?: boolean }
type Plan = { limit: number; perStep: number; steps: number; groups: Group[] }

const stepMs = 20

const requestWith = (key: string) =>
  ({ url: '/api/v1/themes', method: 'GET', headers: { authorization: `Bearer ${key}` } }) as unknown as IncomingMessage

function simulate({ limit, perStep, steps, groups }: Plan) {
  let now = 0
  const inFlight = new InFlight({ total: 1000, perOrganization: 500, limit: () => limit, now: () => now })
  const clients: Client[] = groups.flatMap(({ org, clients: count, key = () => org, isKnown = true }) =>
    Array.from({ length: count }, (_, n) => ({ org, request: requestWith(key(n)), isKnown, waits: true, served: 0 })),
  )
  for (const { org, request, isKnown } of clients) if (isKnown) inFlight.learn(request, org)
  const queue: { client: Client; leave: () => void }[] = []
  let longestQueue = 0
  for (let step = 0; step < steps; step++) {
    now += stepMs
    for (const client of clients.filter(({ waits }) => waits)) {
      if (inFlight.refuses(client.request)) continue
      const leave = inFlight.enter(client.request)
      // Callers without a valid key are rejected by the authorization, before they count for an organization.
      if (client.isKnown) inFlight.enterOrg(client.org)
      client.waits = false
      queue.push({ client, leave })
    }
    longestQueue = Math.max(longestQueue, queue.length)
    for (const { client, leave } of queue.splice(0, perStep)) {
      leave()
      if (client.isKnown) inFlight.leaveOrg(client.org)
      client.waits = true
      client.served++
    }
  }
  const served = Object.fromEntries(groups.map(({ org }) => [org, 0]))
  for (const client of clients) served[client.org]! += client.served
  return { served, longestQueue }
}

const plan = { limit: 24, perStep: 8, steps: 300 }
const capacity = plan.perStep * plan.steps

test('an organization that floods takes what others leave, and they get what they ask for', () => {
  const alone = simulate({ ...plan, groups: [{ org: 'loud', clients: 500 }] })
  assert.deepEqual(alone, { served: { loud: capacity }, longestQueue: 24 })
  const { served, longestQueue } = simulate({
    ...plan,
    groups: [{ org: 'loud', clients: 500 }, ...['a', 'b'].map((org) => ({ org, clients: 4 }))],
  })
  // Four clients each, admitted in every step that they ask in: they wait for the queue in front of them, not longer.
  assert.equal(served.a, served.b)
  assert.ok(longestQueue <= 32, String(longestQueue))
  assert.equal(served.a, 300)
  assert.equal(served.loud! + served.a! + served.b!, capacity)
})

test('organizations that all flood share equally, however many connections each has', () => {
  const groups = [500, 100, 50].map((clients, n) => ({ org: String(n), clients }))
  const { served, longestQueue } = simulate({ ...plan, groups })
  assert.equal(served[0]! + served[1]! + served[2]!, capacity)
  for (const count of Object.values(served)) assert.ok(Math.abs(count - capacity / 3) <= 24, JSON.stringify(served))
  // The first fills the limit alone; those after it are admitted above it up to their shares of a half and a third.
  assert.equal(longestQueue, 24 + 12 + 8)
})

test('callers with unknown keys do not take the places of those who are known', () => {
  const { served, longestQueue } = simulate({
    ...plan,
    groups: [
      { org: 'unknown', clients: 500, key: (n) => `nonsense ${n}`, isKnown: false },
      { org: 'a', clients: 4 },
    ],
  })
  assert.equal(served.a, 240)
  assert.equal(served.unknown! + served.a!, capacity)
  assert.equal(longestQueue, 24 + 8 + 4)
})

test('a caller is known by the key that authenticates it, whatever other authorization a proxy adds', () => {
  const inFlight = new InFlight({ total: 20, perOrganization: 10, limit: () => 4 })
  const requestOf = (key: string) =>
    ({
      url: '/',
      method: 'GET',
      headers: { authorization: 'Basic cHJveHk6', 'x-api-key': key },
    }) as unknown as IncomingMessage
  for (const org of ['a', 'b']) inFlight.learn(requestOf(org), org)
  for (let n = 0; n < 4; n++) {
    inFlight.enter(requestOf('b'))
    inFlight.enterOrg('b')
  }
  assert.deepEqual([inFlight.refuses(requestOf('b')), inFlight.refuses(requestOf('a'))], [true, false])
})
