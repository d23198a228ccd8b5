import { formatClock } from './clock.ts'
import type { SpokenSegment } from './segment.ts'

const readingCharactersPerSecond = 15
/** A cue without an end lasts until the next one, or as long as it takes to read. */
const endOf = ({ start_ms, end_ms, text }: SpokenSegment, next: SpokenSegment | undefined) =>
  end_ms ??
  Math.max(
    start_ms! + 1,
    Math.min(next?.start_ms ?? Infinity, start_ms! + Math.ceil(text.length / readingCharactersPerSecond) * 1000),
  )

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As WebVTT; a segment without a time begins where the one before it ends. */
export function toVtt(segments: readonly SpokenSegment[]): string {
  let at = 0
  const cues = segments.map((segment, n) => {
    const timed = { ...segment, start_ms: segment.start_ms ?? at }
    at = endOf(timed, segments[n + 1])
    const voice = segment.speaker === null ? '' : `<v ${escaped(segment.speaker)}>`
    // A line break is removed, because an empty line would end the cue.
    const text = escaped(segment.text.replace(/(?<!\s)\s*\n\s*/g, ' '))
    return `${formatClock(timed.start_ms)} --> ${formatClock(at)}\n${voice}${text}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

export const toText = (segments: readonly SpokenSegment[]): string =>
  `${segments.map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`)).join('\n\n')}\n`
