import { splitHeader, type TranscriptHeader } from './header.ts'
import { googleMeet } from './google-meet.ts'
import { splitLines } from './lines.ts'
import { lookback } from './lookback.ts'
import { otter } from './otter.ts'
import { plain } from './plain.ts'
import type { TranscriptParser, SpokenSegment } from './segment.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'
import { zoom } from './zoom.ts'

/** In the order in which they are tried, the stricter formats first. */
const parsers = { vtt, srt, otter, zoom, google_meet: googleMeet, lookback, plain } satisfies Record<
  string,
  TranscriptParser
>
export type TranscriptFormat = keyof typeof parsers
export const transcriptFormats = Object.keys(parsers) as TranscriptFormat[]

export type Transcript = { format: TranscriptFormat; segments: SpokenSegment[]; header: TranscriptHeader }

/** The format shows in the first lines, and in the footer that some write. */
const sampleOf = (lines: readonly string[]) =>
  lines.length > 1020 ? [...lines.slice(0, 1000), ...lines.slice(-20)] : lines

/** Five for each segment that a transcript may have, as subtitles have; each costs as much as a hundred characters. */
const maxLines = 100_000

/** Undefined when no format matches or nothing is said. */
export function parseTranscript(text: string, format: TranscriptFormat | 'auto' = 'auto'): Transcript | undefined {
  const lines = splitLines(text)
  if (lines.length > maxLines) return undefined
  const { header, body } = splitHeader(lines)
  const sample = sampleOf(body)
  const matching = format === 'auto' ? transcriptFormats.find((name) => parsers[name].matches(sample)) : format
  // Below a header, a single paragraph of notes is one too.
  const found = matching ?? (body === lines ? undefined : 'plain')
  const segments = found ? parsers[found].parse(body) : []
  return found && segments.length ? { format: found, segments, header } : undefined
}

export const countWords = (text: string): number => {
  let words = 0
  for (const _ of text.matchAll(/\S+/g)) words++
  return words
}

/** Seconds up to the last known time; null without times. */
export function durationOf(segments: readonly SpokenSegment[]): number | null {
  let last: number | null = null
  for (const { start_ms, end_ms } of segments) last = Math.max(last ?? 0, end_ms ?? start_ms ?? 0) || last
  return last === null ? null : Math.round(last / 1000)
}
