import fc from 'fast-check'
import type { Schema } from './document.ts'
import { invalidTimes } from './texts.ts'

/* Values near the limits of a schema; the schema itself decides whether one is valid. */

const junk: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53 + 2,
  '',
  ' ',
  'x',
  'null',
  '0',
  'true',
  '\u{1f680}',
  [],
  [null],
  [[]],
  {},
  { id: 1 },
]

const invalidIds = [
  '',
  'x',
  '0',
  '00000000-0000-0000-0000-00000000000',
  '00000000-0000-0000-0000-0000000000000',
  'GGGGGGGG-0000-0000-0000-000000000000',
  '{00000000-0000-4000-8000-000000000000}',
  '00000000000040008000000000000000',
  '019A8C1E-7B5C-7D3A-9F4E-2C6B8A1D0E5F',
  'user_0',
  "' or 1=1",
]

export function edgesOf(schema: Schema): fc.Arbitrary<unknown> {
  const edges = [...textEdges(schema), ...numberEdges(schema), ...listEdges(schema), ...wordEdges(schema)]
  const anyJunk = fc.constantFrom(...junk)
  return edges.length
    ? fc.oneof({ weight: 1, arbitrary: anyJunk }, { weight: 2, arbitrary: fc.constantFrom(...edges) })
    : anyJunk
}

const branches = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(branches),
]
const fromBranches = (schema: Schema, edges: (branch: Schema) => unknown[]) => branches(schema).flatMap(edges)

const unfitting = ['\u0007bell', 'del\u007f', '   ', '\n', '#FFFFFF', '#12345', 'red', '#1234567']

const textEdges = (schema: Schema) =>
  fromBranches(schema, ({ type, minLength, maxLength, pattern }) => {
    if (type !== 'string') return []
    const shortest = minLength ? [minLength, minLength - 1] : []
    // Megabyte values are too slow to draw and test nothing new.
    const longest = maxLength && maxLength <= 10_000 ? [maxLength, maxLength + 1, maxLength * 20] : []
    return [
      ...[...shortest, ...longest].flatMap((n) => ['x'.repeat(n), '\u{1f680}'.repeat(n)]),
      ...(pattern ? unfitting : []),
    ]
  })

const oddNumbers = [
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  0.5,
  -0,
  '5',
  '1e2',
  '+5',
  ' 5',
  '5 ',
  '',
  '５',
  '0x10',
  '٣',
  'NaN',
  'Infinity',
]

const numberEdges = (schema: Schema) =>
  fromBranches(schema, ({ type, minimum, maximum }) =>
    type === 'integer' || type === 'number'
      ? [
          ...(minimum === undefined ? [] : [minimum, minimum - 1]),
          ...(maximum === undefined ? [] : [maximum, maximum + 1]),
          ...oddNumbers,
        ]
      : [],
  )

const listEdges = (schema: Schema) =>
  fromBranches(schema, ({ type, items, minItems, maxItems }) => {
    if (type !== 'array') return []
    const one = items?.enum?.[0] ?? (items?.format === 'uuid' ? '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f' : 'x')
    const different = (_: unknown, i: number) => (items?.format === 'uuid' ? spareId(i) : `${String(one)}${i}`)
    const tooMany = maxItems ? [Array.from({ length: maxItems + 1 }, different)] : []
    return [...(minItems ? [[]] : []), ...tooMany, [one, one], ['bogus', null], String(one)]
  })

const spareId = (n: number) => `019a8c1e-7b5c-7d3a-9f4e-${n.toString(16).padStart(12, '0')}`

const misspelled = (word: string) => [word.toLowerCase(), word.toUpperCase(), `${word} `, `${word}X`, word.slice(1)]

const wordEdges = (schema: Schema) =>
  fromBranches(schema, ({ enum: words = [], format, type }) => [
    ...words.filter((word) => typeof word === 'string').flatMap(misspelled),
    ...(format === 'date' || format === 'date-time' ? invalidTimes : []),
    ...(format === 'uuid' ? invalidIds : []),
    ...(type === 'boolean' ? ['true', 'yes', 1, 0, 'TRUE', ''] : []),
  ])

/** Invalid ids in a path. */
export const invalidPathIds = [
  ...invalidIds.filter((id) => id !== ''),
  '%00',
  '%ff',
  '%ed%a0%80',
  '%2e%2e%2f',
  '%252e',
  '..',
  'null',
  '*',
  ';',
  '\u{1f680}',
  'a'.repeat(300),
  'a'.repeat(2000),
]
