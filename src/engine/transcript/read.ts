import { googleMeet } from './google-meet.ts'
import { linesOf } from './lines.ts'
import { lookback } from './lookback.ts'
import { otter } from './otter.ts'
import { plain } from './plain.ts'
import type { Reader, Segment } from './segment.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'
import { zoom } from './zoom.ts'

/** In the order in which they are tried: what could be two of them is the stricter one. */
const readers = { vtt, srt, otter, zoom, google_meet: googleMeet, lookback, plain } satisfies Record<string, Reader>
export type TranscriptFormat = keyof typeof readers
export const transcriptFormats = Object.keys(readers) as TranscriptFormat[]

export type Transcript = { format: TranscriptFormat; segments: Segment[] }

/** How a transcript is written shows in its first lines, and at the end where some sign it. */
const sampleOf = (lines: readonly string[]) =>
  lines.length > 1020 ? [...lines.slice(0, 1000), ...lines.slice(-20)] : lines

/** Two megabytes of real talk have far fewer. */
const maxLines = 200_000

/** A transcript in any of the formats; undefined when nothing in it can be made out. */
export function readTranscript(text: string, format: TranscriptFormat | 'auto' = 'auto'): Transcript | undefined {
  const lines = linesOf(text)
  if (lines.length > maxLines) return undefined
  const sample = sampleOf(lines)
  const found = format === 'auto' ? transcriptFormats.find((name) => readers[name].matches(sample)) : format
  const segments = found ? readers[found].read(lines) : []
  return found && segments.length ? { format: found, segments } : undefined
}

export const wordsIn = (text: string): number => {
  let words = 0
  for (const _ of text.matchAll(/\S+/g)) words++
  return words
}

/** From the first moment to the last that is known; null when no time is. */
export function durationOf(segments: readonly Segment[]): number | null {
  let last: number | null = null
  for (const { start_ms, end_ms } of segments) last = Math.max(last ?? 0, end_ms ?? start_ms ?? 0) || last
  return last === null ? null : Math.round(last / 1000)
}
