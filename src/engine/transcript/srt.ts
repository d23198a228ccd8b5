import { cuesOf, speechOf, timesOf } from './cues.ts'
import type { Reader } from './segment.ts'

const early = 20

/** SubRip: numbered subtitles. */
export const srt: Reader = {
  matches: (lines) => lines.slice(0, early).some(timesOf),
  read: (lines) => speechOf(cuesOf(lines)),
}
