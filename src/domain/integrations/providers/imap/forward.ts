import { anyOf } from '#engine/words/read-words.ts'
import { type HeaderBlock, headerBlockAt } from './header-block.ts'
import { linesOf } from './newest-part.ts'

/* Forwarded mail: the author, time and text of the original. */

export type Forwarded = { from: string; date: string | undefined; subject: string | undefined; text: string }

const marker = new RegExp(String.raw`^\s*${anyOf('mail/forward-markers')}\s*$`, 'i')
const forwardSubject = /^\s*(\[[^\]]{1,40}\]\s*)?(fwd?|wg|tr|rv|wtr)\s*:/i
const replySubject = /^\s*(\[[^\]]{1,40}\]\s*)?(re|aw|antw|sv)\s*:/i
const anyPrefix = /^\s*((fwd?|wg|tr|rv|wtr|re|aw|antw|sv)\s*:\s*)+/i

export const plainSubject = (subject: string) => subject.replace(anyPrefix, '').trim()

const maxLevels = 10

/** Programs that quote what they forward put “> ” before every line. */
const unquoted = (lines: readonly string[]) =>
  lines.every((line) => line.trim() === '' || /^\s?>/.test(line))
    ? lines.map((line) => line.replace(/^\s?> ?/, ''))
    : lines

function findBlock(lines: readonly string[], isForward: boolean): HeaderBlock | undefined {
  for (let n = 0; n < lines.length; n++) {
    if (marker.test(lines[n]!)) {
      let next = n + 1
      while (next < lines.length && /^[\s>]*$/.test(lines[next]!)) next++
      const block = headerBlockAt(lines, next)
      if (block) return block
    }
    const block = isForward ? headerBlockAt(lines, n) : undefined
    if (block) return block
  }
  return undefined
}

/** The innermost forwarded message; undefined when the mail is the sender's own. */
export function forwardedMessage(subject: string, text: string): Forwarded | undefined {
  if (replySubject.test(subject)) return undefined
  let isForward = forwardSubject.test(subject)
  let found: Forwarded | undefined
  let lines: readonly string[] = linesOf(text)
  for (let level = 0; level < maxLevels; level++) {
    const block = findBlock(lines, isForward)
    if (!block) return found
    lines = unquoted(lines.slice(block.end))
    const { from, date, subject: inner } = block
    found = { from, date, subject: inner, text: lines.join('\n').trim() }
    // An answer that was forwarded has the same headers below it for what it answers.
    isForward = forwardSubject.test(inner ?? '')
    if (replySubject.test(inner ?? '')) return found
  }
  return found
}

const germanMonths = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']

/** The time in a header block, in English or German, read as UTC where no zone is given. */
export function forwardedTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const german = /(\d{1,2})\.\s?(\d{1,2}\.|\p{L}{3,9}\.?)\s?(\d{4}),?\s*(?:um\s*)?(?:(\d{1,2}):(\d{2}))?/u.exec(text)
  const english = text
    .replace(/\bat\b/i, ' ')
    .replace(/[\u202f\u00a0]/g, ' ')
    .replace(/^\p{L}+,\s*/u, '')
  const time = german
    ? germanTime(german)
    : Date.parse(/(Z|GMT|UTC|[+-]\d{4})/.test(english) ? english : `${english} UTC`)
  return time === undefined || Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function germanTime([, day, month, year, hour = '0', minute = '0']: RegExpExecArray): number | undefined {
  const word = month!.replace('.', '').toLowerCase().replace('mrz', 'mär').replace('maerz', 'mär')
  const number = /^\d/.test(word) ? Number(word) : germanMonths.findIndex((one) => word.startsWith(one)) + 1
  if (number < 1 || number > 12) return undefined
  return Date.UTC(Number(year), number - 1, Number(day), Number(hour), Number(minute))
}
