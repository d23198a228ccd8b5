import { createHash } from 'node:crypto'

/** A piece of SQL with its values apart, so that a value can never become text. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** sql`select … where id = ${id} and ${otherPiece}`: pieces compose, everything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values)
}

export const empty = new Sql([''], [])

/** The code itself spells out fewer; kept so that equal pieces are one. */
const maxSpelled = 5000
const spelled = new Map<string, Sql>()

/** For names and keywords that the code itself spells out; never for anything a caller sent. */
export function raw(text: string): Sql {
  let piece = spelled.get(text)
  if (!piece) {
    piece = new Sql([text], [])
    if (spelled.size < maxSpelled) spelled.set(text, piece)
  }
  return piece
}

const seams = new Map<string, readonly string[]>()

export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return empty
  const key = `${pieces.length}${separator}`
  let strings = seams.get(key)
  if (!strings) seams.set(key, (strings = ['', ...Array<string>(pieces.length - 1).fill(separator), '']))
  return new Sql(strings, pieces)
}

/** All conditions that apply, joined by `and`; a caller's absent filter is simply not there. */
export const allOf = (conditions: readonly (Sql | false | undefined | null)[]) => {
  const present = conditions.filter((c): c is Sql => c instanceof Sql)
  return present.length ? join(present, ' and ') : raw('true')
}

/** `a = $1, b = $2` of those columns that were given. */
export const assignments = (columns: Record<string, unknown>) =>
  join(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => new Sql(assignment(name), [value])),
    ', ',
  )

const targets = new Map<string, readonly string[]>()

function assignment(name: string): readonly string[] {
  let strings = targets.get(name)
  if (!strings) targets.set(name, (strings = [`"${name}" = `, '']))
  return strings
}

/** Without a name when there are too many statements already. */
export type Statement = { text: string; values: unknown[]; name: string | undefined }

const names = new Map<string, string>()
/** Each named statement holds up to 200 kB in every connection, and callers choose among very many filters. */
const maxNames = 500

/** Every statement is named by its text, so PostgreSQL parses and plans it once per connection. */
export function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < maxNames) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

/** What a statement is called follows from the pieces it was put together from, so its text need not be written again to find out. */
type Known = { next: WeakMap<object, Known>; text?: string; name?: string }
const start: Known = { next: new WeakMap() }
const value = {}

export function statement(piece: Sql): Statement {
  const values: unknown[] = []
  const known = follow(piece, start, values)
  known.text ??= write(piece, { count: 0 })
  known.name ??= nameOf(known.text)
  return { text: known.text, values, name: known.name }
}

function follow(piece: Sql, from: Known, values: unknown[]): Known {
  let known = step(from, piece.strings)
  for (const item of piece.values) {
    if (item instanceof Sql) known = follow(item, known, values)
    else {
      values.push(item)
      known = step(known, value)
    }
  }
  return known
}

function step(known: Known, by: object): Known {
  let next = known.next.get(by)
  if (!next) known.next.set(by, (next = { next: new WeakMap() }))
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
