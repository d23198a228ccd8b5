import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifiersOf, type PersonFields, redactDocument } from '#domain/sources/contacts/identifiers.ts'

const nobody: PersonFields = { names: [], emails: [], phones: [], externalIds: [], companies: [], others: [] }
const masked = (person: Partial<PersonFields>, text: string) => identifiersOf({ ...nobody, ...person }).maskOwn(text)

const spellings: [Partial<PersonFields>, Record<string, string>][] = [
  [
    { names: ['José Müller'] },
    {
      'jose muller wrote': '[name] wrote',
      'Jose\u0301 Mu\u0308ller wrote': '[name] wrote',
      'Müllers Export, JOSÉ': '[name] Export, [name]',
      'Musée, Müllerei': 'Musée, Müllerei',
    },
  ],
  [{ names: ['Siobhan O’Brien'] }, { "Siobhan O'Brien said": '[name] said' }],
  [{ names: ['王小伟'] }, { 我是王小伟来自北京: '我是[name]来自北京' }],
  [{ names: ['山田 太郎'] }, { '山田です。山田 太郎様': '[name]です。[name]様' }],
  [{ names: ['김철수'] }, { '김철수는 말했다': '[name]는 말했다' }],
  [
    { emails: ['zoe@erase.example'] },
    {
      'https://desk.example/u/zoe%40erase.example': 'https://desk.example/u/[email]',
      'ZOE@Erase.example, azoe@erase.example': '[email], azoe@erase.example',
    },
  ],
  [
    { phones: ['+49 30 5550177'] },
    {
      'Call 030 5550177 or 030/555-01-77': 'Call [phone] or [phone]',
      '0049305550177 and 49 30 555 0177': '[phone] and [phone]',
      'order 15550177 of 2030': 'order 15550177 of 2030',
    },
  ],
  [{ phones: ['+1 415 555 0123'] }, { '(415) 555-0123, 4155550123': '[phone], [phone]' }],
  [{ phones: ['030 5550177'] }, { '+49 30 5550177': '[phone]' }],
]

test('identifiers are masked however they are spelled, and nothing that only resembles them', () => {
  for (const [person, texts] of spellings)
    for (const [text, expected] of Object.entries(texts)) assert.equal(masked(person, text), expected)
  assert.equal(masked({ names: ['Ann Lee'] }, 'café'.normalize('NFD')), 'café'.normalize('NFD'), 'unchanged')
})

test('a text about several people keeps ordinary words that are also a name or an attribute', () => {
  const { maskUnmistakable } = identifiersOf({ ...nobody, names: ['Mark Page'], others: ['email'] })
  assert.equal(maskUnmistakable('Mark emails as read on the page'), 'Mark emails as read on the page')
  assert.equal(maskUnmistakable('Mark Page cannot sign in by email'), '[name] cannot sign in by email')
})

test('a stored response keeps its fields and loses the names that a file or a client gave to values', () => {
  const preview = { row: 1, values: { content: 'Zoe says', 'metadata.Zoe Quill': 'x' } }
  assert.deepEqual(redactDocument({ id: '019b0000-0000-7000-8000-000000000000', preview: [preview] }), {
    id: '019b0000-0000-7000-8000-000000000000',
    preview: [{ row: 1, values: { content: '[redacted]' } }],
  })
})
