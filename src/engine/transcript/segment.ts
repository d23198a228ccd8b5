/** Uninterrupted speech; the speaker and the times are null when the transcript does not give them. */
export type SpokenSegment = { speaker: string | null; start_ms: number | null; end_ms: number | null; text: string }

/** One transcript format. */
export type TranscriptParser = {
  matches(lines: readonly string[]): boolean
  parse(lines: readonly string[]): SpokenSegment[]
}

export const newSegment = (
  speaker: string | null,
  text: string,
  start_ms: number | null = null,
  end_ms: number | null = null,
): SpokenSegment => ({ speaker, start_ms, end_ms, text })

/** Adds a line to a segment. */
export function appendLine(segment: SpokenSegment, line: string) {
  segment.text = segment.text === '' ? line : `${segment.text} ${line}`
}

export const nonEmptySegments = (segments: readonly SpokenSegment[]): SpokenSegment[] =>
  segments.filter(({ text }) => text !== '')
