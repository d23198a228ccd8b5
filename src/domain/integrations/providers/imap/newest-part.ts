import { anyOf } from '#engine/words/read-words.ts'
import { headerBlockAt } from './header-block.ts'

/* The text that the sender wrote, without the messages that it answers. */

const wrote = [
  /^On\b.{5,300}\bwrote\s?:$/i,
  /^Am\b.{5,300}\bschrieb\b.{0,200}:$/i,
  /^.{3,200} schrieb am .{5,100}:$/i,
  /^Le\b.{5,300}\ba écrit\s?:$/i,
  /^El\b.{5,300}\bescribió\s?:$/i,
  /^Il\b.{5,300}\bha scritto\s?:$/i,
  /^Op\b.{5,300}\bschreef\b.{0,200}:$/i,
]
const original = new RegExp(String.raw`^-{2,}\s*${anyOf('mail/original-message')}\s*-{2,}$`, 'i')
/** The line may be wrapped. */
const maxWrapped = 3

function isReplyHeader(lines: readonly string[], n: number): boolean {
  const line = lines[n]!.trim()
  if (original.test(line)) return true
  if (/^(On|Am|Le|El|Il|Op)\b|schrieb am /i.test(line))
    for (let count = 1; count <= maxWrapped; count++) {
      const joined = lines
        .slice(n, n + count)
        .map((part) => part.trim())
        .join(' ')
      if (wrote.some((pattern) => pattern.test(joined))) return true
    }
  return headerBlockAt(lines, n) !== undefined
}

export const linesOf = (text: string) => text.replace(/\r\n?/g, '\n').split('\n')

/** Cuts the history below the first header of a reply, and quoted lines between the sender's own. */
export function newestPart(text: string): string {
  const lines = linesOf(text)
  const end = lines.findIndex((_, n) => isReplyHeader(lines, n))
  return lines
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => !/^\s?>/.test(line))
    .map((line) => (/^_{10,}$/.test(line.trim()) ? '' : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
