/** Something said without a break: by whom (null when the transcript does not say), when, and what. */
export type Segment = { speaker: string | null; start_ms: number | null; end_ms: number | null; text: string }

/** One way to write a transcript down. */
export type Reader = {
  /** Whether the lines look like it. */
  matches(lines: readonly string[]): boolean
  read(lines: readonly string[]): Segment[]
}

export const said = (
  speaker: string | null,
  text: string,
  start_ms: number | null = null,
  end_ms: number | null = null,
): Segment => ({ speaker, start_ms, end_ms, text })

/** The next line of what somebody is saying. */
export function goOn(segment: Segment, line: string) {
  segment.text = segment.text === '' ? line : `${segment.text} ${line}`
}

export const spoken = (segments: readonly Segment[]): Segment[] => segments.filter(({ text }) => text !== '')
