import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

/** Gzip bytes: the first load, and what a page or lazy chunk adds to it. */
export const maxBytes = { first: 180_000, route: 60_000 }

export function bundleSizes(folder: string): { first: number; routes: [name: string, bytes: number][] } {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const gzipBytes = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, manifest[name]!.file))).length, 0)
  const [entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry)!
  const first = withImports(manifest, entry)
  const routes = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name]): [string, number] => [
      name,
      gzipBytes([...withImports(manifest, name)].filter((one) => !first.has(one))),
    ])
  return { first: gzipBytes(first), routes: routes.sort(([, a], [, b]) => b - a) }
}

function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]!.imports ?? []) withImports(manifest, next, seen)
  return seen
}
