import { globSync, readFileSync } from 'node:fs'
import { type SourceFile, sourceFiles } from './import-graph.ts'

export type TableWrite = { table: string; path: string; line: number; isInsert: boolean }

/** A table that has a definition, the constant of the definition and its folder. */
export type Definition = { name: string; constant: string; folder: string }

const expression = /\$\{[^}]*\}/.source
const name = `${expression}|[\\w."]+`
const writes = new RegExp(
  [
    `\\b(?:insert|merge)\\s+into\\s+(?<inserted>${name})`,
    `\\bdelete\\s+from\\s+(?:only\\s+)?(${name})`,
    `\\bdelete\\s+(${expression})`,
    `\\bupdate\\s+(?:only\\s+)?([\\w."]+)(?=\\s+(?:(?:as\\s+)?\\w+\\s+)?set\\b)`,
    `\\bupdate\\s+(?:only\\s+)?(${expression})`,
    `\\btruncate\\s+(?:table\\s+)?(${expression}|\\w+(?=['\`]))`,
    `\\bcopy\\s+(${name})(?=[^'\`]{0,200}\\bfrom\\s+stdin)`,
  ].join('|'),
  'gi',
)
/** Functions of store/table whose result is a write or a part of one. */
const derived =
  /\b(?:recordWrites|patchWrites|mergeStatement|insertRow|replacedByInsert|clearedAssignments|textlessAssignments)\(\s*(\w+)/g
/** The tables that better-auth writes. */
const ofLibrary = /\bmodelName: '(\w+)'/g

/** The tables that the migrations create. */
export const tables: ReadonlySet<string> = new Set(
  globSync('src/store/migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^create table (?:if not exists )?(\w+)/gm)].map((match) => match[1]!),
  ),
)

/** Comments are blanked, so that lines keep their numbers. */
const withoutComments = (text: string) => text.replace(/^[ \t]*(?:\/\/|\/\*|\*).*$/gm, '')

/** Where SQL has an expression as the name of the table: the tables whose names the file has as strings. */
const namedTables = (code: string, table: string): string[] => {
  if (!table.startsWith('$')) return [table.replaceAll('"', '')]
  const names = [...code.matchAll(/'(\w+)'/g)].map((match) => match[1]!).filter((text) => tables.has(text))
  return names.length > 0 ? [...new Set(names)] : [table]
}

/** Every write of a source file: in SQL text, by a function that derives it from a definition, or by a library. */
export function tableWrites({ path, text }: SourceFile, definitions: readonly Definition[]): TableWrite[] {
  const code = withoutComments(text)
  const at = (index: number) => ({ path, line: code.slice(0, index).split('\n').length })
  const inText = [...code.matchAll(writes)].flatMap((match) => {
    const written = match.slice(1).find((group) => group !== undefined)!
    const isInsert = match.groups!.inserted !== undefined
    return namedTables(code, written).map((table) => ({ table, isInsert, ...at(match.index) }))
  })
  const byFunction = [...code.matchAll(derived)].flatMap((match) =>
    definitions
      .filter(({ constant }) => constant === match[1])
      .map((found) => ({ table: found.name, isInsert: false, ...at(match.index) })),
  )
  const byLibrary = [...code.matchAll(ofLibrary)].map((match) => ({
    table: match[1]!,
    isInsert: false,
    ...at(match.index),
  }))
  return [...inText, ...byFunction, ...byLibrary]
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

export const tableDefinitions = (files: readonly SourceFile[]): Definition[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/export const (\w+) = defineTable<[^\n]*?>\(\)\(\s*'(\w+)'/g)].map(([, constant, table]) => ({
      constant: constant!,
      name: table!,
      folder: folderOf(path),
    })),
  )

/** The highest folder with files of its own that a file is in: `domain/findings/insights`, `domain/ranking`, `worker`. */
const slices = new Set(sourceFiles.map(({ path }) => folderOf(path)).filter((folder) => folder !== 'domain'))
export function sliceOf(path: string): string {
  const parts = folderOf(path).split('/')
  return parts.map((_, n) => parts.slice(0, n + 1).join('/')).find((folder) => slices.has(folder))!
}

/**
 * The slices of each table, of which one is right: that of its definition, or else those that insert its rows, or
 * write it otherwise where none does. Writes that `isForeign` tells apart count where there are no others.
 */
export function tableOwners(
  definitions: readonly Definition[],
  writes: readonly TableWrite[],
  isForeign: (write: TableWrite) => boolean,
): Map<string, string[]> {
  const defined = new Map(definitions.map(({ name, folder }) => [name, [folder]]))
  const rankOf = (write: TableWrite) => (isForeign(write) ? 1 : 0) + (write.isInsert ? 0 : 2)
  const named = writes.filter(({ table }) => !table.startsWith('$'))
  const inserted = [...Map.groupBy(named, ({ table }) => table)].map(([table, all]) => {
    const first = Math.min(...all.map(rankOf))
    const folders = all.filter((write) => rankOf(write) === first).map(({ path }) => sliceOf(path))
    return [table, [...new Set(folders)].sort()] as const
  })
  return new Map([...inserted, ...defined])
}
