import { cuesOf, speechOf, timesOf } from './cues.ts'
import type { Reader } from './segment.ts'

/** WebVTT, as browsers, Zoom and Teams write it. */
export const vtt: Reader = {
  matches: (lines) => /^WEBVTT(\s|$)/.test(lines.find((line) => line !== '') ?? '') && lines.some(timesOf),
  read: (lines) =>
    speechOf(
      cuesOf(
        lines.slice(
          Math.max(
            0,
            lines.findIndex((line) => timesOf(line)),
          ),
        ),
      ),
    ),
}
