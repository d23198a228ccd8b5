import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openStore } from '#store/open.ts'
import { cloneDatabase } from '../database.ts'
import { waitFor } from '../wait-for.ts'
import { prepareServer } from './server-child.ts'
import { createTenant } from './tenant.ts'

/* Connections that a stopping server has accepted long before: streams, bodies that still arrive, idle ones. */

async function startServer(t: TestContext) {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const store = openStore({ ...connection, max: 1 })
  const { key } = await createTenant(store)
  await store.close()
  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  t.after(() => server.kill())
  return { server, key }
}

/** A connection that has sent a text; `ended` says whether the server closed it in order. */
async function send(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk))
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('closed'))
    socket.once('error', ({ message }) => resolve(message))
  })
  await once(socket, 'connect')
  socket.write(text)
  return { socket, ended, received: () => received }
}

const headers = (key: string, ...more: string[]) =>
  ['host: localhost', `authorization: Bearer ${key}`, ...more].join('\r\n') + '\r\n\r\n'

test('a stopping server ends the streams of MCP clients and exits at once', async (t) => {
  const { server, key } = await startServer(t)
  const stream = await send(server.port, `GET /mcp HTTP/1.1\r\n${headers(key, 'accept: text/event-stream')}`)
  await waitFor('the stream', () => stream.received().includes(':\n\n'))
  // An exit that does not wait for the clients to leave: otherwise requests count as not finished, with code 1.
  assert.equal(await server.terminate(), 0, server.log())
  assert.equal(await stream.ended, 'closed')
  // The last chunk of a chunked body: the stream is complete.
  assert.match(stream.received(), /^HTTP\/1\.1 200 .*\r\n0\r\n\r\n$/s)
})

test('a stopping server answers a request whose body still arrives, and closes idle connections in order', async (t) => {
  const { server, key } = await startServer(t)
  const idle = await send(server.port, `GET /healthz HTTP/1.1\r\n${headers(key)}`)
  await waitFor('its answer', () => idle.received().includes('"ok"'))
  const body = JSON.stringify({ name: 'Export' })
  const lengths = ['content-type: application/json', `content-length: ${body.length}`]
  const post = await send(server.port, `POST /api/v1/themes HTTP/1.1\r\n${headers(key, ...lengths)}${body.slice(0, 5)}`)
  // One behind it on the same thread was answered, so this one has begun.
  const other = await send(server.port, `GET /api/v1/themes HTTP/1.1\r\n${headers(key)}`)
  await waitFor('an answer', () => other.received().includes('"pagination"'))
  const exit = server.terminate()
  await waitFor('the end of listening', () =>
    fetch(`http://127.0.0.1:${server.port}/healthz`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  )
  post.socket.write(body.slice(5))
  assert.equal(await exit, 0, server.log())
  assert.deepEqual(await Promise.all([post.ended, idle.ended]), ['closed', 'closed'])
  assert.match(post.received(), /^HTTP\/1\.1 201 /)
})
