/* The lines “From: … Sent: … To: … Subject: …” that mail programs put above a message they quote or forward. */

const names = {
  from: ['from', 'von', 'de', 'da', 'van'],
  date: ['sent', 'date', 'gesendet', 'datum', 'envoyé', 'fecha', 'enviado', 'data', 'inviato', 'verzonden'],
  to: ['to', 'an', 'à', 'para', 'a', 'aan'],
  cc: ['cc', 'kopie', 'reply-to', 'antwort an'],
  subject: ['subject', 'betreff', 'objet', 'asunto', 'oggetto', 'onderwerp'],
} as const
type Name = keyof typeof names

const nameOf = new Map<string, Name>(
  Object.entries(names).flatMap(([name, words]) => words.map((word): [string, Name] => [word, name as Name])),
)
const headerLine = /^[\s>]*\*?([\p{L}][\p{L} -]{0,12}?)\s?:\*?(?:\s+(.*))?$/u

/** A block is looked for at every line of a message, so its length and that of its values are bounded. */
const maxLines = 20
const maxValue = 500

export type HeaderBlock = { from: string; date?: string; subject?: string; first: number; end: number }

function headerAt(line: string | undefined): [Name, string] | undefined {
  const match = line === undefined ? null : headerLine.exec(line)
  const name = match && nameOf.get(match[1]!.toLowerCase())
  return name ? [name, (match[2] ?? '').slice(0, maxValue).trim()] : undefined
}

/** The block that starts at this line: a sender and at least two other headers. */
export function headerBlockAt(lines: readonly string[], first: number): HeaderBlock | undefined {
  const start = headerAt(lines[first])
  if (!start || start[0] === 'to' || start[0] === 'cc') return undefined
  const found = new Map<Name, string>([start])
  let end = first + 1
  for (; end < Math.min(lines.length, first + maxLines); end++) {
    const next = headerAt(lines[end])
    // A long list of recipients continues on the next line.
    const isFolded = !next && /\S/.test(lines[end]!) && headerAt(lines[end + 1]) !== undefined
    if (!next && !isFolded) break
    if (next && !found.has(next[0])) found.set(...next)
  }
  const from = found.get('from')
  if (from === undefined || found.size < 3) return undefined
  const date = found.get('date')
  const subject = found.get('subject')
  return { from, first, end, ...(date !== undefined && { date }), ...(subject !== undefined && { subject }) }
}
