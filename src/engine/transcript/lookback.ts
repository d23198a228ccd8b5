import { millisOf } from './clock.ts'
import { countLines, maxHeading } from './lines.ts'
import { goOn, type Reader, said, type Segment, spoken } from './segment.ts'
import { isName, speakersIn, turnOf } from './speaker.ts'

const opening =
  /^(?:\[|\()?((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)(?:\s*[-–—]\s*((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?))?(?:\]|\))?(?:\s+[-–—]\s+|\s+|$)/

type Opening = { start: number; end: number | null; text: string }

function openingOf(line: string): Opening | undefined {
  const found = opening.exec(line.slice(0, maxHeading))
  const start = found ? millisOf(found[1]!) : undefined
  return found && start !== undefined
    ? { start, end: (found[2] && millisOf(found[2])) || null, text: line.slice(found[0].length).trim() }
    : undefined
}

/** Lookback and others that put the time first: `[00:12] Moderator: …`, or the time alone and the words below it. */
export const lookback: Reader = {
  matches: (lines) =>
    countLines(
      lines.map((line) => line.slice(0, maxHeading)),
      openingOf,
    ) >= 2,
  read(lines) {
    const segments: Segment[] = []
    for (const line of lines) {
      const next = openingOf(line)
      if (next) segments.push(said(null, next.text, next.start, next.end))
      else if (line === '' || segments.length === 0) continue
      else if (segments.at(-1)!.text === '' && isName(line.replace(/:$/, '')) && line.endsWith(':'))
        segments.at(-1)!.text = line
      else goOn(segments.at(-1)!, line)
    }
    const turns = segments.map(({ text }) => turnOf(text))
    const speakers = speakersIn(turns)
    return spoken(
      segments.map((segment, n) =>
        turns[n] && speakers.has(turns[n].speaker) ? { ...segment, ...turns[n] } : segment,
      ),
    )
  },
}
