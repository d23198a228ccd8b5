/** Uninterrupted speech; the speaker and the times are null when the transcript does not give them. */
export type Segment = { speaker: string | null; start_ms: number | null; end_ms: number | null; text: string }

/** One transcript format. */
export type TranscriptParser = {
  matches(lines: readonly string[]): boolean
  parse(lines: readonly string[]): Segment[]
}

export const newSegment = (
  speaker: string | null,
  text: string,
  start_ms: number | null = null,
  end_ms: number | null = null,
): Segment => ({ speaker, start_ms, end_ms, text })

/** Adds a line to a segment. */
export function appendLine(segment: Segment, line: string) {
  segment.text = segment.text === '' ? line : `${segment.text} ${line}`
}

export const nonEmptySegments = (segments: readonly Segment[]): Segment[] => segments.filter(({ text }) => text !== '')
