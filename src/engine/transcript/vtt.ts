import { parseCues, cuesToSegments, parseCueTiming } from './cues.ts'
import type { TranscriptParser } from './segment.ts'

/** WebVTT, as browsers, Zoom and Teams export it. */
export const vtt: TranscriptParser = {
  matches: (lines) => /^WEBVTT(\s|$)/.test(lines.find((line) => line !== '') ?? '') && lines.some(parseCueTiming),
  parse: (lines) =>
    cuesToSegments(
      parseCues(
        lines.slice(
          Math.max(
            0,
            lines.findIndex((line) => parseCueTiming(line)),
          ),
        ),
      ),
    ),
}
