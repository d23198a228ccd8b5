import { MIN_LINES_OF_LIST, MIN_SHARE_OF_STARTS } from '#engine/thresholds/imports.ts'

/* A pasted text as separate items: what is between empty lines, or one item a line. */

const bullet = /^(?:[-*•‣·–—]|\d{1,3}[.)]|\[[ x]\])\s+/i
/** How a line begins that does not continue the one before it. */
const start = /^(?:\p{Lu}|\p{Lo}|\p{N}|["'“„«‚‘¿¡(#@*]|\p{Extended_Pictographic})/u
/** A mail is one item, whatever its paragraphs. */
const greetings =
  'hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten tag|liebe[rs]?|sehr geehrte|bonjour|hola|olá'
const greeting = new RegExp(String.raw`^(?:${greetings})\b[^.?!]{0,60}[,!:.]?$`, 'i')
const mailField = /^(?:from|to|cc|subject|sent|von|an|betreff|gesendet|de|para|asunto|assunto|objet)\s*:/i

const isMail = (lines: readonly string[]) =>
  greeting.test(lines.find(Boolean) ?? '') || lines.slice(0, 8).filter((line) => mailField.test(line)).length >= 2

/** Lines with a mark begin an item; lines without one continue it. */
function bulletItems(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (line === '') continue
    if (bullet.test(line) || items.length === 0) items.push(line.replace(bullet, ''))
    else items[items.length - 1] += ` ${line}`
  }
  return items
}

const blocksOf = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)

/** A text in which most lines begin like a sentence is a list; wrapped lines continue with small letters. */
const isListOfLines = (lines: readonly string[]) =>
  lines.length >= MIN_LINES_OF_LIST &&
  lines.filter((line) => start.test(line)).length >= MIN_SHARE_OF_STARTS * lines.length

/** Whether a text is a mail with its greeting or its fields. */
export const looksLikeMail = (text: string): boolean => isMail(text.split(/\r?\n/).map((line) => line.trim()))

/** The items of a text, as a person would count them: one for running text. `forced` splits it in any case. */
export function splitItems(text: string, forced = false): string[] {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const full = lines.filter(Boolean)
  if (full.length <= 1) return full
  if (!forced && isMail(lines)) return [text.trim()]
  const blocks = blocksOf(lines)
  if (full.filter((line) => bullet.test(line)).length >= full.length / 2) return bulletItems(lines)
  if (blocks.length > 1) return blocks.map((block) => block.replace(bullet, ''))
  return forced || isListOfLines(full) ? full : [full.join('\n')]
}
