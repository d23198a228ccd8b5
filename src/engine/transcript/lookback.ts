import { parseClock } from './clock.ts'
import { countLines, maxHeading } from './lines.ts'
import { appendLine, type TranscriptParser, newSegment, type SpokenSegment, nonEmptySegments } from './segment.ts'
import { isName, detectSpeakers, parseTurn } from './speaker.ts'

const clock = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`
const opening = new RegExp(String.raw`^(?:\[|\()?(${clock})(?:\s*[-–—]\s*(${clock}))?(?:\]|\))?(?:\s+[-–—]\s+|\s+|$)`)

/** Grain and others write the name before the time: `Ana Ruiz [00:12]: …`. */
const timeBehindName = new RegExp(String.raw`^(.{1,80}?)\s+[[(](${clock})[\])]\s*:\s+(?=\S)`)
const timeFirst = (line: string): string => {
  const found = timeBehindName.exec(line.slice(0, maxHeading))
  return found && isName(found[1]!) ? `[${found[2]}] ${found[1]}: ${line.slice(found[0].length)}` : line
}

type Opening = { start: number; end: number | null; text: string }

function openingOf(line: string): Opening | undefined {
  const found = opening.exec(line.slice(0, maxHeading))
  const start = found ? parseClock(found[1]!) : undefined
  return found && start !== undefined
    ? { start, end: (found[2] && parseClock(found[2])) || null, text: line.slice(found[0].length).trim() }
    : undefined
}

/** Fireflies writes `00:12 Ana Ruiz` above the words: names that stand alone beside a time, more than once. */
function namesBesideTimes(lines: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const [n, line] of lines.entries()) {
    const text = openingOf(line)?.text ?? ''
    const isFollowed = (lines[n + 1] ?? '') !== '' && openingOf(lines[n + 1]!) === undefined
    if (isFollowed && isName(text) && /^\p{Lu}/u.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  // A name that occurs once counts where another one repeats.
  return [...counts.values()].some((count) => count > 1) ? new Set(counts.keys()) : new Set()
}

/** Lookback, Fireflies and others: `[00:12] Moderator: …`, or the time alone and the words below it. */
export const lookback: TranscriptParser = {
  matches: (lines) =>
    countLines(
      lines.map((line) => timeFirst(line).slice(0, maxHeading)),
      openingOf,
    ) >= 2,
  parse(given) {
    const lines = given.map(timeFirst)
    const segments: SpokenSegment[] = []
    const named = namesBesideTimes(lines)
    for (const line of lines) {
      const next = openingOf(line)
      if (next && named.has(next.text)) segments.push(newSegment(next.text, '', next.start, next.end))
      else if (next) segments.push(newSegment(null, next.text, next.start, next.end))
      else if (line === '' || segments.length === 0) continue
      else if (segments.at(-1)!.text === '' && isName(line.replace(/:$/, '')) && line.endsWith(':'))
        segments.at(-1)!.text = line
      else appendLine(segments.at(-1)!, line)
    }
    const turns = segments.map(({ text }) => parseTurn(text))
    const speakers = detectSpeakers(turns)
    return nonEmptySegments(
      segments.map((segment, n) =>
        segment.speaker === null && turns[n] && speakers.has(turns[n].speaker) ? { ...segment, ...turns[n] } : segment,
      ),
    )
  },
}
