import { parseClock } from './clock.ts'
import { countLines, maxHeading, stripMarkdown } from './lines.ts'
import { appendLine, type TranscriptParser, newSegment, type SpokenSegment, nonEmptySegments } from './segment.ts'
import { isName, detectSpeakers, parseTurn } from './speaker.ts'

const title = /(^|\s[-–]\s)transcript$/i
const ending = /^transcription ended after\b/i
const notice = /^this editable transcript was computer generated/i
const stamped = /^(\S.{0,79}?)\s*\((\d{1,2}:\d{2}(?::\d{2})?)\):?$/
/** Lines in which the title is looked for. */
const headerLines = 80

const stampedSpeaker = (line: string) => {
  const name = line.length <= maxHeading ? stamped.exec(line)?.[1] : undefined
  return name !== undefined && isName(name) ? name : undefined
}

/** The lines after the title, the attendees and the heading “Transcript”. */
function bodyOf(lines: readonly string[]): readonly string[] {
  const head = lines.slice(0, headerLines).map(stripMarkdown)
  const at = head.findLastIndex((line) => title.test(line))
  const rest = lines.slice(at + 1)
  const firstLine = rest.findIndex((line) => line !== '')
  const end = rest.findIndex((line) => ending.test(stripMarkdown(line)))
  const body = end < 0 ? rest : rest.slice(0, end)
  return /^attendees$/i.test(stripMarkdown(rest[firstLine] ?? '')) ? body.slice(firstLine + 2) : body
}

/** The transcript document of Google Meet, or its captions under `name (time)`, as Grain writes them too. */
export const googleMeet: TranscriptParser = {
  matches(lines) {
    const bare = lines.map(stripMarkdown)
    if (countLines(bare, stampedSpeaker) >= 2) return true
    const hasTitleOrEnd =
      bare.slice(0, headerLines).some((line) => title.test(line)) ||
      bare.some((line) => line.length <= maxHeading && ending.test(line))
    const clockLines = countLines(bare, (line) => line.length >= 7 && parseClock(line) !== undefined)
    return countLines(bare, parseTurn) > 0 && (hasTitleOrEnd || clockLines > 0)
  },
  parse(lines) {
    const segments: SpokenSegment[] = []
    const body = bodyOf(lines).filter((line) => line !== '' && !notice.test(stripMarkdown(line)))
    const turns = body.map(parseTurn)
    const speakers = detectSpeakers(turns)
    let at: number | null = null
    for (const [n, line] of body.entries()) {
      const bare = stripMarkdown(line)
      const time = parseClock(bare)
      const speaker = stampedSpeaker(bare)
      const turn = turns[n] && speakers.has(turns[n].speaker) ? turns[n] : undefined
      if (time !== undefined) at = time
      else if (speaker !== undefined) segments.push(newSegment(speaker, ''))
      else if (turn) segments.push(newSegment(turn.speaker, turn.text, at))
      else if (segments.length) appendLine(segments.at(-1)!, line)
      if (turn) at = null
    }
    return nonEmptySegments(segments)
  },
}
