import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtPages } from '#serve/web-app.ts'
import { maxBytes, bundleSizes } from '#web/bundle-sizes.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/* How the web app is served, and the size of its bundles. */

let app: TestApp
const folder = builtPages()
const skip = folder ? false : 'the web app is not built: npm run build:web'
before(async () => {
  if (folder) app = await startTestApp({ pages: folder })
})
after(() => app?.close())

test('the first load is at most 180 kB and no page adds more than 60 kB, compressed', { skip }, () => {
  assert.deepEqual(maxBytes, { first: 180_000, route: 60_000, widget: 4_000 })
  const { first, scripts, routes, widget } = bundleSizes(folder!)
  assert.ok(widget > 1_000 && widget <= maxBytes.widget, `the widget is ${widget} bytes`)
  assert.ok(scripts <= 4, `the dashboard needs ${scripts} scripts`)
  assert.ok(first > 50_000 && first <= maxBytes.first, `the first load is ${first} bytes`)
  assert.ok(routes.length > 20)
  assert.deepEqual(
    routes.filter(([, size]) => size > maxBytes.route),
    [],
  )
})

test('hashed files are cached forever, the page is revalidated, and API clients get no page', { skip }, async () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.baseUrl + path, { headers })
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
  assert.equal((await get('/insights')).status, 404, 'only requests that accept HTML get the page')
  for (const accept of ['*/*', 'application/json', 'image/png']) {
    const first = await get('/', { accept })
    assert.deepEqual([first.status, first.headers.get('content-type')], [200, 'text/html; charset=utf-8'], accept)
  }
})

test('documentation is served as Markdown too, and the reference has a small script', { skip }, async () => {
  const llms = await (await fetch(`${app.baseUrl}/llms.txt`)).text()
  for (const [, path] of llms.matchAll(/\((\/docs\/[\w-]+\.md)\)/g))
    assert.equal((await fetch(app.baseUrl + path)).status, 200, path)
  const reference = await fetch(`${app.baseUrl}/docs/api`, { headers: { accept: 'text/html' } })
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await reference.text())![1]!
  const policy = reference.headers.get('content-security-policy')!
  assert.ok(!policy.includes('eval') && !policy.includes('unsafe-inline'), policy)
  const { length } = readFileSync(join(folder!, script))
  assert.ok(length < 30_000, `the script of the reference has ${length} bytes`)
})
