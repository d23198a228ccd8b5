import { parseClock } from './clock.ts'
import { countLines, maxHeading } from './lines.ts'
import { appendLine, type TranscriptParser, newSegment, type SpokenSegment, nonEmptySegments } from './segment.ts'
import { isName, detectSpeakers, parseTurn } from './speaker.ts'

const clock = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`
const opening = new RegExp(String.raw`^(?:\[|\()?(${clock})(?:\s*[-–—]\s*(${clock}))?(?:\]|\))?(?:\s+[-–—]\s+|\s+|$)`)

type Opening = { start: number; end: number | null; text: string }

function openingOf(line: string): Opening | undefined {
  const found = opening.exec(line.slice(0, maxHeading))
  const start = found ? parseClock(found[1]!) : undefined
  return found && start !== undefined
    ? { start, end: (found[2] && parseClock(found[2])) || null, text: line.slice(found[0].length).trim() }
    : undefined
}

/** Lookback and others with the time first: `[00:12] Moderator: …`, or the time alone and the words below it. */
export const lookback: TranscriptParser = {
  matches: (lines) =>
    countLines(
      lines.map((line) => line.slice(0, maxHeading)),
      openingOf,
    ) >= 2,
  parse(lines) {
    const segments: SpokenSegment[] = []
    for (const line of lines) {
      const next = openingOf(line)
      if (next) segments.push(newSegment(null, next.text, next.start, next.end))
      else if (line === '' || segments.length === 0) continue
      else if (segments.at(-1)!.text === '' && isName(line.replace(/:$/, '')) && line.endsWith(':'))
        segments.at(-1)!.text = line
      else appendLine(segments.at(-1)!, line)
    }
    const turns = segments.map(({ text }) => parseTurn(text))
    const speakers = detectSpeakers(turns)
    return nonEmptySegments(
      segments.map((segment, n) =>
        turns[n] && speakers.has(turns[n].speaker) ? { ...segment, ...turns[n] } : segment,
      ),
    )
  },
}
