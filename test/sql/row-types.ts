import { resolve } from 'node:path'
import {
  type CallExpression,
  getTokenAtPosition,
  isAwaitExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast'
import {
  API,
  type Checker,
  type Program,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'

/*
 * The type of the rows that the sources expect of a statement: `Row` of `db.rows<Row>(…)` and `db.first<Row>(…)`.
 */

/** `text`, `number` …, or `[text]` of an array; `anything` where the type does not say. */
export type Kind = string
export type RowType = {
  at: string
  members: ReadonlyMap<string, ReadonlySet<Kind>>
  optional: ReadonlySet<string>
  /** The row may have further columns. */
  isOpen: boolean
}
/** `unread`: the caller reads no rows. */
export type Expected = RowType | 'unread' | undefined

export type Sources = { expectedBy(calls: readonly string[]): Expected; close(): void }

export function openSources(): Sources {
  const api = new API({ cwd: process.cwd() })
  const project = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects()[0]!
  return { expectedBy: (calls) => expectedBy(project, calls), close: () => api.close() }
}

/** The files of the database handles, which pass the types of their callers on. */
const handles = /^src\/(store\/open|api\/auth\/deferred-auth-db)\.ts:/

function expectedBy({ program, checker }: Project, calls: readonly string[]): Expected {
  const places = calls.filter((at) => !handles.test(at))
  for (const [n, at] of places.entries()) {
    const call = callAt(program, at)
    if (!call || !/^(rows|first|run|runWithCommit)$/.test(call.name)) continue
    if (call.name.startsWith('run')) return 'unread'
    const row = rowOf(checker, call)
    if (row === 'unread') return row
    if (!row) return undefined
    const shown = row.isGeneric ? listedRow(program, checker, places.slice(n + 1)) : row.members
    return shown && { ...row, at, members: new Map([...row.members, ...shown]) }
  }
  return undefined
}

/** The rows that a list shows, where the call is that of `rowPage`: what its `present` takes. */
function listedRow(program: Program, checker: Checker, places: readonly string[]): Members | undefined {
  const call = places.map((at) => callAt(program, at)).find((found) => found?.name === 'rowPage')
  const list = call?.node.arguments[1]
  const present = list && checker.getPropertyOfType(checker.getTypeAtLocation(list)!, 'present')
  const [signature] = present ? checker.getSignaturesOfType(checker.getTypeOfSymbol(present)!, SignatureKind.Call) : []
  const row = signature && checker.getParameterType(signature, 0)
  return row && membersOf(checker, row).members
}

type Call = { name: string; node: CallExpression }

/** The call at a place of the sources. */
function callAt(program: Program, at: string): Call | undefined {
  const [file, line, column] = at.split(':') as [string, string, string]
  const source = program.getSourceFile(resolve(file))
  if (!source) return undefined
  const lines = source.text.split('\n').slice(0, Number(line) - 1)
  const position = lines.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1
  const token = getTokenAtPosition(source, position)
  // Of an awaited call that has been suspended, the place is that of the `await`.
  const { parent } = token
  const call = parent && isAwaitExpression(parent) && !isIdentifier(token) ? parent.expression : callNamed(token)
  if (!call || !isCallExpression(call)) return undefined
  const { expression } = call
  return { name: (isPropertyAccessExpression(expression) ? expression.name : expression).getText(source), node: call }
}

function callNamed(token: Node): Node | undefined {
  if (!isIdentifier(token)) return undefined
  return isPropertyAccessExpression(token.parent) ? token.parent.parent : token.parent
}

type Members = Map<string, Set<Kind>>
type Row = { members: Members; optional: Set<string>; isOpen: boolean; isGeneric: boolean }

function rowOf(checker: Checker, call: Call): Row | 'unread' | undefined {
  const given = call.node.typeArguments?.[0]
  const type = given ? checker.getTypeFromTypeNode(given) : resultOf(checker, call)
  if (!type || type.flags & TypeFlags.TypeParameter) return undefined
  if (type.flags & TypeFlags.Unknown) return 'unread'
  const parts = type.isIntersectionType() ? type.getTypes() : []
  const { isOpen, ...members } = membersOf(checker, type)
  return {
    ...members,
    isOpen: isOpen || parts.some((part) => !part.isTypeParameter() && !checker.getPropertiesOfType(part).length),
    isGeneric: parts.some((part) => part.isTypeParameter()),
  }
}

function membersOf(checker: Checker, type: Type): Omit<Row, 'isGeneric'> {
  const members: Members = new Map()
  const optional = new Set<string>()
  const parts = type.isUnionType() ? type.getTypes() : [type]
  for (const property of parts.flatMap((part) => checker.getPropertiesOfType(part))) {
    const kinds = kindsOf(checker, checker.getTypeOfSymbol(property)!)
    members.set(property.name, (members.get(property.name) ?? new Set()).union(kinds))
    if (property.flags & SymbolFlags.Optional) optional.add(property.name)
  }
  return { members, optional, isOpen: parts.some((part) => checker.getIndexInfosOfType(part).length > 0) }
}

/** `Row` where it is inferred: of `Promise<Row[]>` or `Promise<Row | undefined>`. */
function resultOf(checker: Checker, { name, node }: Call): Type | undefined {
  const promise = checker.getTypeAtLocation(node)
  const [result] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
  if (!result) return undefined
  if (result.flags & TypeFlags.Unknown || name !== 'first')
    return result.isTypeReference() ? checker.getTypeArguments(result)[0] : result
  return checker.getNonNullableType(result)
}

const kindsByFlag: [flags: number, kind: Kind][] = [
  [TypeFlags.StringLike, 'text'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null | TypeFlags.Undefined, 'null'],
  [TypeFlags.Any | TypeFlags.Unknown, 'anything'],
]

function kindsOf(checker: Checker, type: Type): Set<Kind> {
  if (type.isUnionType()) return new Set(type.getTypes().flatMap((one) => [...kindsOf(checker, one)]))
  const simple = kindsByFlag.find(([flags]) => type.flags & flags)
  if (simple) return new Set([simple[1]])
  if (checker.isArrayType(type) && type.isTypeReference())
    return new Set(
      checker.getTypeArguments(type).flatMap((one) => [...kindsOf(checker, one)].map((kind) => `[${kind}]`)),
    )
  const name = type.getSymbol()?.name
  return new Set([name === 'Buffer' ? 'bytes' : name === 'Date' ? 'date' : 'object'])
}
