import { maxPointBytes, pointHandleLength } from '#contract/resources/points.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

const signs: Record<Sentiment, string> = { POSITIVE: '+', NEGATIVE: '-', NEUTRAL: '~' }

const pointHandle = (id: string) => id.slice(-pointHandleLength)

/** One line of at most so many bytes, with the quotation marks and the comma of JSON. */
export function pointLine({ id, name, sentiment }: { id: string; name: string; sentiment: Sentiment }): string {
  const start = `${pointHandle(id)} ${signs[sentiment]} `
  return `${start}${shortened(name.replaceAll(/\s+/g, ' '), maxPointBytes - bytesOf(start) - 1)}`
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text))

function shortened(text: string, max: number): string {
  const withMarks = (kept: string) => bytesOf(kept) - 2
  if (withMarks(text) <= max) return text
  const characters = Array.from(text)
  while (characters.length > 0 && withMarks(`${characters.join('')}…`) > max) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
