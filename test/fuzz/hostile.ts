import fc from 'fast-check'
import type { Operation } from './document.ts'
import { type Change, changed, type Draft, mostlyAdmin, takesCursor, validDrafts } from './drafts.ts'
import { invalidKeys, queryAttacks, bodyCorruptions, valueAttacks } from './corrupt-body.ts'
import { invalidPathIds } from './wrong-values.ts'

/** Hostile requests, one attack each. */
export function attacksOf(operation: Operation): fc.Arbitrary<Draft>[] {
  const good = validDrafts(operation, mostlyAdmin)
  const changes: fc.Arbitrary<Change>[] = [
    ...(operation.body ? bodyAttacks : []),
    ...(operation.writes && !operation.body ? [unwantedBody] : []),
    ...(operation.writes ? keyAttacks : []),
    ...searchAttacks,
    ...textAttacks(operation),
    ...operation.params.flatMap(({ name }) => [pathAttack(name), pathAttack(name), pathAttack(name)]),
    ...(takesCursor(operation) ? cursorAttacks : []),
    fc.constant((draft) => ({ ...draft, how: 'odd request id', headers: { 'x-request-id': '<script>' } })),
  ]
  return changes.map((change) => changed(good, 'hostile', change))
}

const searchAttacks = Object.entries(queryAttacks).map(([name, rawQuery]) =>
  fc.constant<Change>((draft) => ({ ...draft, how: `query: ${name}`, rawQuery, mustFail: true })),
)

const bodyAttacks = Object.keys(bodyCorruptions).map((name) =>
  fc.nat(50).map((pick): Change => (draft) => ({ ...draft, how: name, spoil: { name, pick } })),
)

const unwantedBody = fc.constantFrom('{}', '{"name":"x"}', 'x').map((body): Change => (draft) => ({
  ...draft,
  how: 'unexpected body',
  body,
  mustFail: true,
}))

const keyAttacks = invalidKeys.map((keys) =>
  fc.constant<Change>((draft) => ({ ...draft, how: 'false Idempotency-Key', keys, mustFail: true })),
)

const textAttacks = (operation: Operation): fc.Arbitrary<Change>[] =>
  operation.query
    .filter(({ name, schema }) => schema.type === 'string' && !schema.enum && name !== 'cursor')
    .map(({ name }) =>
      fc.constantFrom(...Object.entries(valueAttacks)).map(([how, value]) => (draft) => ({
        ...draft,
        how: `query ${name}: ${how}`,
        query: { ...draft.query, [name]: undefined },
        rawQuery: `${name}=${value}`,
        mustFail: true,
      })),
    )

const pathAttack = (name: string): fc.Arbitrary<Change> =>
  fc.constantFrom(...invalidPathIds).map((id) => (draft) => ({
    ...draft,
    how: `path ${name}: ${id.slice(0, 40)}`,
    params: { ...draft.params, [name]: id },
    brokenAddress: true,
    ...(id.startsWith('%') && { mustFail: true }),
  }))

const invalidCursors = [
  'x',
  'eyJ2IjoxfQ.c2ln',
  '.',
  'W10.AAAAAAAAAAAAAAAAAAAAAA',
  'W251bGxd.',
  'a'.repeat(1001),
  '1',
  'null',
]

const cursorAttacks: fc.Arbitrary<Change>[] = [
  fc.constantFrom(...invalidCursors).map((cursor) => (draft) => ({
    ...draft,
    how: 'false cursor',
    query: { ...draft.query, cursor },
    mustFail: true,
  })),
  fc.nat(100).map((pick) => (draft) => ({ ...draft, how: 'cursor of another list', cursor: { pick, own: false } })),
]
