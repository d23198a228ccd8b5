import type { Field } from './describe.ts'
import type { Kind, RowType } from './row-types.ts'

/* How the columns of a statement differ from the row type that its caller gives. */

/** What the driver makes of a type, with the parsers of src/store/session.ts. */
const kinds: Readonly<Record<Kind, readonly number[]>> = {
  boolean: [16],
  bytes: [17],
  number: [20, 21, 23, 26, 700, 701, 1700],
  text: [18, 19, 25, 705, 1042, 1043, 1082, 1114, 1184, 2950, 3614, 5069],
  json: [114, 3802],
  '[text]': [1009, 1015, 1016, 2951],
  '[number]': [1005, 1007, 1021, 1022, 1231],
  '[boolean]': [1000],
  '[bytes]': [1001],
  '[date]': [1115, 1182, 1185],
}
export const kindByType = new Map(
  Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind] as const)),
)
const void_ = 2278
/** What the check of the key adds to the first statement of a request (src/api/auth/deferred-auth-db.ts). */
const facts = new Set(['auth_facts', 'has_row'])

const kindOf = (type: number): Kind => kindByType.get(type) ?? 'text'

function hasKind(wanted: ReadonlySet<Kind>, type: number): boolean {
  const kind = kindOf(type)
  if (wanted.has('anything') || wanted.has(kind)) return true
  if (kind.startsWith('[') && wanted.has('[anything]')) return true
  return kind === 'json' && !wanted.isSubsetOf(new Set(['bytes', 'date']))
}

export function wrongColumns(fields: readonly Field[], { members, optional, isOpen }: RowType): string[] {
  const found = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const wrong: string[] = []
  for (const [name, wanted] of members) {
    const type = found.get(name)
    if (type === undefined) {
      if (!optional.has(name)) wrong.push(`no column ${name}`)
    } else if (!hasKind(wanted, type))
      wrong.push(`${name} is ${kindOf(type)} (${type}), not ${[...wanted].sort().join(' | ')}`)
  }
  const isExpected = (name: string, type: number) => isOpen || members.has(name) || type === void_ || facts.has(name)
  for (const [name, type] of found) if (!isExpected(name, type)) wrong.push(`${name} is not read`)
  return wrong
}
