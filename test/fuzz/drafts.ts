import fc from 'fast-check'
import type { Operation, Parameter, Schema } from './document.ts'
import { type From, IdRef } from './ids.ts'
import { falseKeys, queryAttacks, spoils, valueAttacks } from './spoils.ts'
import { valuesOf } from './values.ts'
import { edgesOf, falsePathIds } from './wrong-values.ts'

export type Identity = 'admin' | 'member' | 'other' | 'revoked' | 'none'

/** A request as drawn: complete, but for the ids that only the moment of sending knows. */
export type Draft = {
  sort: 'valid' | 'near' | 'hostile'
  how: string
  identity: Identity
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Put behind the query as it stands. */
  rawQuery?: string
  body?: unknown
  spoil?: { name: string; pick: number }
  keys: string[]
  headers?: Record<string, string>
  /** The next page of a list that was read before, or a cursor of another list. */
  cursor?: { pick: number; own: boolean }
  /** Refused whatever else is right with it. */
  sure?: boolean
  /** The address itself is broken, which may be noticed before the key is looked at. */
  brokenAddress?: boolean
}

const live = fc.constant<From>('live')
const anyWhere = fc.oneof({ weight: 8, arbitrary: live }, { weight: 5, arbitrary: fc.constant<From>('foreign') }, { weight: 4, arbitrary: fc.constant<From>('gone') }, { weight: 3, arbitrary: fc.constant<From>('unknown') })

const who = (weights: Record<Identity, number>) => fc.oneof(...Object.entries(weights).map(([identity, weight]) => ({ weight, arbitrary: fc.constant(identity as Identity) })))
const mostlyFriends = who({ admin: 62, member: 18, other: 8, revoked: 6, none: 6 })
const mostlyAdmin = who({ admin: 72, member: 10, other: 6, revoked: 6, none: 6 })

const recordOf = (parameters: Parameter[], refs: fc.Arbitrary<From>, inQuery: boolean) => {
  const drawn = parameters.filter((p) => p.name !== 'cursor')
  return fc.record(Object.fromEntries(drawn.map((p) => [p.name, valuesOf(p.schema, { name: p.name, refs, inQuery })])), {
    requiredKeys: drawn.filter((p) => p.required).map((p) => p.name),
    noNullPrototype: true,
  })
}

/** Filters narrow: with all of them at once every list would be empty. */
const fewOf = (query: Record<string, unknown>, keep: number, required: string[]) =>
  Object.fromEntries(Object.entries(query).filter(([name], i) => required.includes(name) || (i + keep) % 3 === 0))

function wellFormed(operation: Operation, refs: fc.Arbitrary<From>, identity: fc.Arbitrary<Identity>): fc.Arbitrary<Draft> {
  const keys = operation.needsKey ? fc.uuid().map((key) => [key]) : operation.writes ? fc.oneof(fc.constant([]), fc.uuid().map((key) => [key])) : fc.constant([])
  const required = operation.query.filter((p) => p.required).map((p) => p.name)
  return fc
    .record({
      identity,
      params: recordOf(operation.params, refs, false),
      query: fc.tuple(recordOf(operation.query, refs, true), fc.nat(2)).map(([query, keep]) => fewOf(query, keep, required)),
      body: operation.body ? valuesOf(operation.body, { name: 'body', refs }) : fc.constant(undefined),
      keys,
    }, { noNullPrototype: true })
    .map((drawn) => ({ sort: 'valid', how: 'as documented', ...drawn }))
}

export function draftsOf(operation: Operation): fc.Arbitrary<Draft> {
  return fc.oneof({ weight: 50, arbitrary: validOf(operation) }, { weight: 30, arbitrary: nearOf(operation) }, { weight: 20, arbitrary: hostileOf(operation) })
}

export function validOf(operation: Operation, identity = mostlyFriends): fc.Arbitrary<Draft> {
  const plain = wellFormed(operation, live, identity)
  if (!operation.query.some((p) => p.name === 'cursor')) return plain
  const following = fc.tuple(plain, fc.nat(100)).map(([draft, pick]) => ({ ...draft, how: 'next page', cursor: { pick, own: true } }))
  return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: following })
}

type Change = (draft: Draft) => Draft
const changed = (operation: Operation, refs: fc.Arbitrary<From>, sort: Draft['sort'], changes: fc.Arbitrary<Change>[]): fc.Arbitrary<Draft> =>
  fc.tuple(wellFormed(operation, refs, mostlyAdmin), changes.length ? fc.oneof(...changes) : fc.constant<Change>((draft) => draft)).map(([draft, change]) => ({ ...change(draft), sort }))

