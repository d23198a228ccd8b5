import { MIN_PARAGRAPHS, MIN_TURNS } from '#engine/thresholds/imports.ts'
import { appendLine, type TranscriptParser, newSegment, nonEmptySegments, type SpokenSegment } from './segment.ts'
import { detectSpeakers, parseTurn } from './speaker.ts'

/** Separated by empty lines, or one a line where there are none. */
function paragraphsOf(lines: readonly string[]): SpokenSegment[] {
  const hasEmptyLines = lines.some((line, n) => line === '' && n > 0 && n < lines.length - 1)
  const paragraphs: SpokenSegment[] = [newSegment(null, '')]
  for (const line of lines) {
    if (line === '' || !hasEmptyLines) paragraphs.push(newSegment(null, ''))
    if (line !== '') appendLine(paragraphs.at(-1)!, line)
  }
  return nonEmptySegments(paragraphs)
}

function turnsOf(lines: readonly string[]): SpokenSegment[] {
  const full = lines.filter((line) => line !== '')
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
