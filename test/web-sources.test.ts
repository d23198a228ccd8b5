import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { routes } from '#web/routes/paths.ts'

const files = globSync('src/web/**/*.{ts,tsx}').map((path) => ({
  path: path.slice('src/web/'.length),
  text: readFileSync(path, 'utf8'),
}))

test('the paths of the app are only in routes/paths.ts', () => {
  const firstParts = [...new Set(Object.values(routes).map(({ pattern }) => pattern.split('/')[1]!))].filter(Boolean)
  assert.ok(firstParts.length >= 20, firstParts.join())
  const stray = new RegExp(`['"\`]/(?:${firstParts.join('|')})(?=[/?#'"\`])[^'"\`]*`, 'g')
  assert.match(`<a href="/insights/1">`, stray)
  // The API reference is a page of its own that loads nothing of the app.
  const strays = files
    .filter(({ path }) => path !== 'routes/paths.ts' && !path.startsWith('reference/'))
    .flatMap(({ path, text }) => [...text.matchAll(stray)].map(([literal]) => `${path}: ${literal}`))
  assert.deepEqual(strays, [])
})
