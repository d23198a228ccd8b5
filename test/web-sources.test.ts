import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** Paths below src/web that a file imports, types included. */
const importsOf = ({ path, text }: (typeof files)[number]) =>
  [...text.matchAll(/from '(#web\/|\.)([^']+)'|import\('(\.)([^']+)'\)/g)].map(([, kind, rest, dot, lazy]) =>
    kind === '#web/' ? rest! : join(dirname(path), `${kind ?? dot}${rest ?? lazy}`),
  )

test('no folders beside each other import in a circle', () => {
  const graph = new Map<string, Set<string>>()
  for (const file of files)
    for (const to of importsOf(file)) {
      const [own, other] = [file.path.split('/'), to.split('/')]
      const depth = own.findIndex((part, n) => part !== other[n])
      if (depth < 0 || depth >= own.length - 1 || depth >= other.length - 1) continue
      const [from, into] = [own, other].map((parts) => parts.slice(0, depth + 1).join('/')) as [string, string]
      graph.set(from, (graph.get(from) ?? new Set()).add(into))
    }
  assert.ok(graph.get('pages')?.has('ui'))
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(graph.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
  assert.deepEqual(
    [...graph.keys()].filter((folder) => reaches(folder, folder)),
    [],
  )
})

test('no two files export a value under one name', () => {
  const exported = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm
  const names = files.flatMap(({ path, text }) =>
    // The overloads of a function are one.
    [...new Set([...text.matchAll(exported)].map(([, name]) => name!))].map((name) => ({ name, path })),
  )
  const shared = [...Map.groupBy(names, ({ name }) => name)].filter(([, places]) => places.length > 1)
  assert.deepEqual(
    shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`),
    [],
  )
})
