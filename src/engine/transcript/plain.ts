import { MIN_PARAGRAPHS, MIN_TURN_SHARE, MIN_TURNS } from '#engine/thresholds/imports.ts'
import { appendLine, type TranscriptParser, newSegment, nonEmptySegments, type SpokenSegment } from './segment.ts'
import { maxHeading, stripMarkdown } from './lines.ts'
import { detectSpeakers, isSectionHeading, parseTurn } from './speaker.ts'

const bullet = /^(?:[-*•‣·]|\d{1,2}[.)])\s+/
/** A heading of Markdown, or a known one that stands alone. */
const isHeading = (line: string) => /^#{1,6}\s/.test(line) || isSectionHeading(stripMarkdown(line))

/** Separated by empty lines, headings and bullets, or one a line where there are no empty lines. */
function paragraphsOf(lines: readonly string[]): SpokenSegment[] {
  const hasEmptyLines = lines.some((line, n) => line === '' && n > 0 && n < lines.length - 1)
  const paragraphs: SpokenSegment[] = [newSegment(null, '')]
  for (const line of lines) {
    if (line === '' || !hasEmptyLines || isHeading(line) || bullet.test(line)) paragraphs.push(newSegment(null, ''))
    if (line !== '' && !isHeading(line)) appendLine(paragraphs.at(-1)!, line.replace(bullet, ''))
  }
  return nonEmptySegments(paragraphs)
}

/** `Ana – In a spreadsheet.`: two short names, of which each speaks again. */
const dashed = /^(\p{Lu}[^\s:–—]{0,30}(?:\s\p{Lu}[^\s:–—]{0,30}){0,2})\s+[–—-]\s+(?=\S)/u

function withColons(lines: readonly string[]): readonly string[] {
  const names = lines.flatMap((line) => dashed.exec(line.slice(0, maxHeading))?.[1] ?? [])
  const repeated = new Set(names.filter((name, n) => names.indexOf(name) !== n))
  if (repeated.size < 2 || names.length < lines.filter(Boolean).length * MIN_TURN_SHARE) return lines
  return lines.map((line) =>
    line.replace(dashed, (found, name) => (repeated.has(name as string) ? `${name}: ` : found)),
  )
}

function turnsOf(lines: readonly string[]): SpokenSegment[] {
  const full = withColons(lines).filter((line) => line !== '')
  const turns = full.map(parseTurn)
  const speakers = detectSpeakers(turns)
  const segments: SpokenSegment[] = []
  for (const [n, line] of full.entries()) {
    const turn = turns[n]
    if (turn && speakers.has(turn.speaker)) segments.push(newSegment(turn.speaker, turn.text))
    else if (segments.length) appendLine(segments.at(-1)!, line)
  }
  return nonEmptySegments(segments)
}

/** `Name: words`, or paragraphs without a speaker. */
export const plain: TranscriptParser = {
  matches: (lines) => turnsOf(lines).length >= MIN_TURNS || paragraphsOf(lines).length >= MIN_PARAGRAPHS,
  parse(lines) {
    const turns = turnsOf(lines)
    return turns.length >= MIN_TURNS ? turns : paragraphsOf(lines)
  },
}
