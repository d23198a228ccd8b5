import { clockOf } from './clock.ts'
import type { Segment } from './segment.ts'

const readingSpeed = 15
/** A cue needs an end: the next one’s beginning, or as long as it takes to read. */
const endOf = ({ start_ms, end_ms, text }: Segment, next: Segment | undefined) =>
  end_ms ??
  Math.max(
    start_ms! + 1,
    Math.min(next?.start_ms ?? Infinity, start_ms! + Math.ceil(text.length / readingSpeed) * 1000),
  )

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As WebVTT; what has no time of its own begins where the one before it ended. */
export function toVtt(segments: readonly Segment[]): string {
  let at = 0
  const cues = segments.map((segment, n) => {
    const timed = { ...segment, start_ms: segment.start_ms ?? at }
    at = endOf(timed, segments[n + 1])
    const voice = segment.speaker === null ? '' : `<v ${escaped(segment.speaker)}>`
    // An empty line would end the cue.
    return `${clockOf(timed.start_ms)} --> ${clockOf(at)}\n${voice}${escaped(segment.text.replace(/\s*\n\s*/g, ' '))}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

export const toText = (segments: readonly Segment[]): string =>
  `${segments.map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`)).join('\n\n')}\n`
