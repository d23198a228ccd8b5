import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

/** Gzip bytes: the first load, what a page or lazy chunk adds to it, and the widget on other websites. */
export const maxBytes = { first: 180_000, route: 60_000, widget: 4_000 }

type Sizes = {
  first: number
  /** Scripts of the first load, and those that the dashboard adds. */
  scripts: number
  routes: [name: string, bytes: number][]
  widget: number
}

export function bundleSizes(folder: string): Sizes {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const sizeOf = (file: string) => gzipSync(readFileSync(join(folder, file))).length
  const gzipBytes = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sizeOf(manifest[name]!.file), 0)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = new Set<string>()
  for (const [name, { file }] of Object.entries(manifest))
    if (page.includes(`src="/${file}"`)) withImports(manifest, name, first)
  const dashboard = withImports(manifest, 'pages/dashboard/dashboard.tsx', new Set(first))
  const routes = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name]): [string, number] => [
      name,
      gzipBytes([...withImports(manifest, name)].filter((one) => !first.has(one))),
    ])
  return {
    first: gzipBytes(first),
    scripts: dashboard.size,
    routes: routes.sort(([, a], [, b]) => b - a),
    widget: sizeOf('widget.js'),
  }
}

function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]!.imports ?? []) withImports(manifest, next, seen)
  return seen
}
