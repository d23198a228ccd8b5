import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Table } from '#store/table/define.ts'

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'columns' in value && 'name' in value && 'writtenElsewhere' in value

/** Every table that a slice of the domain defines. */
export async function tableDefinitions(): Promise<Table[]> {
  const modules = await Promise.all(
    globSync('src/domain/**/table.ts').map(
      async (path) => (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>,
    ),
  )
  return modules.flatMap((module) => Object.values(module).filter(isTable))
}
