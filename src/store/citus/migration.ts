import type pg from 'pg'
import { distributeNewTables } from './distribute-tables.ts'

/**
 * Applies a migration to a distributed database, in the transaction of the caller. New tables are created on the
 * coordinator alone, because they may refer to tables of the cluster only once they are in it, and join it at the end.
 */
export async function applyDistributed(client: pg.Client, text: string): Promise<void> {
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  for (const statement of splitSqlStatements(text)) {
    const isNewTable = /^\s*create\s+table\b/i.test(withoutComments(statement))
    if (isNewTable) await client.query('set local citus.enable_ddl_propagation = off')
    await client.query(statement)
    if (isNewTable) await client.query('set local citus.enable_ddl_propagation = on')
  }
  await distributeNewTables(client)
}

const withoutComments = (statement: string) => statement.replace(/--[^\n]*\n/g, '\n')

/** Comments, quoted names, strings and dollar-quoted bodies, which may contain semicolons. */
const opaque = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g

export function splitSqlStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const match of text.matchAll(opaque)) {
    if (match[0] !== ';') continue
    statements.push(text.slice(start, match.index))
    start = match.index + 1
  }
  statements.push(text.slice(start))
  return statements.filter((statement) => withoutComments(`${statement}\n`).trim() !== '')
}
