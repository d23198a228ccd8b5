import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { openIdentityProvider as openSingleSignOn } from '#api/auth/single-sign-on/provider.ts'
import { createPoliteFetcher } from '#collectors/polite-fetcher.ts'
import { send as sendDelivery } from '#domain/events/webhooks/dispatch.ts'
import { PullClient } from '#domain/integrations/pull/client.ts'
import type { PullDefinition } from '#domain/integrations/definition/provider.ts'
import { openModelProvider as openLanguageModel } from '#llm/provider.ts'
import { openMailer } from '#mail/mailer.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import { languageModelFetch } from '#serve/dependencies.ts'
import { type Attack, attacks, impatient, listenWith } from './hostile.ts'
import { listen } from './listener.ts'

/* Everything in the server that sends requests, against servers that redirect, flood and stall. */

/** Calls once; true when it took the answer for a good one. */
type Caller = { name: string; call(outbound: Outbound, url: string): Promise<boolean>; cutsBodies?: boolean }

const pullDefinition = {
  limits: { default: { requests: 1000, perMs: 1 } },
  headers: () => ({ authorization: 'Bearer secret' }),
} as unknown as PullDefinition

const callers: Caller[] = [
  {
    name: 'webhooks',
    async call(outbound, url) {
      const { delivered, excerpt } = await sendDelivery(outbound, { url, secrets: ['whsec_c2VjcmV0'] }, 'evt_1', '{}')
      assert.ok((excerpt ?? '').length <= 1000)
      return delivered
    },
    // The status counts; of the body only the beginning is shown.
    cutsBodies: true,
  },
  {
    name: 'competitor research',
    call: (outbound, url) =>
      createPoliteFetcher(outbound, { delayMs: 0, retryMs: [1, 1] })
        .read(url, { robots: false })
        .then(({ status }) => status < 300),
  },
  {
    name: 'integrations',
    async call(outbound, url) {
      const clock = { now: () => Date.now(), sleep: async () => {} }
      const client = new PullClient({
        name: 'Test',
        definition: pullDefinition,
        context: { baseUrl: url } as ConstructorParameters<typeof PullClient>[0]['context'],
        outbound,
        clock,
        budget: { requests: 100, ms: 60_000 },
        token: null,
        async saveToken() {},
        isPaced: false,
      })
      return (await client.send({ url: '/items' })).status < 300
    },
  },
  {
    name: 'single sign-on',
    async call(outbound, url) {
      const settings = {
        issuer: url,
        clientId: 'x',
        clientSecret: 'y',
        roleClaim: null,
        defaultRole: 'member' as const,
      }
      await openSingleSignOn(settings, 'http://localhost/callback', outbound).begin()
      return true
    },
  },
  {
    name: 'language model',
    async call(outbound, url) {
      const fetch = languageModelFetch(outbound)
      const model = openLanguageModel({ baseUrl: url, model: 'x', apiKey: 'secret', fetch })
      const { status } = await model.complete({ system: 's', prompt: 'p', schema: {} })
      return status === 'answered'
    },
  },
]

const allowed = ['127.0.0.1/32']
let inside: Awaited<ReturnType<typeof listen>>
before(async () => void (inside = await listen((_, response) => response.end('{}'), '127.0.0.2')))
after(() => inside.close())

async function tryAttack({ call }: Caller, attack: Attack) {
  const server = await listenWith(attack, `${inside.url}/`)
  const { client, asked } = impatient(createOutbound({ networks: allowed }))
  try {
    const succeeded = await call(client, server.url).catch(() => false)
    return { succeeded, asked, requests: server.seen.paths.length }
  } finally {
    await server.close()
  }
}

for (const caller of callers)
  test(`${caller.name}: ${attacks.length} hostile servers get no good answer through`, async () => {
    for (const attack of attacks) {
      const { succeeded, asked, requests } = await tryAttack(caller, attack)
      assert.equal(succeeded, caller.cutsBodies === true && attack.isCut === true, attack.name)
      assert.ok(requests >= 1 && asked.length >= 1, `${attack.name}: the caller uses the shared client`)
      // A redirect is followed three times at most, and a request repeated four times.
      assert.ok(requests <= 5 * 4, `${attack.name}: ${requests} requests`)
      for (const { bytes, ms, redirects } of asked)
        assert.ok(bytes <= 16 * 1024 * 1024 && ms <= 120_000 && redirects <= 3, attack.name)
    }
    assert.equal(inside.seen.connections, 0)
  })

test('a name that leads to a private address after the check reaches nobody there', async () => {
  for (const { call } of callers) {
    const server = await listen((_, response) => void response.writeHead(500).end())
    let lookups = 0
    const resolve = async () => [lookups++ === 0 ? '127.0.0.1' : '127.0.0.2']
    const { client } = impatient(createOutbound({ networks: allowed, resolve }))
    assert.equal(await call(client, `http://rebind.example.com:${server.port}`).catch(() => false), false)
    assert.ok(lookups >= 1)
    await server.close()
  }
  assert.equal(inside.seen.connections, 0)
})

type Dialogue = (socket: Socket, line: string) => void

const mailAttacks: Record<string, Dialogue> = {
  'no greeting': () => {},
  'a greeting that drips': (socket, line) => line === '' && dripInto(socket, '220-'),
  'an endless line': (socket, line) => line === '' && pourInto(socket),
  'an answer that drips': (socket, line) =>
    line === '' ? socket.write('220 hi\r\n') : dripInto(socket, '250-wait\r\n'),
}

function dripInto(socket: Socket, text: string) {
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('close', () => clearInterval(timer))
  return true
}

function pourInto(socket: Socket) {
  const more = () => {
    while (!socket.destroyed && socket.write('x'.repeat(64 * 1024))) continue
  }
  socket.on('drain', more)
  more()
  return true
}

test('mail is not a request of HTTP: it has a deadline of its own, and bounded answers', async () => {
  for (const [name, dialogue] of Object.entries(mailAttacks)) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      dialogue(socket, '')
      socket.on('data', (data) => dialogue(socket, data.toString()))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const mailer = openMailer({ url, from: 'a@example.com', deadlineMs: 400 })
    const mail = { id: 'x', to: 'b@example.com', subject: 's', text: 't' }
    await assert.rejects(mailer.send(mail), Error, name)
    // Resolves only when no connection is left.
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
})

test('nothing else in the server sends requests', () => {
  // The start asks itself for its first answer, to print how long it took.
  const own =
    /^src\/(serve\/timing\.ts$|web|client|cli|mcp|outbound|api\/routes\/(survey-page|widget)|domain\/integrations\/providers\/imap\/local-imap\.ts$)/
  const strays = globSync('src/**/*.ts')
    .filter((path) => !own.test(path))
    .filter((path) =>
      /(?<![.\w])fetch\(|from 'node:(https|tls|dns|dgram)|new WebSocket|XMLHttpRequest/.test(code(path)),
    )
  assert.deepEqual(strays, [])
})

/** The text without comments. */
const code = (path: string) => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
