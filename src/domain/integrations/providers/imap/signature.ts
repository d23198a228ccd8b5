import { anyOf } from '#engine/words/read-words.ts'
import { linesOf } from './newest-part.ts'

/* Signatures and legal footers at the end of a message. */

const separator = /^(--|—|__)\s?$/
const devices = [
  /^(sent|get) (from|with|via|using) (my |the )?[\w .’'-]{2,40}$/i,
  /^get outlook for \w+/i,
  /^(von|mit) (meine[mr]|der|dem) [\p{L}\d .-]{2,40} gesendet\.?$/iu,
  /^gesendet (mit|von|über|aus) [\p{L}\d .-]{2,60}$/iu,
  /^diese nachricht wurde von mein(em|er) .{2,60} gesendet\.?$/i,
]
const legal = new RegExp(String.raw`^[*\s]*${anyOf('mail/legal-footers')}`, 'i')
const closing = new RegExp(String.raw`^${anyOf('mail/closings')}[\s,.!–-]*$`, 'i')
/** A closing ends the message only if a signature follows: few lines, all short. */
const maxLines = 9
const maxLength = 90

/** The first line of what can be a signature by its length, counted from the end. */
function signatureStart(lines: readonly string[]): number {
  let written = 0
  let start = lines.length
  for (; start > 0; start--) {
    const line = lines[start - 1]!
    if (line.trim() !== '' && ++written > maxLines) break
    if (line.length > maxLength) break
  }
  return start
}

function endOf(lines: readonly string[]): number {
  const first = (matches: (line: string, n: number) => boolean) => {
    const found = lines.findIndex((line, n) => matches(line.trim(), n))
    return found < 0 ? lines.length : found
  }
  return Math.min(
    first((line) => separator.test(line)),
    first((line) => devices.some((one) => one.test(line))),
    first((line) => legal.test(line)),
  )
}

/** A text that is nothing but a signature is kept: there is nothing else to read. */
export function withoutSignature(text: string): string {
  const all = linesOf(text)
  const lines = all.slice(0, endOf(all))
  const start = signatureStart(lines) - 1
  const close = lines.findIndex((line, n) => n >= start && closing.test(line.trim()))
  const kept = (close < 0 ? lines : lines.slice(0, close)).join('\n').trim()
  return kept === '' ? lines.join('\n').trim() : kept
}
