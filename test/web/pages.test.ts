import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtPages } from '#serve/web-app.ts'
import { max, sizesOf } from '#web/sizes.ts'
import { openWorld, type World } from '../world.ts'

/* How the web app is served, and how much of it. */

let world: World
const folder = builtPages()
const skip = folder ? false : 'the web app is not built: npm run build:web'
before(async () => {
  if (folder) world = await openWorld({ pages: folder })
})
after(() => world?.close())

test('the first load is at most 180 kB and no screen adds more than 60 kB, compressed', { skip }, () => {
  assert.deepEqual(max, { first: 180_000, route: 60_000 })
  const { first, routes } = sizesOf(folder!)
  assert.ok(first > 50_000 && first <= max.first, `the first load is ${first} bytes`)
  assert.ok(routes.length > 20)
  assert.deepEqual(
    routes.filter(([, size]) => size > max.route),
    [],
  )
})

test('hashed files are for good, the page is asked for each time, and programs get no page', { skip }, async () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(world.baseUrl + path, { headers })
  const page = await get('/insights', { accept: 'text/html' })
  const text = await page.text()
  assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-cache'])
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)![1]!
  const asset = await get(script)
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal((await get(script, { 'if-none-match': asset.headers.get('etag')! })).status, 304)
  assert.ok(!/<script(?![^>]*\bsrc=)/.test(text), 'no inline script')
  const nonces = [text, await (await get('/', { accept: 'text/html' })).text()].map(
    (one) => /csp-nonce" content="([^"]+)"/.exec(one)![1],
  )
  assert.notEqual(nonces[0], nonces[1])
  for (const [path, status] of [
    ['/api/v1/nothing', 404],
    ['/app/v1/nothing', 404],
    ['/nothing.js', 404],
    ['/../package.json', 404],
  ] as const) {
    const reply = await get(path, { accept: 'text/html' })
    assert.equal(reply.status, status, path)
    assert.ok(reply.headers.get('content-type')!.includes('application/json'), path)
  }
  assert.equal((await get('/insights')).status, 404, 'who does not ask for a page gets none')
})

test('documentation is served as Markdown too, and the reference brings its own script', { skip }, async () => {
  const llms = await (await fetch(`${world.baseUrl}/llms.txt`)).text()
  for (const [, path] of llms.matchAll(/\((\/docs\/[\w-]+\.md)\)/g))
    assert.equal((await fetch(world.baseUrl + path)).status, 200, path)
  const reference = await fetch(`${world.baseUrl}/docs/api`, { headers: { accept: 'text/html' } })
  assert.ok(
    (await reference.text()).includes('/docs/scalar.js') &&
      !reference.headers.get('content-security-policy')!.includes('eval'),
  )
  assert.ok(existsSync(join(folder!, 'docs/scalar.js')))
})
