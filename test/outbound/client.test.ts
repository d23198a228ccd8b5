import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createOutbound } from '#outbound/client.ts'
import { OutboundError, type OutboundCode } from '#outbound/failure.ts'
import { type Answering, listen } from './listener.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const serve = async (answer: Answering, host?: string) => {
  const listener = await listen(answer, host)
  ends.push(listener.close)
  return listener
}
const outbound = createOutbound({ networks: ['127.0.0.1/32'], resolve: async () => ['127.0.0.1'] })
const failsWith = async (code: OutboundCode, work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutboundError && error.code === code, `${error} ${(error as OutboundError)?.code}`)
}
const moved = (response: ServerResponse, status: number, location: string) =>
  response.writeHead(status, { location }).end('moved')

test('a response is returned with its status', async () => {
  const { url, seen } = await serve((_, response) =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end('none'),
  )
  const answer = await outbound.get({ url: `${url}/a?b=1` })
  assert.deepEqual(
    [answer.status, answer.body.toString(), answer.headers['content-type'], answer.url],
    [404, 'none', 'text/plain', `${url}/a?b=1`],
  )
  assert.deepEqual(
    [seen.paths, seen.headers[0]!['user-agent'], seen.headers[0]!.connection],
    [['/a?b=1'], 'Earshot', 'close'],
  )
})

test('a body is posted unchanged', async () => {
  let got = ''
  const { url } = await serve(
    (request, response) =>
      void request.on('data', (part) => (got += part)).on('end', () => response.writeHead(202).end()),
  )
  const { status } = await outbound.post({ url, body: '{"ü":1}', headers: { 'content-type': 'application/json' } })
  assert.deepEqual([status, got], [202, '{"ü":1}'])
})

test('the parts of a body are read as they arrive, within the limits', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'identity' }).write('first')
  })
  const { status, body } = await outbound.postForStream({ url, body: '{}' })
  const { value } = await body.next()
  assert.deepEqual([status, Buffer.from(value as Uint8Array).toString()], [200, 'first'])
  await body.return(undefined)
  const tooLong = await outbound.postForStream({ url, body: '{}', limits: { bytes: 4 } })
  await failsWith('TOO_LARGE', tooLong.body.next())
  const tooSlow = await outbound.postForStream({ url, body: '{}', limits: { ms: 300 } })
  await assert.rejects(async () => {
    for await (const _ of tooSlow.body);
  })
})

for (const status of [301, 302, 303, 307, 308])
  test(`a redirect with ${status} is followed within the allowed networks and rejected outside`, async () => {
    const inner = await serve((_, response) => response.end('secret'), '127.0.0.2')
    const { url, seen } = await serve((request, response) => {
      const [, way, rest] = request.url!.split('/')
      if (way === 'ok') return response.end('ok')
      moved(response, status, way === 'near' ? '/ok' : decodeURIComponent(rest!))
    })
    assert.equal((await outbound.get({ url: `${url}/near` })).body.toString(), 'ok')
    for (const to of [
      inner.url,
      `http://[::1]:${inner.port}/`,
      `http://2130706434:${inner.port}/`,
      `//127.0.0.2:${inner.port}/`,
      'file:///etc/passwd',
      'http://user:pw@127.0.0.1/',
      'http://127.0.0.1:22/',
    ])
      await failsWith('REFUSED', outbound.get({ url: `${url}/far/${encodeURIComponent(to)}` }))
    assert.equal(inner.seen.connections, 0)
    const before = seen.connections
    assert.equal((await outbound.post({ url: `${url}/near`, body: 'x' })).status, status)
    assert.equal(seen.connections, before + 1)
  })

test('each redirect is checked: a name that becomes private after a redirect is rejected', async () => {
  const inner = await serve((_, response) => response.end('secret'), '127.0.0.2')
  const first = await serve((_, response) => moved(response, 302, `http://rebind.example.com:${inner.port}/`))
  const answers = ['127.0.0.1', '127.0.0.2']
  const client = createOutbound({ networks: ['127.0.0.1/32'], resolve: async () => [answers.shift()!] })
  await failsWith('REFUSED', client.get({ url: `http://rebind.example.com:${first.port}/` }))
  assert.deepEqual([answers.length, inner.seen.connections], [0, 0])
})

test('a meta refresh is not followed', async () => {
  const inner = await serve((_, response) => response.end('secret'), '127.0.0.2')
  const { url } = await serve((_, response) =>
    response
      .writeHead(200, { refresh: `0;url=${inner.url}` })
      .end(`<meta http-equiv="refresh" content="0;url=${inner.url}">`),
  )
  assert.equal((await outbound.get({ url })).status, 200)
  assert.equal(inner.seen.connections, 0)
})

