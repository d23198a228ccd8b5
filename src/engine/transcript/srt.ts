import { parseCues, cuesToSegments, parseCueTiming } from './cues.ts'
import type { TranscriptParser } from './segment.ts'

/** Lines in which a cue must begin. */
const headerLines = 20

/** SubRip: numbered subtitles. */
export const srt: TranscriptParser = {
  matches: (lines) => lines.slice(0, headerLines).some(parseCueTiming),
  parse: (lines) => cuesToSegments(parseCues(lines)),
}
