import { blanked } from './markup.ts'

/* Where in a text somebody states something. Everything is a span of the source, so that whatever is made of it can be quoted verbatim. */

export type Span = { start: number; end: number }
/** `entry`: of a list, and so a statement however short. */
export type Statement = Span & { text: string; entry?: true }

const maxStatementLength = 600
const minWords = 4
const quotedLine = /^\s*(>|\|)/
const replyHead =
  /^\s*(on .{4,120} wrote:|am .{4,120} schrieb\b.{0,80}:|le .{4,120} a écrit ?:|-{2,} ?(original|forwarded) message ?-{2,}|(?:from|von|de): .+@.+|from: .+|sent from my .+|get outlook for .+|-- ?)\s*$/i
/** The first of two lines of such a head. */
const brokenHead = /^\s*on .{4,120}$/i
const headEnd = /^\s*.{0,60}\bwrote:\s*$/i
/** What a machine wrote: where a program was, and the marks around it. */
const machineLine = /^\s*(?:```.*|at \S.*:\d+(?::\d+)?\)?|File ".*", line \d+.*|\.\.\. \d+ more)\s*$/
const farewell =
  /^\s*(best|kind|warm)?\s*(regards|wishes|cheers|thanks|thank you|sincerely|mit freundlichen grüßen)[,.!]?\s*$/i
const greeting =
  /^\s*(hi|hello|hey|dear|good (morning|afternoon|evening)|hallo|bonjour|hola)\b[^.!?\n]{0,40}[,.!\n]?\s*$/i

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The lines that are the writer's own: no quoted mail, nothing after the signature's mark. */
function ownLines(content: string): Span[] {
  const spans: Span[] = []
  let start = 0
  const lines = content.split('\n')
  for (const [n, line] of lines.entries()) {
    const span = { start, end: start + line.length }
    start = span.end + 1
    if ((replyHead.test(line) || (brokenHead.test(line) && headEnd.test(lines[n + 1] ?? ''))) && spans.length > 0) break
    if (quotedLine.test(line) || machineLine.test(line) || line.trim() === '')
      spans.push({ start: span.end, end: span.end })
    else spans.push(span)
  }
  return spans
}

/** Lines that follow each other are one paragraph; an empty line ends it. */
function paragraphs(content: string): Span[] {
  const found: Span[] = []
  let open: Span | undefined
  for (const line of ownLines(content)) {
    if (line.start === line.end) {
      if (open) found.push(open)
      open = undefined
    } else if (farewell.test(content.slice(line.start, line.end)) && found.length + (open ? 1 : 0) > 0) break
    else open = { start: open?.start ?? line.start, end: line.end }
  }
  if (open) found.push(open)
  return found
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

function trimmed(content: string, { start, end }: Span): Statement {
  const text = content.slice(start, end)
  const from = start + (text.length - text.trimStart().length)
  return { start: from, end: from + text.trim().length, text: text.trim() }
}

const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/

/** Sentences of a paragraph; a list's entries are sentences of their own. */
function sentencesOf(content: string, { start, end }: Span): Statement[] {
  const found: Statement[] = []
  let at = start
  for (const part of content.slice(start, end).split(/(?<=\n)(?=\s*(?:[-*•–]|\d{1,2}[.)])\s)/)) {
    const mark = bullet.exec(part)?.[0].length ?? 0
    const own = [...sentences.segment(part.slice(mark))].flatMap(({ segment, index }) =>
      bounded(trimmed(content, { start: at + mark + index, end: at + mark + index + segment.length })),
    )
    found.push(
      ...own
        .map((one) => withoutDash(content, one))
        .filter(({ text }) => text !== '')
        .map((one, n): Statement => (mark > 0 && n === 0 ? { ...one, entry: true } : one)),
    )
    at += part.length
  }
  return found
}

function withoutDash(content: string, one: Statement): Statement {
  const dash = /^[-*•–]\s+/.exec(one.text)
  return dash ? trimmed(content, { start: one.start + dash[0].length, end: one.end }) : one
}

/** A sentence without an end is cut at a space, so that nothing is ever too long to think about. */
function bounded(one: Statement): Statement[] {
  const pieces: Statement[] = []
  let rest = one
  while (rest.text.length > maxStatementLength) {
    const cut = rest.text.lastIndexOf(' ', maxStatementLength)
    const length = cut > maxStatementLength / 2 ? cut : maxStatementLength
    pieces.push({ start: rest.start, end: rest.start + length, text: rest.text.slice(0, length) })
    const tail = rest.text.slice(length)
    const skipped = tail.length - tail.trimStart().length
    rest = { start: rest.start + length + skipped, end: rest.end, text: tail.trimStart() }
  }
  return [...pieces, rest]
}

/** Says something only together with what stands before it: by how it begins, by how it ends, or because what it is about is only called “it”. */
const leaning = new RegExp(
  [
    '^(?:it|that|this|these|those|they|he|she|otherwise|then|so|same|neither|nor|or|which|the same)\\b(?! (?:app|page|tool|product)\\b)',
    '^(?:without|because of|until|after|before) (?:it|that|this)\\b',
    '\\b(?:otherwise|instead)[.!]*$',
    '^(?:\\S+ ){1,7}(?:it|that|this|them)(?: (?:off|out|back|up|down))?[.!]*$',
  ].join('|'),
  'i',
)
const maxLeaning = 280

/** Splits into statements: sentences, of which very short ones and those that lean on the one before join it. An entry of a list stands on its own. */
export function statementsOf(content: string): Statement[] {
  const plain = blanked(content)
  return paragraphs(plain)
    .flatMap((paragraph) => joinedSentences(plain, paragraph))
    .map((one) => ({ ...one, text: content.slice(one.start, one.end) }))
}

function joinedSentences(content: string, paragraph: Span): Statement[] {
  const joined: Statement[] = []
  for (const one of sentencesOf(content, paragraph)) {
    if (greeting.test(one.text)) continue
    const before = one.entry ? undefined : joined.at(-1)
    const short =
      before &&
      one.end - before.start <= maxStatementLength &&
      (wordsIn(one.text) < minWords || wordsIn(before.text) < minWords)
    const leans = before && one.end - before.start <= maxLeaning && leaning.test(one.text)
    if (before && (short || leans))
      joined[joined.length - 1] = { ...before, end: one.end, text: content.slice(before.start, one.end) }
    else joined.push(one)
  }
  return joined
}

/** Too little to find anything in. */
export const saysNothing = (text: string): boolean => {
  const words = text.replace(/\b(?:https?:\/\/|www\.)\S+/gi, '').match(/\p{L}{2,}/gu) ?? []
  return words.length === 0 || (words.length === 1 && text.trim().length < 4)
}