test('three redirects are followed, a thousand are not', async () => {
  const { url, seen } = await serve((request, response) => {
    const left = Number(request.url!.slice(1))
    return left === 0 ? response.end('there') : moved(response, 302, `/${left - 1}`)
  })
  assert.equal((await outbound.get({ url: `${url}/3` })).body.toString(), 'there')
  await failsWith('TOO_MANY_REDIRECTS', outbound.get({ url: `${url}/1000` }))
  assert.equal(seen.connections, 8)
})

test('secret headers are not sent to another origin', async () => {
  const other = await serve((_, response) => response.end())
  const { url, seen } = await serve((_, response) => moved(response, 302, other.url))
  await outbound.get({ url, headers: { authorization: 'Bearer x', 'X-Api-Key': 'y', accept: 'text/html' } })
  assert.equal(seen.headers[0]!.authorization, 'Bearer x')
  assert.deepEqual(
    [other.seen.headers[0]!.authorization, other.seen.headers[0]!['x-api-key'], other.seen.headers[0]!.accept],
    [undefined, undefined, 'text/html'],
  )
})

test('compressed responses are decompressed', async () => {
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
  for (const [encoding, by] of Object.entries(pack)) {
    const { url } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(by('hello')),
    )
    assert.equal((await outbound.get({ url })).body.toString(), 'hello')
  }
})

test('a compression bomb stops at the limit of decompressed bytes', async () => {
  const zeros = Buffer.alloc(16 * 1024 * 1024)
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
  for (const [encoding, by] of Object.entries(pack)) {
    const packed = by(zeros)
    assert.ok(packed.length < 100_000)
    const { url } = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(packed))
    await failsWith('TOO_LARGE', outbound.get({ url }))
    assert.equal((await outbound.get({ url, overflow: 'cut', limits: { bytes: 1000 } })).body.length, 1000)
  }
})

test('double, unknown and corrupt encodings are BAD_ANSWER', async () => {
  for (const [encoding, body] of [
    ['gzip, gzip', gzipSync(gzipSync('x'))],
    ['zstd', Buffer.from('x')],
    ['gzip', Buffer.from('not gzip')],
    ['br', Buffer.from('not brotli at all')],
    ['deflate', Buffer.from('nope')],
  ] as const) {
    const { url } = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    await failsWith('BAD_ANSWER', outbound.get({ url }))
  }
})

test('an endless body and one that claims ten gigabytes stop at the limit', async () => {
  const part = Buffer.alloc(64 * 1024, 'x')
  let sent = 0
  const pour = (response: ServerResponse) => {
    const more = () => {
      while (!response.destroyed && response.write(part)) sent += part.length
    }
    response.on('drain', more)
    more()
  }
  for (const headers of [{}, { 'content-length': String(10 * 1024 ** 3) }]) {
    const { url } = await serve((_, response) => pour(response.writeHead(200, headers)))
    await failsWith('TOO_LARGE', outbound.get({ url, limits: { bytes: 100_000 } }))
  }
  assert.ok(sent < 50 * 1024 * 1024, `${sent}`)
})

test('slow bodies, silent servers and slow redirects end with the timeout', async () => {
  const timers: NodeJS.Timeout[] = []
  const drip = await serve((_, response) => void timers.push(setInterval(() => response.write('x'), 20)))
  const silent = await serve(() => {})
  const chain = await serve((_, response) => void setTimeout(() => moved(response, 302, '/again'), 150))
  const limits = { ms: 300, redirects: 100 }
  for (const { url } of [drip, silent, chain]) await failsWith('TIMEOUT', outbound.get({ url, limits }))
  for (const timer of timers) clearInterval(timer)
  const slowNames = createOutbound({ resolve: () => new Promise(() => {}) })
  await failsWith('TIMEOUT', slowNames.get({ url: 'http://example.com/', limits }))
})

test('a caller can abort', async () => {
  const { url } = await serve(() => {})
  const off = new AbortController()
  const waiting = outbound.get({ url, signal: off.signal })
  off.abort()
  await failsWith('ABORTED', waiting)
})

test('invalid HTTP, truncated responses and TLS errors have their own codes', async () => {
  const raw = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .once('data', (data) => socket.end(data[0] === 0x16 ? 'no tls here' : 'SSH-2.0-x\r\n\r\n')),
  )
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => void raw.close(() => resolve())))
  const { port } = raw.address() as AddressInfo
  await failsWith('BAD_ANSWER', outbound.get({ url: `http://127.0.0.1:${port}/` }))
  await failsWith('UNREACHABLE', outbound.get({ url: `https://127.0.0.1:${port}/` }))
  const half = await serve(
    (_, response) => (
      response.writeHead(200, { 'content-length': '100' }).write('half'),
      void setImmediate(() => response.destroy())
    ),
  )
  await failsWith('UNREACHABLE', outbound.get({ url: half.url }))
  await half.close()
  ends.length = 1
  await failsWith('UNREACHABLE', outbound.get({ url: half.url }))
  const nameless = createOutbound({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  await failsWith('UNREACHABLE', nameless.get({ url: 'http://nobody.example.com/' }))
})
