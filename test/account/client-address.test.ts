import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createServer, type Server } from '#api/server.ts'
import { readConfig } from '#config/read.ts'
import { createOutbound } from '#outbound/client.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/* Which address a request counts for, by TRUST_PROXY and X-Forwarded-For. */

let app: TestApp
const servers = new Map<string, Server>()
before(async () => {
  app = await startTestApp()
})
after(async () => {
  for (const server of servers.values()) await server.close()
  await app.close()
})

/** A server with one route that returns what is known of its caller. */
function serverWith(trust: string): Server {
  let server = servers.get(trust)
  if (server) return server
  server = createServer({
    store: app.store,
    outbound: createOutbound(),
    secret: app.secret,
    settings: app.settings,
    authenticators: [],
    log: { info() {}, warn() {}, error() {} },
    trustProxy: readConfig({ TRUST_PROXY: trust }).trustProxy,
    plugins: [
      (routes) =>
        void routes.get('/who', ({ ip, network, protocol, host }, reply) =>
          reply.send({ ip, network, protocol, host }),
        ),
    ],
  })
  servers.set(trust, server)
  return server
}

const callerOf = async (trust: string, peer: string, headers: Record<string, string>) =>
  (await serverWith(trust).inject({ url: '/who', remoteAddress: peer, headers })).json() as Record<string, string>

const client = '203.0.113.9'
const forged = '198.51.100.66'
const nginx = '127.0.0.1'
const balancer = '10.0.0.5'

type Case = [name: string, trust: string, peer: string, forwardedFor: string | undefined, expected: string]
const cases: Case[] = [
  ['no proxy: the header is the client’s own text', 'off', client, forged, client],
  ['nginx that appends', '1', nginx, `${forged}, ${client}`, client],
  ['nginx or Caddy that replaces the header', '1', nginx, client, client],
  ['Traefik and Caddy, which drop the header of a client they do not trust', 'loopback', nginx, client, client],
  ['on means one proxy', 'on', nginx, `${forged}, ${client}`, client],
  ['many forged addresses', '1', nginx, `${Array(200).fill(forged).join(',')},${client}`, client],
  ['cloud balancer and nginx', '2', nginx, `${forged}, ${client}, ${balancer}`, client],
  ['the same, one proxy trusted: the balancer', '1', nginx, `${forged}, ${client}, ${balancer}`, balancer],
  ['cloud balancer and nginx by network', 'loopback,private', nginx, `${forged}, ${client}, ${balancer}`, client],
  ['a forged private address', 'loopback,private', nginx, `10.9.9.9, ${client}, ${balancer}`, client],
  ['all addresses are proxies', 'loopback,private', nginx, `10.9.9.9, ${balancer}`, '10.9.9.9'],
  ['the peer is not in the trusted networks', '10.0.0.0/8', client, forged, client],
  ['a proxy in an IPv6 network', '2001:db8:1::/48', '2001:db8:1::5', `${forged}, ${client}`, client],
  ['a mapped peer', '10.0.0.0/8', `::ffff:${balancer}`, `${forged}, ${client}`, client],
  ['a mapped peer without a proxy', 'off', `::ffff:${client}`, forged, client],
  ['a mapped address', '1', nginx, `::ffff:${client}`, client],
  ['no header', '2', nginx, undefined, nginx],
  ['an empty header', '2', nginx, ' ', nginx],
  ['fewer addresses than proxies', '3', nginx, `${client}, ${balancer}`, client],
  ['a port', '1', nginx, `${forged}, ${client}:51234`, client],
  ['an IPv6 address', '1', nginx, `${forged}, 2001:DB8::9`, '2001:db8::9'],
  ['an IPv6 address with brackets', '1', nginx, '[2001:db8::9]', '2001:db8::9'],
  ['an IPv6 address with a port', '1', nginx, '[2001:db8::9]:51234', '2001:db8::9'],
  ['a text that is no address', '1', nginx, `${forged}, unknown`, nginx],
  ['a text that is no address before the balancer', '2', nginx, `${forged}, _hidden, ${balancer}`, balancer],
  ['an address in octal digits', '1', nginx, '0177.0.0.1', nginx],
  ['an address out of range', '1', nginx, '203.0.113.900', nginx],
  ['a link-local peer, with its interface', 'off', 'fe80::1%br-4f2', forged, 'fe80::1'],
  ['a link-local proxy', 'fe80::/10', 'fe80::1%eth0.100', `${forged}, ${client}`, client],
  ['an interface that the client wrote', '1', nginx, '2001:db8::9%"}<b>', '2001:db8::9'],
  ['an empty last entry', '1', nginx, `${forged},`, nginx],
]

for (const [name, trust, peer, forwardedFor, expected] of cases)
  test(`TRUST_PROXY=${trust}: ${name}`, async () => {
    const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
    assert.equal((await callerOf(trust, peer, headers)).ip, expected)
  })

test('other forwarding headers are ignored', async () => {
  const headers = {
    host: 'feedback.example.com',
    'x-real-ip': forged,
    'x-client-ip': forged,
    'x-client-address': forged,
    'cf-connecting-ip': forged,
    'true-client-ip': forged,
    forwarded: `for=${forged};proto=https;host=evil.example`,
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }
  for (const trust of ['off', '1', 'loopback'])
    assert.deepEqual(await callerOf(trust, nginx, headers), {
      ip: nginx,
      network: nginx,
      protocol: 'http',
      host: 'feedback.example.com',
    })
})

test('several X-Forwarded-For lines are one list', async () => {
  const text = await send('1', `X-Forwarded-For: ${client}\r\nx-forwarded-for: ${forged}, ${balancer}\r\n`)
  assert.match(text, new RegExp(`"ip":"${balancer}"`))
})

/** Sends a request with these header lines over a socket. */
async function send(trust: string, lines: string, prepare?: (socket: Socket) => void): Promise<string> {
  const server = serverWith(trust)
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  if (prepare) server.server.once('connection', prepare)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('data', (chunk) => (received += chunk))
    socket.once('end', () => resolve(received))
    socket.once('error', reject)
    socket.write(`GET /who HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${lines}\r\n`)
  })
}

test('nothing is done for a client that has reset its connection, whose address is not known', async () => {
  const reset = (socket: Socket) => void Object.defineProperty(socket, 'remoteAddress', { value: undefined })
  const text = await send('off', '', reset)
  assert.match(text, /^HTTP\/1\.1 400 .*"The connection is closed\."/s)
})

test('limits count IPv6 by /64, and by the IPv4 address behind NAT64', async () => {
  const networkOf = async (address: string) => (await callerOf('1', nginx, { 'x-forwarded-for': address })).network
  assert.equal(await networkOf('203.0.113.9'), '203.0.113.9')
  assert.equal(await networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(await networkOf('2001:db8:1:2::'), '2001:db8:1:2::/64')
  assert.equal(await networkOf('2001:db8:1:3::'), '2001:db8:1:3::/64')
  assert.equal(await networkOf('64:ff9b::203.0.113.9'), '203.0.113.9')
  assert.equal(await networkOf('::1'), '::/64')
  assert.equal(await networkOf('fe80::1%br-4f2'), 'fe80::/64')
})

test('no limit of a route counts by the whole address', () => {
  const uses = globSync('src/api/**/*.ts').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /\brequest\.ip\b/.test(line) && /limit|rates/i.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(uses, [])
})
