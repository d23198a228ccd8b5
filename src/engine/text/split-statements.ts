import {
  MAX_DEPENDENT_LENGTH,
  MAX_STATEMENT_LENGTH,
  MIN_SENTENCE_WORDS,
  MIN_STATEMENT_WORDS,
} from '#engine/thresholds/statements.ts'
import { anyOf } from '#engine/words/read-words.ts'
import { blankTags } from './html-markup.ts'
import { sentencesOf } from './sentences.ts'

/* Splits a text into statements. Each is a span of the source, so that it can be quoted verbatim. */

export type TextSpan = { start: number; end: number }
/** `entry`: of a list, which is a statement however short. */
export type Statement = TextSpan & { text: string; entry?: true }

const quotedLine = /^\s*(>|\|)/
const replyHeader = new RegExp(String.raw`^\s*${anyOf('statements/reply-headers')}\s*$`, 'i')
/** Such a header over two lines. */
const wrappedHeader = /^\s*on .{4,120}$/i
const wrappedHeaderEnd = /^\s*.{0,60}\bwrote:\s*$/i
/** Stack-trace lines and code fences. */
const stackTraceLine = /^\s*(?:```.*|at \S.*:\d+(?::\d+)?\)?|File ".*", line \d+.*|\.\.\. \d+ more)\s*$/
const farewell = new RegExp(String.raw`^\s*${anyOf('statements/farewells')}[,.!]?\s*$`, 'i')
/** Headings of Markdown and of forms: “### System info”, “**Steps to reproduce**”. */
const heading = /^\s*(?:#{1,6}\s.*|\*\*[^*]{1,60}\*\*:?|={3,}|-{3,}|_{3,})\s*$/
const greeting =
  /^\s*(hi|hello|hey|dear|good (morning|afternoon|evening)|hallo|bonjour|hola)\b[^.!?\n]{0,40}[,.!\n]?\s*$/i

/** What was asked in an interview, which is not feedback. */
const question = /^\s*(?:interviewer|moderator|researcher|facilitator|interviewerin|enquêteur|entrevistador)\s*:/i

/** The writer's own lines up to the signature, without quoted mail, stack traces and an interviewer's questions. */
function ownLines(content: string): TextSpan[] {
  const spans: TextSpan[] = []
  let start = 0
  const lines = content.split('\n')
  const hasAnswers = lines.some((line) => line.trim() !== '' && !question.test(line))
  const leftOut = [quotedLine, stackTraceLine, heading, ...(hasAnswers ? [question] : [])]
  for (const [n, line] of lines.entries()) {
    const span = { start, end: start + line.length }
    start = span.end + 1
    const isWrappedHeader = wrappedHeader.test(line) && wrappedHeaderEnd.test(lines[n + 1] ?? '')
    if ((replyHeader.test(line) || isWrappedHeader) && spans.length > 0) break
    if (line.trim() === '' || leftOut.some((pattern) => pattern.test(line)))
      spans.push({ start: span.end, end: span.end })
    else spans.push(span)
  }
  return spans
}

/** Paragraphs end with an empty line; a complimentary close ends the text. */
export function paragraphs(content: string): TextSpan[] {
  const found: TextSpan[] = []
  let open: TextSpan | undefined
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

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

function trimmed(content: string, { start, end }: TextSpan): Statement {
  const text = content.slice(start, end)
  const from = start + (text.length - text.trimStart().length)
  return { start: from, end: from + text.trim().length, text: text.trim() }
}

const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/

/** The sentences of a paragraph; each entry of a list is a sentence. */
function sentencesOfParagraph(content: string, { start, end }: TextSpan): Statement[] {
  const found: Statement[] = []
  let at = start
  for (const part of content.slice(start, end).split(/(?<=\n)(?=\s{0,200}(?:[-*•–]|\d{1,2}[.)])\s)/)) {
    const bulletLength = bullet.exec(part)?.[0].length ?? 0
    const textStart = at + bulletLength
    const own = sentencesOf(part.slice(bulletLength)).flatMap(({ segment, index }) =>
      splitLong(trimmed(content, { start: textStart + index, end: textStart + index + segment.length })),
    )
    found.push(
      ...own
        .map((one) => withoutDash(content, one))
        .filter(({ text }) => text !== '')
        .map((one, n): Statement => (bulletLength > 0 && n === 0 ? { ...one, entry: true } : one)),
    )
    at += part.length
  }
  return found
}

function withoutDash(content: string, one: Statement): Statement {
  const dash = /^[-*•–]\s+/.exec(one.text)
  return dash ? trimmed(content, { start: one.start + dash[0].length, end: one.end }) : one
}

/** Cuts a very long sentence at spaces. */
function splitLong(one: Statement): Statement[] {
  const pieces: Statement[] = []
  let rest = one
  while (rest.text.length > MAX_STATEMENT_LENGTH) {
    const cut = rest.text.lastIndexOf(' ', MAX_STATEMENT_LENGTH)
    const length = cut > MAX_STATEMENT_LENGTH / 2 ? cut : MAX_STATEMENT_LENGTH
    pieces.push({ start: rest.start, end: rest.start + length, text: rest.text.slice(0, length) })
    const tail = rest.text.slice(length)
    const skipped = tail.length - tail.trimStart().length
    rest = { start: rest.start + length + skipped, end: rest.end, text: tail.trimStart() }
  }
  return [...pieces, rest]
}

/**
 * Sentences that depend on the one before: by their first word, by their last, or because their object is only “it”.
 */
const dependent = new RegExp(
  [
    `^${anyOf('statements/dependent-openings')}\\b(?! (?:app|page|tool|product)\\b)`,
    '^(?:without|because of|until|after|before) (?:it|that|this)\\b',
    '\\b(?:otherwise|instead)[.!]*$',
    '^(?:\\S+ ){1,7}(?:it|that|this|them)(?: (?:off|out|back|up|down))?[.!]*$',
  ].join('|'),
  'i',
)

/**
 * Sentences; a very short one, or one that depends on the one before, is joined to it unless it is an entry of a list.
 */
export function splitStatements(content: string): Statement[] {
  const plain = blankTags(content)
  return paragraphs(plain)
    .flatMap((paragraph) => joinedSentences(plain, paragraph))
    .map((one) => ({ ...one, text: content.slice(one.start, one.end) }))
}

function joinedSentences(content: string, paragraph: TextSpan): Statement[] {
  const joined: Statement[] = []
  for (const one of sentencesOfParagraph(content, paragraph)) {
    if (greeting.test(one.text)) continue
    const before = one.entry ? undefined : joined.at(-1)
    const isShort =
      before &&
      one.end - before.start <= MAX_STATEMENT_LENGTH &&
      (countWords(one.text) < MIN_SENTENCE_WORDS || countWords(before.text) < MIN_SENTENCE_WORDS)
    const depends = before && one.end - before.start <= MAX_DEPENDENT_LENGTH && dependent.test(one.text)
    if (before && (isShort || depends))
      joined[joined.length - 1] = { ...before, end: one.end, text: content.slice(before.start, one.end) }
    else joined.push(one)
  }
  return joined
}

/** Polite phrases that say nothing about a product. */
const pleasantry = new RegExp(String.raw`^${anyOf('statements/pleasantries')}.{0,60}$`, 'i')

const reason = '(?:that|this|it|everything|reading|listening|your (?:help|time|work))'
const addition = `(?: (?:so much|a lot|again|all|for ${reason}))`
const thanks = new RegExp(String.raw`^\P{L}*(?:many |a big )?${anyOf('statements/thanks')}${addition}*\P{L}*$`, 'iu')

/** Whether a text is nothing but thanks: “…, thanks for that, …”. */
export const isThanks = (text: string): boolean => thanks.test(text)

/** Where the last clause of a text begins, after the mark before it. */
const lastClause = /[,;.!?–—]\s(?=[^,;.!?–—]+[.!]*$)/u

/** The length of a text without thanks at its end: “The sync is reliable since 4.2, thanks for that”. */
export function lengthWithoutThanks(text: string): number {
  const border = lastClause.exec(text)
  if (!border || !isThanks(text.slice(border.index + border[0].length))) return text.length
  const length = border.index + (/[.!?]/.test(border[0]) ? 1 : 0)
  return countWords(text.slice(0, length)) > 1 ? length : text.length
}

/** Leaves out pleasantries and very short statements, unless there is nothing else. */
export function substantive(statements: readonly Statement[]): Statement[] {
  const withContent = statements.filter(({ text }) => !hasNoContent(text))
  const factual = withContent.filter(({ text }) => !pleasantry.test(text))
  const candidates = factual.length > 0 ? factual : withContent
  const full = candidates.filter(({ text, entry }) => entry || countWords(text) >= MIN_STATEMENT_WORDS)
  return full.length > 0 ? full : candidates.slice(0, 1)
}

/** Whether a text has no words, or a single one of fewer than four characters; links do not count. */
export const hasNoContent = (text: string): boolean => {
  const words = text.replace(/\b(?:https?:\/\/|www\.)\S+/gi, '').match(/\p{L}{2,}/gu) ?? []
  return words.length === 0 || (words.length === 1 && text.trim().length < 4)
}
