import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase } from '../database.ts'
import { prepareServer } from './server-child.ts'

/* A stopping server without a balancer in front of it. */

type Outcome = 'answered' | 'refused' | 'cut off'
type VisitOptions = { delayMs?: number; onConnect?: () => void }
const request = (close: boolean) =>
  `GET /healthz HTTP/1.1\r\nhost: localhost\r\n${close ? 'connection: close\r\n' : ''}\r\n`

/** One new connection with one request; a refused connection is fine, any other end without an answer is not. */
const visit = (port: number, host: string, { delayMs = 0, onConnect = () => {} }: VisitOptions = {}) =>
  new Promise<Outcome>((resolve) => {
    let text = ''
    let isConnected = false
    const socket = connect(port, host, () => {
      isConnected = true
      onConnect()
      setTimeout(() => socket.write(request(true)), delayMs)
    })
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (text.startsWith('HTTP/1.1 200')) resolve('answered')
      else resolve(isConnected ? 'cut off' : 'refused')
    })
  })

async function startServer(t: TestContext) {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  t.after(() => server.kill())
  // A machine may lack IPv6.
  const hosts = []
  for (const host of ['127.0.0.1', '::1']) if ((await visit(server.port, host)) === 'answered') hosts.push(host)
  assert.notDeepEqual(hosts, [])
  return { server, hosts }
}

test('a stopping server answers every connection that waits to be accepted', async (t) => {
  const { server, hosts } = await startServer(t)
  server.freeze()
  let connected = 0
  const visits = hosts.flatMap((host) =>
    Array.from({ length: 20 }, () => visit(server.port, host, { onConnect: () => connected++ })),
  )
  while (connected < visits.length) await sleep(10)
  const exit = server.terminate()
  server.wake()
  assert.deepEqual(new Set(await Promise.all(visits)), new Set(['answered']))
  assert.equal(await exit, 0, server.log())
})

test('a server that stops while clients connect answers every connection that it accepted', async (t) => {
  const { server, hosts } = await startServer(t)
  const counts = { answered: 0, refused: 0, 'cut off': 0 }
  const visitor = async (host: string, delayMs: number) => {
    for (let last: Outcome = 'answered'; last === 'answered';) {
      last = await visit(server.port, host, { delayMs })
      counts[last]++
    }
  }
  const visitors = hosts.flatMap((host) => [0, 0, 0, 0, 5, 50, 300].map((delayMs) => visitor(host, delayMs)))
  while (counts.answered < 200) await sleep(10)
  assert.equal(await server.terminate(), 0, server.log())
  await Promise.all(visitors)
  // The system resets a connection that is complete between the last accept and the close, which no process can
  // prevent. Such a connection was never accepted.
  t.diagnostic(JSON.stringify(counts))
  assert.equal(counts.answered + hosts.length, await server.accepted())
})
