import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { webPageRoutes } from '#api/routes/web-pages.ts'

/* Bodies as they are sent: fetch would decompress them. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-pages-'))
const page = `<!doctype html><style nonce="NONCE-OF-THIS-PAGE"></style>${'<p>Earshot</p>'.repeat(200)}`
const script = 'console.log(1)\n'.repeat(200)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), page)
writeFileSync(join(folder, 'assets/app-1.js'), script)
writeFileSync(join(folder, 'assets/tiny-1.js'), 'x()')
writeFileSync(join(folder, 'assets/font-1.woff2'), Buffer.alloc(5000))

const server = Fastify()
before(async () => {
  await server.register(async (app) => webPageRoutes(folder)(app))
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { accept: 'text/html', ...headers } })
const decode = { br: brotliDecompressSync, gzip: gunzipSync }

test('pages are compressed as the browser accepts, each with a nonce of its own', async () => {
  const plain = await get('/insights')
  assert.equal(plain.headers['content-encoding'], undefined)
  const nonces = new Set<string>()
  for (const coding of ['br', 'gzip'] as const) {
    const reply = await get('/insights', { 'accept-encoding': coding })
    assert.deepEqual(
      [reply.headers['content-encoding'], reply.headers.vary, reply.headers['cache-control']],
      [coding, 'accept-encoding', 'no-cache'],
    )
    const text = decode[coding](reply.rawPayload).toString()
    const [, nonce] = /nonce="([^"]+)"/.exec(text)!
    assert.equal(text, page.replace('NONCE-OF-THIS-PAGE', nonce!))
    assert.ok(String(reply.headers['content-security-policy']).includes(`'nonce-${nonce!}'`))
    assert.ok(reply.rawPayload.length < text.length / 5)
    nonces.add(nonce!)
  }
  assert.equal(nonces.size, 2)
  assert.equal(plain.headers.vary, 'accept-encoding')
})

test('the best accepted coding is used, and none that is refused', async () => {
  const codingFor = async (accepted: string) =>
    (await get('/insights', { 'accept-encoding': accepted })).headers['content-encoding']
  assert.equal(await codingFor('gzip, deflate, br, zstd'), 'br')
  assert.equal(await codingFor('gzip;q=0.5, br;q=0'), 'gzip')
  assert.equal(await codingFor('*'), 'br')
  assert.equal(await codingFor('*;q=0'), undefined)
  assert.equal(await codingFor('identity'), undefined)
  assert.equal(await codingFor('brotli'), undefined)
})

test('small files and compressed formats are sent as they are', async () => {
  for (const url of ['/assets/tiny-1.js', '/assets/font-1.woff2'])
    assert.equal((await get(url, { 'accept-encoding': 'br' })).headers['content-encoding'], undefined, url)
  assert.equal((await get('/assets/font-1.woff2')).headers.vary, undefined)
})

test('hashed files are immutable, and every coding revalidates by its content', async () => {
  const plain = await get('/assets/app-1.js')
  const packed = await get('/assets/app-1.js', { 'accept-encoding': 'br' })
  assert.equal(brotliDecompressSync(packed.rawPayload).toString(), script)
  assert.match(String(packed.headers['cache-control']), /immutable/)
  assert.notEqual(packed.headers.etag, plain.headers.etag)
  const statusOf = async (etag: string) => (await get('/assets/app-1.js', { 'if-none-match': etag })).statusCode
  for (const { etag } of [plain.headers, packed.headers]) {
    assert.equal(await statusOf(String(etag)), 304)
    assert.equal(await statusOf(`"other", W/${String(etag)}`), 304)
  }
  assert.equal(await statusOf('"other"'), 200)
})
