import { parseClock } from './clock.ts'
import { countLines, maxHeading } from './lines.ts'
import { appendLine, type TranscriptParser, newSegment, type SpokenSegment, nonEmptySegments } from './segment.ts'

const heading = /^(?:(\S.{0,80}?)(?:\s{2,}|\t+|\s+[-–—]\s+))?((?:\d{1,3}:)?\d{1,2}:\d{2})$/
/** Teams says when it begins and ends. */
const notice = /^\S.{0,80} (?:started|stopped) transcription$/i
const footer = /^transcribed by https?:\/\/otter\.ai/i

function headingOf(line: string): { speaker: string | null; at: number } | undefined {
  const found = line.length <= maxHeading ? heading.exec(line) : null
  const at = found && parseClock(found[2]!)
  // `00:05 - 00:09` is a range of times.
  return typeof at === 'number' && parseClock(found![1]?.trim() ?? '') === undefined
    ? { speaker: found![1]?.trim() ?? null, at }
    : undefined
}

/** Otter, Teams and Fireflies: a name, two spaces or a dash, and a time; the words below it. */
export const otter: TranscriptParser = {
  matches(lines) {
    const named = countLines(lines, (line) => headingOf(line)?.speaker)
    return named >= 2 || (lines.some((line) => footer.test(line)) && countLines(lines, headingOf) > 0)
  },
  parse(lines) {
    const segments: SpokenSegment[] = []
    for (const line of lines) {
      const head = headingOf(line)
      if (head) segments.push(newSegment(head.speaker, '', head.at))
      else if (line !== '' && !footer.test(line) && !notice.test(line) && segments.length)
        appendLine(segments.at(-1)!, line)
    }
    return nonEmptySegments(segments)
  },
}
