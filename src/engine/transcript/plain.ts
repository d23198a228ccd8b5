import { goOn, type Reader, said, type Segment, spoken } from './segment.ts'
import { speakersIn, turnOf } from './speaker.ts'

const minParagraphs = 3
const minTurns = 2

/** Set apart by empty lines, or line by line where there are none. */
function paragraphsOf(lines: readonly string[]): Segment[] {
  const apart = lines.some((line, n) => line === '' && n > 0 && n < lines.length - 1)
  const paragraphs: Segment[] = [said(null, '')]
  for (const line of lines) {
    if (line === '' || !apart) paragraphs.push(said(null, ''))
    if (line !== '') goOn(paragraphs.at(-1)!, line)
  }
  return spoken(paragraphs)
}

function turnsOf(lines: readonly string[]): Segment[] {
  const full = lines.filter((line) => line !== '')
  const turns = full.map(turnOf)
  const speakers = speakersIn(turns)
  const segments: Segment[] = []
  for (const [n, line] of full.entries()) {
    const turn = turns[n]
    if (turn && speakers.has(turn.speaker)) segments.push(said(turn.speaker, turn.text))
    else if (segments.length) goOn(segments.at(-1)!, line)
  }
  return spoken(segments)
}

/** `Name: words`, or paragraphs of nobody in particular. */
export const plain: Reader = {
  matches: (lines) => turnsOf(lines).length >= minTurns || paragraphsOf(lines).length >= minParagraphs,
  read(lines) {
    const turns = turnsOf(lines)
    return turns.length >= minTurns ? turns : paragraphsOf(lines)
  },
}
