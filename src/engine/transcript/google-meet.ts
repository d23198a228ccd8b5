import { millisOf } from './clock.ts'
import { countLines, maxHeading, unmarked } from './lines.ts'
import { goOn, type Reader, said, type Segment, spoken } from './segment.ts'
import { isName, speakersIn, turnOf } from './speaker.ts'

const title = /(^|\s[-–]\s)transcript$/i
const ending = /^transcription ended after\b/i
const notice = /^this editable transcript was computer generated/i
const stamped = /^(\S.{0,79}?)\s*\((\d{1,2}:\d{2}(?::\d{2})?)\)$/
const early = 80

const stampedSpeaker = (line: string) => {
  const name = line.length <= maxHeading ? stamped.exec(line)?.[1] : undefined
  return name !== undefined && isName(name) ? name : undefined
}

/** Where the talk begins: below the title, the names of those invited and the word Transcript. */
function bodyOf(lines: readonly string[]): readonly string[] {
  const head = lines.slice(0, early).map(unmarked)
  const at = head.findLastIndex((line) => title.test(line))
  const rest = lines.slice(at + 1)
  const invited = rest.findIndex((line) => line !== '')
  const end = rest.findIndex((line) => ending.test(unmarked(line)))
  const body = end < 0 ? rest : rest.slice(0, end)
  return /^attendees$/i.test(unmarked(rest[invited] ?? '')) ? body.slice(invited + 2) : body
}

/** The document that Google Meet leaves behind, or its captions under `name (time)`. */
export const googleMeet: Reader = {
  matches(lines) {
    const bare = lines.map(unmarked)
    if (countLines(bare, stampedSpeaker) >= 2) return true
    const told =
      bare.slice(0, early).some((line) => title.test(line)) ||
      bare.some((line) => line.length <= maxHeading && ending.test(line))
    const hours = countLines(bare, (line) => line.length >= 7 && millisOf(line) !== undefined)
    return countLines(bare, turnOf) > 0 && (told || hours > 0)
  },
  read(lines) {
    const segments: Segment[] = []
    const body = bodyOf(lines).filter((line) => line !== '' && !notice.test(unmarked(line)))
    const turns = body.map(turnOf)
    const speakers = speakersIn(turns)
    let at: number | null = null
    for (const [n, line] of body.entries()) {
      const bare = unmarked(line)
      const time = millisOf(bare)
      const speaker = stampedSpeaker(bare)
      const turn = turns[n] && speakers.has(turns[n].speaker) ? turns[n] : undefined
      if (time !== undefined) at = time
      else if (speaker !== undefined) segments.push(said(speaker, ''))
      else if (turn) segments.push(said(turn.speaker, turn.text, at))
      else if (segments.length) goOn(segments.at(-1)!, line)
      if (turn) at = null
    }
    return spoken(segments)
  },
}
