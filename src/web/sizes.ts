import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

/** Compressed bytes: what everybody loads first, and what a screen or a lazy part adds to it. */
export const max = { first: 180_000, route: 60_000 }

export function sizesOf(folder: string): { first: number; routes: [name: string, bytes: number][] } {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const weigh = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, manifest[name]!.file))).length, 0)
  const [entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry)!
  const first = reach(manifest, entry)
  const routes = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name]): [string, number] => [name, weigh([...reach(manifest, name)].filter((one) => !first.has(one)))])
  return { first: weigh(first), routes: routes.sort(([, a], [, b]) => b - a) }
}

function reach(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]!.imports ?? []) reach(manifest, next, seen)
  return seen
}
