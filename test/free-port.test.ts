import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from '#free-port.ts'

test('a free port can be listened at and is none that outgoing connections get', async () => {
  for (let n = 0; n < 20; n++) {
    const port = await freePort('127.0.0.1')
    assert.ok(port >= 10_000 && port <= 32_767, `${port}`)
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  }
})

test('an address that is not of this machine is an error', async () => {
  await assert.rejects(freePort('192.0.2.1'), { code: 'EADDRNOTAVAIL' })
})
