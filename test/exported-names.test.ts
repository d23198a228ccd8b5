import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importsOf, type SourceFile, sourceFiles as files } from './import-graph.ts'

/** Parts that every slice, or every provider, has under the same name. */
const sameParts = new Map<string, RegExp>([
  ['handlers', /handlers(-[\w-]+)?\.ts$/],
  ['provider', /^domain\/integrations\/providers\/[\w-]+\/provider\.ts$/],
  ['pull', /^domain\/integrations\/providers\/[\w-]+\/pull\.ts$/],
  ['logo', /^domain\/integrations\/providers\/[\w-]+\/logo\.ts$/],
  ['samplePayload', /^domain\/integrations\/providers\/[\w-]+\/sample-payload\.ts$/],
])
/** A schema of the contract is named as the type of its values. */
const isTypeOfSchema = (definition: string, path: string) =>
  definition.startsWith('export type ') &&
  (path.startsWith('vocabulary/') || /Static<typeof|OutputOf<|\(typeof/.test(definition))
const isSchema = (definition: string, path: string) =>
  path.startsWith('contract/') && definition.startsWith('export const ')

const definition = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+).*$/gm

/** Exported names that two or more files define. */
function sharedNames(sources: readonly SourceFile[]): string[] {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(definition)].map(([line, name]) => ({ name: name!, path, line })),
  )
  const places = found.filter(({ name, path }) => !sameParts.get(name)?.test(path))
  return [...Map.groupBy(places, ({ name }) => name)]
    .filter(([, all]) => new Set(all.map(({ path }) => path)).size > 1)
    .filter(([, all]) => {
      const types = all.filter(({ line, path }) => !isSchema(line, path))
      return !(types.length < all.length && types.length === 1 && isTypeOfSchema(types[0]!.line, types[0]!.path))
    })
    .map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(', ')}`)
}

test('an exported name is defined in one file', () => {
  assert.deepEqual(sharedNames(files), [])
  const twice = ['a', 'b'].map((name) => ({ path: `engine/${name}.ts`, text: 'export const insertTheme = 1' }))
  assert.deepEqual(sharedNames(twice), ['insertTheme: engine/a.ts, engine/b.ts'])
})

/** Tests, benchmarks and scripts, with paths as if they were in `src`: they import from it too. */
const others: SourceFile[] = globSync('{test,bench,scripts,bin}/**/*.{ts,mjs}').map((path) => ({
  path: join('..', path),
  text: readFileSync(path, 'utf8').replaceAll(/'(?:\.\.\/)+src\//g, "'#"),
}))
/** What is imported from outside of the repository: the SDK. */
const published = ['client/client.ts']

/** Exported names that no file with an import of their file mentions. */
function unusedExports(sources: readonly SourceFile[]): string[] {
  const importers = new Map<string, SourceFile[]>()
  for (const file of [...sources, ...others])
    for (const to of new Set(importsOf(file))) importers.set(to, [...(importers.get(to) ?? []), file])
  return sources
    .filter(({ path }) => !published.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(definition)]
        .map(([, name]) => name!)
        .filter((name) => !sameParts.get(name)?.test(path))
        .filter((name) => !importers.get(path)?.some((file) => new RegExp(`\\b${name}\\b`).test(file.text)))
        .map((name) => `${path}: ${name}`),
    )
}

test('another file imports what a file exports', () => {
  assert.deepEqual(unusedExports(files), [])
  const pair = [
    { path: 'engine/a.ts', text: 'export const imported = 1\nexport const unused = 2' },
    { path: 'engine/b.ts', text: "import { imported } from './a.ts'" },
  ]
  assert.deepEqual(unusedExports(pair), ['engine/a.ts: unused'])
})
