import { parseClock, relativeToFirst } from './clock.ts'
import { countLines, maxHeading } from './lines.ts'
import { appendLine, type TranscriptParser, newSegment, type SpokenSegment, nonEmptySegments } from './segment.ts'
import { isName } from './speaker.ts'
import { vtt } from './vtt.ts'

const caption = /^\[([^[\]]{1,80})\]\s+(\d{1,2}:\d{2}:\d{2})$/
const columns = /^(\d{1,2}:\d{2}:\d{2})\t+([^\t]{1,80}?):?\t+/
const chat = /^(\d{1,2}:\d{2}:\d{2})\s+From\s+(\S.{0,79}?)\s+to\s+[^:]{1,80}:\s*/i

type Opening = { speaker: string; at: number; text: string }

function openingOf(line: string): Opening | undefined {
  const start = line.slice(0, maxHeading * 2)
  const captioned = line.length <= maxHeading ? caption.exec(line) : null
  const found = captioned ?? columns.exec(start) ?? chat.exec(start)
  if (!found) return undefined
  const [speaker, time] = captioned ? [found[1]!, found[2]!] : [found[2]!, found[1]!]
  const at = parseClock(time)
  return at === undefined || !isName(speaker.trim())
    ? undefined
    : { speaker: speaker.trim(), at, text: line.slice(found[0].length).trim() }
}

/** Zoom’s saved captions (`[name] time` above the words), its table and its chat; cloud recordings are WebVTT. */
export const zoom: TranscriptParser = {
  matches: (lines) =>
    countLines(lines, openingOf) >= 2 ||
    (countLines(lines, openingOf) === 1 && openingOf(lines.find((line) => line !== '') ?? '') !== undefined),
  parse(lines) {
    if (vtt.matches(lines)) return vtt.parse(lines)
    const segments: SpokenSegment[] = []
    for (const line of lines) {
      const opening = openingOf(line)
      if (opening) segments.push(newSegment(opening.speaker, opening.text, opening.at))
      else if (line !== '' && segments.length) appendLine(segments.at(-1)!, line)
    }
    const times = relativeToFirst(segments.map(({ start_ms }) => start_ms))
    return nonEmptySegments(segments.map((segment, n) => ({ ...segment, start_ms: times[n]! })))
  },
}
