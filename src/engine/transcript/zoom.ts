import { millisOf, sinceFirst } from './clock.ts'
import { countLines, maxHeading } from './lines.ts'
import { goOn, type Reader, said, type Segment, spoken } from './segment.ts'
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
  const at = millisOf(time)
  return at === undefined || !isName(speaker.trim())
    ? undefined
    : { speaker: speaker.trim(), at, text: line.slice(found[0].length).trim() }
}

/** Zoom’s saved captions (`[name] time` above the words), its table and its chat; what it records to the cloud is WebVTT. */
export const zoom: Reader = {
  matches: (lines) =>
    countLines(lines, openingOf) >= 2 ||
    (countLines(lines, openingOf) === 1 && openingOf(lines.find((line) => line !== '') ?? '') !== undefined),
  read(lines) {
    if (vtt.matches(lines)) return vtt.read(lines)
    const segments: Segment[] = []
    for (const line of lines) {
      const opening = openingOf(line)
      if (opening) segments.push(said(opening.speaker, opening.text, opening.at))
      else if (line !== '' && segments.length) goOn(segments.at(-1)!, line)
    }
    const times = sinceFirst(segments.map(({ start_ms }) => start_ms))
    return spoken(segments.map((segment, n) => ({ ...segment, start_ms: times[n]! })))
  },
}
