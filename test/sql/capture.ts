import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { type CapturedStatement, statementKey } from './statement-key.ts'

/*
 * Loaded before the tests (node --import): appends every distinct statement that the product sends to the file of
 * CAPTURE_STATEMENTS, with the source file that sent it. Statements that tests send themselves are left out.
 */

const output = process.env.CAPTURE_STATEMENTS
if (output) capture(output)

function capture(path: string) {
  const seenTexts = new Set<string>()
  const seenKeys = new Set<string>()
  const record = (query: unknown) => {
    const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
    if (!text || seenTexts.has(text)) return
    const file = callerOf()
    if (!file) return
    seenTexts.add(text)
    const key = statementKey(text)
    if (seenKeys.has(key)) return
    seenKeys.add(key)
    const statement: CapturedStatement = { file, text: text.replace(/\s+/g, ' ').trim() }
    appendFileSync(path, `${JSON.stringify(statement)}\n`)
  }
  // A pool passes the query on later, when the stack no longer has the caller.
  for (const { prototype } of [pg.Client, pg.Pool] as { prototype: { query: unknown } }[]) {
    const original = prototype.query as (...args: unknown[]) => unknown
    prototype.query = function (...args: unknown[]) {
      record(args[0])
      return original.apply(this, args)
    }
  }
}

const root = join(import.meta.dirname, '../..')
/** They pass statements of others on. */
const passesOn =
  /^src\/store\/(open|until-aborted|citus\/shard-reads|transaction|pool-with-dates|windowed-page|page|savepoint|lock|queue)\.ts$|^src\/api\/auth\/deferred-auth-db|^node_modules\/|^test\/(support\/|count-)/

/** The source file that sent the statement, or nothing where a test did. */
function callerOf(): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const stack = new Error('caller').stack ?? ''
  Error.stackTraceLimit = limit
  const files = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s()]+?):\d+:\d+/g)]
    .map(([, file]) => relative(root, file!))
    .filter((file) => !file.startsWith('..') && file !== 'test/sql/capture.ts')
  const caller = files.find((file) => !passesOn.test(file)) ?? files.at(-1)
  return caller?.startsWith('src/') ? caller : undefined
}
