import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type SourceFile = { path: string; text: string }
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The files of `src`, with paths below it. */
export const sourceFiles: SourceFile[] = globSync('src/**/*.{ts,tsx}').map((path) => ({
  path: path.slice(4),
  text: readFileSync(path, 'utf8'),
}))

/** Paths of our own files that a file imports, types included. */
export const importsOf = ({ path, text }: SourceFile): string[] =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)[^;'"]*?from '([#.][^']+)'|import\('([#.][^']+)'\)|(?:^|\n)import '([#.][^']+)'/g,
    ),
  ]
    .map((match) => match[1] ?? match[2] ?? match[3]!)
    .map((to) => (to.startsWith('#') ? to.slice(1) : join(dirname(path), to)))

export const fileGraph = (files: readonly SourceFile[]): Graph =>
  new Map(files.map((file) => [file.path, new Set(importsOf(file))]))

/**
 * For every folder, which of its folders and files import which others of them. An import belongs to the folder that
 * both files share: there it leads from one child to another.
 */
export function folderGraphs(files: readonly SourceFile[]): Map<string, Graph> {
  const graphs = new Map<string, Map<string, Set<string>>>()
  for (const file of files) {
    for (const to of importsOf(file)) {
      const [from, into] = [file.path.split('/'), to.split('/')]
      const depth = from.findIndex((part, i) => part !== into[i])
      if (depth < 0) continue
      const graph = entry(graphs, from.slice(0, depth).join('/'), () => new Map<string, Set<string>>())
      entry(graph, from[depth]!, () => new Set<string>()).add(into[depth]!)
    }
  }
  return graphs
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  if (!map.has(key)) map.set(key, create())
  return map.get(key)!
}

/** The rings of a graph that a depth-first search closes; none means that the graph has an order. */
export function cyclesOf(graph: Graph): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (node: string, trail: readonly string[]) => {
    if (state.get(node) === 'open') cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '))
    if (state.has(node)) return
    state.set(node, 'open')
    for (const to of graph.get(node) ?? []) visit(to, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}
