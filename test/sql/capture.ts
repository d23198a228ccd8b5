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
  const record = (query: unknown, checkedOut: Error | undefined) => {
    const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
    if (!text || seenTexts.has(text)) return
    const caller = callerOf(checkedOut)
    if (!caller) return
    seenTexts.add(text)
    const key = statementKey(text)
    if (seenKeys.has(key)) return
    seenKeys.add(key)
    const statement: CapturedStatement = { ...caller, text: text.replace(/\s+/g, ' ').trim() }
    appendFileSync(path, `${JSON.stringify(statement)}\n`)
  }
  const checkedOut = stacksOfConnections()
  // A pool passes the query on later, when the stack no longer has the caller.
  for (const { prototype } of [pg.Client, pg.Pool] as { prototype: { query: unknown } }[]) {
    const original = prototype.query as (...args: unknown[]) => unknown
    prototype.query = function (...args: unknown[]) {
      record(args[0], checkedOut.get(this))
      return original.apply(this, args)
    }
  }
}

/** Who took a connection from its pool: where that is awaited, a function that is not itself async is lost. */
function stacksOfConnections(): WeakMap<object, Error> {
  const stacks = new WeakMap<object, Error>()
  const prototype = pg.Pool.prototype as unknown as { connect(done?: unknown): Promise<pg.PoolClient> }
  const { connect } = prototype
  prototype.connect = function (done) {
    if (done) return connect.call(this, done)
    const stack = withLongStack(() => new Error('caller'))
    return connect.call(this).then((client) => {
      stacks.set(client, stack)
      return client
    })
  }
  return stacks
}

function withLongStack(create: () => Error): Error {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const error = create()
  Error.stackTraceLimit = limit
  return error
}

const root = join(import.meta.dirname, '../..')
/** They pass statements of others on. */
const passesOn =
  /^src\/store\/(open|until-aborted|citus\/shard-reads|transaction|pool-with-dates|windowed-page|page|savepoint|lock|queue)\.ts$|^src\/api\/auth\/deferred-auth-db|^node_modules\/|^test\/(support\/|count-)/

/** The source file that sent the statement, or nothing where a test did, and the calls that led to it. */
function callerOf(checkedOut: Error | undefined): Pick<CapturedStatement, 'file' | 'calls'> | undefined {
  const frames = framesOf(withLongStack(() => new Error('caller')))
  const caller = (frames.find(({ file }) => !passesOn.test(file)) ?? frames.at(-1))?.file
  if (!caller?.startsWith('src/')) return undefined
  const calls = [...frames, ...(checkedOut ? framesOf(checkedOut) : [])]
    .filter(({ file }) => file.startsWith('src/'))
    .map(({ file, position }) => `${file}:${position}`)
  return { file: caller, calls: [...new Set(calls)] }
}

const framesOf = ({ stack = '' }: Error) =>
  [...stack.matchAll(/(?:file:\/\/)?(\/[^\s()]+?):(\d+:\d+)/g)]
    .map(([, file, position]) => ({ file: relative(root, file!), position }))
    .filter(({ file }) => !file.startsWith('..') && file !== 'test/sql/capture.ts')
