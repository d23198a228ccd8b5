import fc from 'fast-check'
import type { Operation } from './document.ts'
import { type Change, changed, type Draft, mostlyAdmin, takesCursor, wellFormed } from './drafts.ts'
import { falseKeys, queryAttacks, spoils, valueAttacks } from './spoils.ts'
import { falsePathIds } from './wrong-values.ts'

/** What an enemy sends, one attack each. */
export function hostileOf(operation: Operation): fc.Arbitrary<Draft>[] {
  const good = wellFormed(operation, mostlyAdmin)
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
  fc.constant<Change>((draft) => ({ ...draft, how: `query: ${name}`, rawQuery, sure: true })),
)

const bodyAttacks = Object.keys(spoils).map((name) =>
  fc.nat(50).map((pick): Change => (draft) => ({ ...draft, how: name, spoil: { name, pick } })),
)

const unwantedBody = fc.constantFrom('{}', '{"name":"x"}', 'x').map((body): Change => (draft) => ({
  ...draft,
  how: 'a body where none is taken',
  body,
  sure: true,
}))

const keyAttacks = falseKeys.map((keys) =>
  fc.constant<Change>((draft) => ({ ...draft, how: 'false Idempotency-Key', keys, sure: true })),
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
        sure: true,
      })),
    )

const pathAttack = (name: string): fc.Arbitrary<Change> =>
  fc.constantFrom(...falsePathIds).map((id) => (draft) => ({
    ...draft,
    how: `path ${name}: ${id.slice(0, 40)}`,
    params: { ...draft.params, [name]: id },
    brokenAddress: true,
    ...(id.startsWith('%') && { sure: true }),
  }))

const falseCursors = [
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
  fc.constantFrom(...falseCursors).map((cursor) => (draft) => ({
    ...draft,
    how: 'false cursor',
    query: { ...draft.query, cursor },
    sure: true,
  })),
  fc.nat(100).map((pick) => (draft) => ({ ...draft, how: 'cursor of another list', cursor: { pick, own: false } })),
]
