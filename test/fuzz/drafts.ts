import fc from 'fast-check'
import type { Operation, Parameter } from './document.ts'
import type { From } from './ids.ts'
import { applyParamRules, applyQueryRules } from './cross-field-rules.ts'
import { valuesOf } from './values.ts'

export type Identity = 'admin' | 'member' | 'other' | 'revoked' | 'none'

/** A drawn request; its ids are resolved when it is sent. */
export type Draft = {
  sort: 'valid' | 'near' | 'hostile'
  how: string
  identity: Identity
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Appended to the query unchanged. */
  rawQuery?: string
  body?: unknown
  spoil?: { name: string; pick: number }
  keys: string[]
  headers?: Record<string, string>
  /** The next page of a list read before, or a cursor of another list. */
  cursor?: { pick: number; own: boolean }
  /** Must be rejected in any case. */
  mustFail?: boolean
  /** The URL itself is invalid, which may be detected before authentication. */
  brokenAddress?: boolean
}

/** Changes a valid request. */
export type Change = (draft: Draft) => Draft

const who = (weights: Record<Identity, number>) =>
  fc.oneof(
    ...Object.entries(weights).map(([identity, weight]) => ({ weight, arbitrary: fc.constant(identity as Identity) })),
  )
export const mostlyAuthorized = who({ admin: 62, member: 18, other: 8, revoked: 6, none: 6 })
export const mostlyAdmin = who({ admin: 76, member: 10, other: 5, revoked: 5, none: 4 })

export type Refs = { inPath: From; inBody: From }
export const allLive: Refs = { inPath: 'live', inBody: 'live' }

const recordOf = ({ kinds }: Operation, parameters: Parameter[], from: From, inQuery: boolean) => {
  const drawn = parameters.filter((p) => p.name !== 'cursor')
  const values = drawn.map((p) => [p.name, valuesOf(p.schema, { name: p.name, from, kindOf: kinds.of, inQuery })])
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: drawn.filter((p) => p.required).map((p) => p.name),
    noNullPrototype: true,
  })
}

/** Keeps a third of the filters, and two of many: with all of them every list would be empty. */
function fewOf(query: Record<string, unknown>, keep: number, required: string[]) {
  const entries = Object.entries(query)
  const every = Math.max(3, Math.ceil(entries.length / 2))
  return Object.fromEntries(entries.filter(([name], i) => required.includes(name) || (i + keep) % every === 0))
}

/** Requests as documented. */
export function validDrafts(
  operation: Operation,
  identity: fc.Arbitrary<Identity>,
  refs: Refs = allLive,
): fc.Arbitrary<Draft> {
  const key = fc.uuid().map((text) => [text])
  const none = fc.constant<string[]>([])
  const optionalKey = operation.writes ? fc.oneof(none, key) : none
  const keys = operation.needsKey ? key : optionalKey
  const required = operation.query.filter((p) => p.required).map((p) => p.name)
  return fc
    .record(
      {
        identity,
        params: recordOf(operation, operation.params, refs.inPath, false).map(applyParamRules),
        query: fc
          .tuple(recordOf(operation, operation.query, refs.inBody, true), fc.nat(60))
          .map(([query, keep]) => applyQueryRules(fewOf(query, keep, required))),
        body: operation.body
          ? valuesOf(operation.body, { name: 'body', from: refs.inBody, kindOf: operation.kinds.of })
          : fc.constant(undefined),
        keys,
      },
      { noNullPrototype: true },
    )
    .map((drawn) => ({ sort: 'valid', how: 'as documented', ...drawn }))
}

export const takesCursor = (operation: Operation) => operation.query.some((p) => p.name === 'cursor')

/** Requests that must succeed, including next pages. */
export function validOf(operation: Operation, identity = mostlyAuthorized): fc.Arbitrary<Draft> {
  const plain = validDrafts(operation, identity)
  if (!takesCursor(operation)) return plain
  const following = fc
    .tuple(plain, fc.nat(100))
    .map(([draft, pick]) => ({ ...draft, how: 'next page', cursor: { pick, own: true } }))
  return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: following })
}

export const changed = (
  good: fc.Arbitrary<Draft>,
  sort: Draft['sort'],
  change: fc.Arbitrary<Change>,
): fc.Arbitrary<Draft> => fc.tuple(good, change).map(([draft, apply]) => ({ ...apply(draft), sort }))
