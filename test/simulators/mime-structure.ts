/* The parts of a message, as an IMAP server describes them. */

export type Part = { headers: string; body: string; type: string; children: Part[] }

const split = (raw: string): [string, string] => {
  const at = raw.indexOf('\r\n\r\n')
  return at < 0 ? [raw, ''] : [raw.slice(0, at + 4), raw.slice(at + 4)]
}

export const headerOf = ({ headers }: Pick<Part, 'headers'>, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*((?:.|\\r\\n[ \\t])*)`, 'im')
    .exec(headers)?.[1]
    ?.replace(/\r\n[ \t]/g, ' ')
    .trim()

const parameter = (value: string | undefined, name: string) =>
  new RegExp(`;\\s*${name}="?([^";]+)"?`, 'i').exec(value ?? '')?.[1]

/** `raw` has one character for each byte. */
export function parseParts(raw: string): Part {
  const [headers, body] = split(raw)
  const content = headerOf({ headers }, 'content-type') ?? 'text/plain; charset=us-ascii'
  const type = /^[^\s;]+/.exec(content)![0].toLowerCase()
  const boundary = parameter(content, 'boundary')
  if (!type.startsWith('multipart/') || boundary === undefined) return { headers, body, type, children: [] }
  const [whole = ''] = body.split(`--${boundary}--`)
  const children = whole
    .split(`--${boundary}\r\n`)
    .slice(1)
    .map((part) => parseParts(part.replace(/\r\n$/, '')))
  return { headers, body, type, children }
}

/** A part by its number; 1 is also the only part of a simple message. */
export function partAt(root: Part, path: string): Part | undefined {
  if (root.children.length === 0) return path === '1' ? root : undefined
  return path.split('.').reduce<Part | undefined>((part, n) => part?.children[Number(n) - 1], root)
}

const quoted = (text: string | undefined) => (text === undefined ? 'NIL' : `"${text.replace(/["\\]/g, '\\$&')}"`)
const list = (pairs: readonly [string, string | undefined][]) => {
  const given = pairs.filter(([, value]) => value !== undefined)
  return given.length ? `(${given.map(([name, value]) => `${quoted(name)} ${quoted(value)}`).join(' ')})` : 'NIL'
}

/** BODYSTRUCTURE as RFC 9051 writes it. */
export function structureOf(part: Part): string {
  const [main = '', sub = ''] = part.type.split('/')
  if (part.children.length) return `(${part.children.map(structureOf).join('')} ${quoted(sub)} NIL NIL NIL NIL)`
  const content = headerOf(part, 'content-type')
  const parameters = list(['charset', 'format', 'name'].map((name) => [name, parameter(content, name)]))
  const encoding = headerOf(part, 'content-transfer-encoding') ?? '7bit'
  const disposition = headerOf(part, 'content-disposition')
  const kind = disposition === undefined ? 'NIL' : `(${quoted(/^[^\s;]+/.exec(disposition)![0])} NIL)`
  const lines = main === 'text' ? ` ${part.body.split('\r\n').length}` : ''
  const size = `${part.body.length}${lines}`
  return `(${quoted(main)} ${quoted(sub)} ${parameters} NIL NIL ${quoted(encoding)} ${size} NIL ${kind} NIL NIL)`
}
