import { MAX_CUE_PAUSE_MS, MAX_JOINED_CUE_LENGTH } from '#engine/thresholds/imports.ts'
import { parseClock } from './clock.ts'
import { maxHeading } from './lines.ts'
import { newSegment, type SpokenSegment, nonEmptySegments } from './segment.ts'
import { detectSpeakers, parseTurn } from './speaker.ts'

/* Subtitle cues, of WebVTT and SubRip. */

const timing = /^([\d:.,]{4,16})\s*-->\s*([\d:.,]{4,16})(?:\s|$)/

export function parseCueTiming(line: string): { start: number; end: number } | undefined {
  const found = line.length <= maxHeading ? timing.exec(line) : null
  const start = found && parseClock(found[1]!)
  const end = found && parseClock(found[2]!)
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : undefined
}

const metadataBlock = /^(NOTE|STYLE|REGION)(\s|$)/

/** Cues with their raw text, without numbers, notes and styles. */
export function parseCues(lines: readonly string[]): SpokenSegment[] {
  const cues: SpokenSegment[] = []
  let cue: SpokenSegment | undefined
  let skipping = false
  for (const [n, line] of lines.entries()) {
    const times = parseCueTiming(line)
    if (times) {
      cues.push((cue = newSegment(null, '', times.start, Math.max(times.start, times.end))))
      skipping = false
    } else if (line === '') {
      cue = undefined
      skipping = false
    } else if (!cue && metadataBlock.test(line)) skipping = true
    // A number without the empty line before it belongs to the next cue.
    else if (cue && !skipping && !(/^\d{1,7}$/.test(line) && parseCueTiming(lines[n + 1] ?? '')))
      cue.text += cue.text === '' ? line : `\n${line}`
  }
  return cues
}

const voice = /<v(?:\.[^ \t>]{0,40})?[ \t]+([^<>]{1,80})>/
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
  '&quot;': '"',
  '&#39;': "'",
}
const plain = (text: string) =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Finds the speaker of each cue, by voice tag or by a name before a colon, and joins sentences that run over several
 * cues.
 */
export function cuesToSegments(cues: readonly SpokenSegment[]): SpokenSegment[] {
  const tagged = cues.map((cue) => ({
    ...cue,
    speaker: voice.exec(cue.text)?.[1]?.trim() ?? null,
    text: plain(cue.text),
  }))
  const turns = tagged.map((cue) => (cue.speaker === null ? parseTurn(cue.text) : undefined))
  const speakers = detectSpeakers(turns)
  const named = tagged.map((cue, n) => {
    const turn = turns[n]
    return turn && speakers.has(turn.speaker) ? { ...cue, ...turn } : cue
  })
  return joined(nonEmptySegments(named))
}

const sentenceEnd = /[.!?…。！？]["'”’)\]]*$/

function joined(cues: readonly SpokenSegment[]): SpokenSegment[] {
  const segments: SpokenSegment[] = []
  for (const cue of cues) {
    const last = segments.at(-1)
    const continues =
      last &&
      last.speaker === cue.speaker &&
      !sentenceEnd.test(last.text.slice(-4)) &&
      cue.start_ms! - last.end_ms! <= MAX_CUE_PAUSE_MS &&
      last.text.length + cue.text.length < MAX_JOINED_CUE_LENGTH
    if (continues) {
      last.text += ` ${cue.text}`
      last.end_ms = Math.max(last.end_ms!, cue.end_ms!)
    } else segments.push({ ...cue })
  }
  return segments
}
