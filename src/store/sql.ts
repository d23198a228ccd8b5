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

/** For names and keywords that the code itself spells out; never for anything a caller sent. */
export const raw = (text: string) => new Sql([text], [])

export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return empty
  return new Sql(['', ...Array<string>(pieces.length - 1).fill(separator), ''], pieces)
}

/** All conditions that apply, joined by `and`; a caller's absent filter is simply not there. */
export const every = (conditions: readonly (Sql | false | undefined | null)[]) => {
  const present = conditions.filter((c): c is Sql => c instanceof Sql)
  return present.length ? join(present, ' and ') : raw('true')
}

/** `a = $1, b = $2` of those columns that were given. */
export const assignments = (columns: Record<string, unknown>) =>
  join(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => new Sql([`"${name}" = `, ''], [value])),
    ', ',
  )

export type Statement = { text: string; values: unknown[]; name: string }

const names = new Map<string, string>()
const mostNames = 5000

/** Every statement is named by its text, so PostgreSQL parses and plans it once per connection. */
export function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    if (names.size < mostNames) names.set(text, name)
  }
  return name
}

export function statement(piece: Sql): Statement {
  const values: unknown[] = []
  const text = write(piece, values)
  return { text, values, name: nameOf(text) }
}

function write(piece: Sql, values: unknown[]): string {
  let text = piece.strings[0]!
  for (let i = 0; i < piece.values.length; i++) {
    const value = piece.values[i]
    if (value instanceof Sql) text += write(value, values)
    else {
      values.push(value)
      text += `$${values.length}`
    }
    text += piece.strings[i + 1]
  }
  return text
}
