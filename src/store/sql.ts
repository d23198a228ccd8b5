import { createHash } from 'node:crypto'

/** A fragment of SQL with its parameters kept apart, so that a value can never become SQL text. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** sql`select … where id = ${id} and ${fragment}`: fragments compose, everything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values)
}

/** A read of tables of one organization, and of tables that every node has: it may run where their shards are. */
export class OrgRead extends Sql {
  readonly org: string
  constructor(org: string, { strings, values }: Sql) {
    super(strings, values)
    this.org = org
  }
}

export const empty = new Sql([''], [])

/** More than the code uses; equal raw fragments are one object, so that the statement cache finds them. */
const maxRawCache = 5000
const rawCache = new Map<string, Sql>()

/** For names and keywords from the code; never for anything a caller sent. */
export function raw(text: string): Sql {
  let piece = rawCache.get(text)
  if (!piece) {
    piece = new Sql([text], [])
    if (rawCache.size < maxRawCache) rawCache.set(text, piece)
  }
  return piece
}

/** The name of a table or column inside of SQL text. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

const joinCache = new Map<string, readonly string[]>()

export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return empty
  const key = `${pieces.length}${separator}`
  let strings = joinCache.get(key)
  if (!strings) joinCache.set(key, (strings = ['', ...Array<string>(pieces.length - 1).fill(separator), '']))
  return new Sql(strings, pieces)
}

export type Condition = Sql | false | undefined | null

/** The given conditions joined by `and`; absent ones are skipped. */
export const allOf = (conditions: readonly Condition[]) => {
  const present = conditions.filter((c): c is Sql => c instanceof Sql)
  return present.length ? join(present, ' and ') : raw('true')
}

/** `a = $1, b = $2` of the columns that are not undefined. */
export const assignments = (columns: Record<string, unknown>) =>
  join(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => new Sql(assignment(name), [value])),
    ', ',
  )

const assignmentCache = new Map<string, readonly string[]>()

function assignment(name: string): readonly string[] {
  let strings = assignmentCache.get(name)
  if (!strings) assignmentCache.set(name, (strings = [`"${name}" = `, '']))
  return strings
}

/** `name` is undefined when the limit of named statements is reached. */
export type SqlStatement = { text: string; values: unknown[]; name: string | undefined }

const statementNames = new Map<string, string>()
/** A named statement takes up to 200 kB in every connection, and filters combine into very many. */
const maxNames = 500

/** The name is a hash of the text, so PostgreSQL parses and plans a statement once per connection. */
function nameOf(text: string): string | undefined {
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < maxNames) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    statementNames.set(text, name)
  }
  return name
}

/** A trie over the fragments a statement is composed of: finds its text and name without building the text again. */
type TrieNode = { next: WeakMap<object, TrieNode>; text?: string; name?: string | undefined; isRead?: boolean }
const trieRoot: TrieNode = { next: new WeakMap() }
const parameterMark = {}

export function statement(piece: Sql): SqlStatement {
  const values: unknown[] = []
  const node = walk(piece, trieRoot, values)
  node.text ??= write(piece, { count: 0 })
  node.name ??= nameOf(node.text)
  return { text: node.text, values, name: node.name }
}

const readStart = /^\s*(?:select|with|values)\b/i
const changes =
  /\b(?:insert\s+into|update\s+(?:only\s+)?[\w."]+\s+(?:(?:as\s+)?\w+\s+)?set|delete\s+from|merge\s+into)\b/i

/** Whether the statement changes no rows, also not in one of its `with` parts. */
export function isRead(piece: Sql): boolean {
  const node = walk(piece, trieRoot, [])
  node.text ??= write(piece, { count: 0 })
  return (node.isRead ??= readStart.test(node.text) && !changes.test(node.text))
}

function walk(piece: Sql, from: TrieNode, values: unknown[]): TrieNode {
  let node = child(from, piece.strings)
  for (const item of piece.values) {
    if (item instanceof Sql) node = walk(item, node, values)
    else {
      values.push(item)
      node = child(node, parameterMark)
    }
  }
  return node
}

function child(node: TrieNode, by: object): TrieNode {
  let next = node.next.get(by)
  if (!next) node.next.set(by, (next = { next: new WeakMap() }))
  return next
}

function write(piece: Sql, parameters: { count: number }): string {
  let text = piece.strings[0]!
  for (let i = 0; i < piece.values.length; i++) {
    const item = piece.values[i]
    text += item instanceof Sql ? write(item, parameters) : `$${++parameters.count}`
    text += piece.strings[i + 1]
  }
  return text
}