/** One thing about a good request is changed; whether it is still good, its schema says. */
function nearOf(operation: Operation): fc.Arbitrary<Draft> {
  const changes = [
    ...spotsOf(operation.body).map(({ path, schema }) => edgesOf(schema).map((value): Change => (draft) => ({ ...draft, how: `body.${path.join('.')} at an edge`, body: put(draft.body, path, value) }))),
    ...spotsOf(operation.body).map(({ path }) => fc.constant<Change>((draft) => ({ ...draft, how: `body without ${path.join('.')}`, body: put(draft.body, path, undefined) }))),
    ...(operation.body ? [extraField(operation)] : []),
    ...operation.query.flatMap((p) => [
      edgesOf(p.schema).map((value): Change => (draft) => ({ ...draft, how: `query ${p.name} at an edge`, query: { ...draft.query, [p.name]: value } })),
      ...(p.schema.type === 'array' ? [] : [fc.constant<Change>((draft) => twice(draft, p))]),
    ]),
    fc.constantFrom(...Object.keys(queryAttacks).slice(0, 3)).map((name): Change => (draft) => ({ ...draft, how: `query: ${name}`, rawQuery: queryAttacks[name]!, sure: true })),
  ]
  const strayed = fc.constant<Change>((draft) => ({ ...draft, how: 'ids from anywhere' }))
  const others = changed(operation, live, 'near', changes)
  return hasIds(operation) ? fc.oneof({ weight: 1, arbitrary: changed(operation, anyWhere, 'near', [strayed]) }, { weight: 2, arbitrary: others }) : others
}

const hasIds = (operation: Operation) => JSON.stringify([operation.params, operation.body ?? {}]).includes('[0-9a-f]')

const extraField = (operation: Operation) =>
  fc.tuple(fc.constantFrom('extra', 'id', 'org_id', 'created_at', 'role', 'toString', 'Name', 'name '), fc.constantFrom<unknown>(1, 'x', null, {})).map(([name, value]): Change => (draft) => ({
    ...draft,
    how: `body with ${name}`,
    body: name in (operation.body?.properties ?? {}) ? draft.body : { ...(draft.body as object), [name]: value },
  }))

const twice = (draft: Draft, { name, schema }: Parameter): Draft => {
  const value = schema.enum?.[0] ?? (schema.type === 'integer' ? 5 : schema.type === 'boolean' ? true : 'aa')
  return { ...draft, how: `query ${name} twice`, query: { ...draft.query, [name]: undefined }, rawQuery: `${name}=${value}&${name}=${value}`, sure: true }
}

type Spot = { path: string[]; schema: Schema }
function spotsOf(schema: Schema | undefined, path: string[] = []): Spot[] {
  if (!schema) return []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => spotsOf(choice, path))
  return [...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [{ path: [...path, name], schema: field }, ...spotsOf(field, [...path, name])]), ...choices]
}

function put(value: unknown, [name, ...rest]: string[], wanted: unknown): unknown {
  const object: Record<string, unknown> = value !== null && typeof value === 'object' && !(value instanceof IdRef) ? { ...value } : {}
  object[name!] = rest.length ? put(object[name!], rest, wanted) : wanted
  return object
}

function hostileOf(operation: Operation): fc.Arbitrary<Draft> {
  const one = (names: string[]) => fc.constantFrom(...names)
  const texts = operation.query.filter((p) => p.schema.type === 'string' && !p.schema.enum && p.name !== 'cursor')
  const attacks: fc.Arbitrary<Change>[] = [
    one(Object.keys(queryAttacks)).map((name) => (draft) => ({ ...draft, how: `query: ${name}`, rawQuery: queryAttacks[name]!, sure: true })),
    fc.constant((draft) => ({ ...draft, how: 'odd request id', headers: { 'x-request-id': '<script>' } })),
    ...texts.map((p) => one(Object.keys(valueAttacks)).map((name): Change => (draft) => ({ ...draft, how: `query ${p.name}: ${name}`, query: { ...draft.query, [p.name]: undefined }, rawQuery: `${p.name}=${valueAttacks[name]}`, sure: true }))),
    ...operation.params.map((p) => fc.constantFrom(...falsePathIds).map((id): Change => (draft) => ({ ...draft, how: `path ${p.name}: no id`, params: { ...draft.params, [p.name]: id }, sure: true, brokenAddress: true }))),
    ...(operation.writes ? [fc.constantFrom(...falseKeys).map((keys): Change => (draft) => ({ ...draft, how: 'false Idempotency-Key', keys, sure: true }))] : []),
    ...(operation.query.some((p) => p.name === 'cursor') ? cursorAttacks : []),
  ]
  const spoiling = fc.tuple(one(Object.keys(spoils)), fc.nat(50)).map(([name, pick]): Change => (draft) => ({ ...draft, how: name, spoil: { name, pick } }))
  const unwanted = one(['{}', '{"name":"x"}', 'x']).map((raw): Change => (draft) => ({ ...draft, how: 'a body where none is taken', body: raw, sure: true }))
  const bodies = operation.body ? Array.from({ length: attacks.length }, () => spoiling) : operation.writes ? [unwanted] : []
  return changed(operation, live, 'hostile', [...attacks, ...bodies])
}

const cursorAttacks: fc.Arbitrary<Change>[] = [
  fc.constantFrom('x', 'eyJ2IjoxfQ.c2ln', '.', 'W10.AAAAAAAAAAAAAAAAAAAAAA', 'W251bGxd.', 'a'.repeat(1001), '1', 'null').map((cursor) => (draft) => ({ ...draft, how: 'false cursor', query: { ...draft.query, cursor }, sure: true })),
  fc.nat(100).map((pick) => (draft) => ({ ...draft, how: 'cursor of another list', cursor: { pick, own: false } })),
]
