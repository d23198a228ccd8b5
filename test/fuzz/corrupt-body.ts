/* Ways in which an attacker or a broken client corrupts a valid body. Each takes the valid JSON and a random number. */

export type CorruptedBody = { body: Buffer; headers?: Record<string, string | null>; mustFail: boolean }
type BodyCorruption = (value: unknown, pick: number) => CorruptedBody

const marker = 'SPOILED-HERE'

/** Changes one text of a value, or adds a field when it has no text. */
export function inText(value: unknown, pick: number, put: (text: string) => string): unknown {
  const total = count(value)
  if (total === 0) return { ...(value as object), corrupted: put('') }
  let left = pick % total
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return left-- === 0 ? put(node) : node
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item)]))
  }
  return walk(value)
}
function count(node: unknown): number {
  if (typeof node === 'string') return 1
  return node !== null && typeof node === 'object'
    ? Object.values(node).reduce<number>((sum, item) => sum + count(item), 0)
    : 0
}

const bad = (body: string | Buffer, headers?: CorruptedBody['headers']): CorruptedBody => ({
  body: Buffer.from(body as string),
  mustFail: true,
  ...(headers && { headers }),
})
const texted =
  (put: (text: string) => string): BodyCorruption =>
  (value, pick) =>
    bad(JSON.stringify(inText(value, pick, put)))
const bytes =
  (...raw: number[]): BodyCorruption =>
  (value, pick) => {
    const [before, after] = JSON.stringify(inText(value, pick, (text) => text + marker)).split(marker)
    return bad(Buffer.concat([Buffer.from(before!), Buffer.from(raw), Buffer.from(after!)]))
  }
const written =
  (write: (text: string) => string): BodyCorruption =>
  (value) =>
    bad(write(JSON.stringify(value)))
/** Adds a first member to the object. */
const led = (member: string): BodyCorruption =>
  written((text) => (text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`))
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const firstMember = (value: unknown) => {
  const [entry = ['a', 1]] = Object.entries(value as object)
  return `${JSON.stringify(entry[0])}:${JSON.stringify(entry[1])}`
}
const under =
  (headers: CorruptedBody['headers']): BodyCorruption =>
  (value) =>
    bad(JSON.stringify(value), headers)

export const bodyCorruptions: Record<string, BodyCorruption> = {
  'NUL in a text': texted((text) => `${text}\0`),
  'NUL inside a text': texted((text) => `a\0${text}`),
  'half a surrogate pair': texted((text) => `${text}\ud800`),
  'the other half of a surrogate pair': texted((text) => `\udc00${text}`),
  'a byte that is no UTF-8': bytes(0xff),
  'an overlong form': bytes(0xc0, 0xaf),
  'a surrogate in UTF-8': bytes(0xed, 0xa0, 0x80),
  'half a character': bytes(0xe2, 0x82),
  'a bare control character': bytes(0x01),
  __proto__: led('"__proto__":{"polluted":true}'),
  'escaped __proto__': led('"\\u005f_proto__":{"polluted":true}'),
  constructor: led('"constructor":{"prototype":{"polluted":true}}'),
  'depth 33': led(`"deep":${nested(33)}`),
  'depth 5000': led(`"deep":${nested(5000)}`),
  'depth 33 in a field': (value) => {
    const [name = 'deep'] = Object.keys(value as object)
    return bad(JSON.stringify({ ...(value as object), [name]: JSON.parse(nested(33)) }))
  },
  'a key twice': (value) => led(firstMember(value))(Object.keys(value as object).length ? value : { a: 1 }, 0),
  'an escaped key twice': (value) => {
    const [name = 'a', item = 1] = Object.entries(value as object)[0] ?? []
    const first = name.charCodeAt(0).toString(16).padStart(4, '0')
    const escaped = `"\\u${first}${JSON.stringify(name.slice(1)).slice(1)}:${JSON.stringify(item)}`
    return led(escaped)(Object.keys(value as object).length ? value : { a: 1 }, 0)
  },
  '1e400': led('"number":1e400'),
  '1e400 in a field': (value, pick) =>
    bad(JSON.stringify(inText(value, pick, () => marker)).replace(`"${marker}"`, '1e400')),
  'a huge text': texted((text) => text + 'x'.repeat(300_000)),
  'a body above the limit': texted((text) => text + 'x'.repeat(1_100_000)),
  truncated: written((text) => text.slice(0, -1)),
  'trailing garbage': written((text) => `${text}}`),
  'two values': written((text) => `${text}${text}`),
  'byte order mark': written((text) => `\ufeff${text}`),
  comment: written((text) => `/* */${text}`),
  'single quotes': written((text) => `'${text}'`),
  NaN: led('"number":NaN'),
  array: written((text) => `[${text}]`),
  text: written((text) => JSON.stringify(text)),
  number: () => bad('42'),
  null: () => ({ body: Buffer.from('null'), mustFail: false }),
  empty: () => ({ body: Buffer.alloc(0), mustFail: false }),
  'text/plain': under({ 'content-type': 'text/plain' }),
  'a form': (_value) => bad('name=x&sentiment=POSITIVE', { 'content-type': 'application/x-www-form-urlencoded' }),
  'no content type': under({ 'content-type': null }),
  'application/jsonx': under({ 'content-type': 'application/jsonx' }),
  multipart: under({ 'content-type': 'multipart/form-data; boundary=x' }),
  'content coding': under({ 'content-encoding': 'gzip' }),
  'unknown content coding': under({ 'content-encoding': 'zstd, br' }),
}

/** Invalid query strings; their position does not matter. */
export const queryAttacks: Record<string, string> = {
  'unknown parameter': 'no_such_parameter=1',
  'unknown parameter without value': 'no_such_parameter',
  'parameter in brackets': 'limit[]=5',
  __proto__: '__proto__=1',
  '__proto__ in brackets': '__proto__[polluted]=1',
  constructor: 'constructor=1',
  'NUL in a name': 'lim%00it=5',
  organization: 'org_id=org_00000000000000000000000000000000',
  'long parameter': `x=${'y'.repeat(8000)}`,
}

/** Values that are invalid for every type of query parameter. */
export const valueAttacks: Record<string, string> = {
  NUL: 'a%00b',
  'invalid UTF-8': 'ab%ff',
  'overlong UTF-8': 'ab%c0%af',
  'a surrogate in UTF-8': 'ab%ed%a0%80',
  'broken escape': 'ab%zz',
}

/** Idempotency keys outside of 1 to 128 printable characters; two entries are a repeated header. */
export const invalidKeys: string[][] = [
  [''],
  [' '],
  ['k'.repeat(129)],
  ['k'.repeat(5000)],
  ['caf\u00e9'],
  ['\u0080'],
  ['tab\tinside'],
  ['one', 'two'],
  ['same', 'same'],
]
