/* What an enemy or a broken client does to a good body. Each takes the good JSON and a number to choose by. */

export type Spoiled = { body: Buffer; headers?: Record<string, string | null>; sure: boolean }
type Spoil = (value: unknown, pick: number) => Spoiled

const marker = 'SPOILED-HERE'

/** Puts something into one of the texts of a value, or beside them when it holds none. */
export function inText(value: unknown, pick: number, put: (text: string) => string): unknown {
  const total = count(value)
  if (total === 0) return { ...(value as object), spoiled: put('') }
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

const bad = (body: string | Buffer, headers?: Spoiled['headers']): Spoiled => ({
  body: Buffer.from(body as string),
  sure: true,
  ...(headers && { headers }),
})
const texted =
  (put: (text: string) => string): Spoil =>
  (value, pick) =>
    bad(JSON.stringify(inText(value, pick, put)))
const bytes =
  (...raw: number[]): Spoil =>
  (value, pick) => {
    const [before, after] = JSON.stringify(inText(value, pick, (text) => text + marker)).split(marker)
    return bad(Buffer.concat([Buffer.from(before!), Buffer.from(raw), Buffer.from(after!)]))
  }
const written =
  (write: (text: string) => string): Spoil =>
  (value) =>
    bad(write(JSON.stringify(value)))
/** A first member before those that are there. */
const led = (member: string): Spoil =>
  written((text) => (text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`))
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const firstMember = (value: unknown) => {
  const [entry = ['a', 1]] = Object.entries(value as object)
  return `${JSON.stringify(entry[0])}:${JSON.stringify(entry[1])}`
}
const under =
  (headers: Spoiled['headers']): Spoil =>
  (value) =>
    bad(JSON.stringify(value), headers)

export const spoils: Record<string, Spoil> = {
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
  null: () => ({ body: Buffer.from('null'), sure: false }),
  empty: () => ({ body: Buffer.alloc(0), sure: false }),
  'text/plain': under({ 'content-type': 'text/plain' }),
  'a form': (_value) => bad('name=x&sentiment=POSITIVE', { 'content-type': 'application/x-www-form-urlencoded' }),
  'no content type': under({ 'content-type': null }),
  'application/jsonx': under({ 'content-type': 'application/jsonx' }),
  multipart: under({ 'content-type': 'multipart/form-data; boundary=x' }),
  'content coding': under({ 'content-encoding': 'gzip' }),
  'unknown content coding': under({ 'content-encoding': 'zstd, br' }),
}

/** Query strings nobody should be able to send; where they stand does not matter. */
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

/** Values that no query parameter takes, whatever its type. */
export const valueAttacks: Record<string, string> = {
  NUL: 'a%00b',
  'invalid UTF-8': 'ab%ff',
  'overlong UTF-8': 'ab%c0%af',
  'a surrogate in UTF-8': 'ab%ed%a0%80',
  'broken escape': 'ab%zz',
}

/** Idempotency keys outside of 1 to 128 printable characters; two stand for a header sent twice. */
export const falseKeys: string[][] = [
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
