import { millisOf } from './clock.ts'
import { maxHeading } from './lines.ts'
import { said, type Segment, spoken } from './segment.ts'
import { speakersIn, turnOf } from './speaker.ts'

/* Subtitles: text that stands on the screen from one moment to another. */

const timing = /^([\d:.,]{4,16})\s*-->\s*([\d:.,]{4,16})(?:\s|$)/

export function timesOf(line: string): { start: number; end: number } | undefined {
  const found = line.length <= maxHeading ? timing.exec(line) : null
  const start = found && millisOf(found[1]!)
  const end = found && millisOf(found[2]!)
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : undefined
}

const aside = /^(NOTE|STYLE|REGION)(\s|$)/

/** Cues with their text as it stands there; their numbers, notes and styles left out. */
export function cuesOf(lines: readonly string[]): Segment[] {
  const cues: Segment[] = []
  let cue: Segment | undefined
  let skipping = false
  for (const [n, line] of lines.entries()) {
    const times = timesOf(line)
    if (times) {
      cues.push((cue = said(null, '', times.start, Math.max(times.start, times.end))))
      skipping = false
    } else if (line === '') {
      cue = undefined
      skipping = false
    } else if (!cue && aside.test(line)) skipping = true
    // A number without the empty line before it belongs to the next cue.
    else if (cue && !skipping && !(/^\d{1,7}$/.test(line) && timesOf(lines[n + 1] ?? '')))
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

/** Who speaks in each cue, by its voice tag or by the name before its colon, and a sentence that runs over several cues in one piece. */
export function speechOf(cues: readonly Segment[]): Segment[] {
  const heard = cues.map((cue) => ({
    ...cue,
    speaker: voice.exec(cue.text)?.[1]?.trim() ?? null,
    text: plain(cue.text),
  }))
  const turns = heard.map((cue) => (cue.speaker === null ? turnOf(cue.text) : undefined))
  const speakers = speakersIn(turns)
  const named = heard.map((cue, n) => {
    const turn = turns[n]
    return turn && speakers.has(turn.speaker) ? { ...cue, ...turn } : cue
  })
  return joined(spoken(named))
}

const maxPause = 2000
const maxJoined = 2000
const ended = /[.!?…。！？]["'”’)\]]*$/

function joined(cues: readonly Segment[]): Segment[] {
  const segments: Segment[] = []
  for (const cue of cues) {
    const last = segments.at(-1)
    const runsOn =
      last &&
      last.speaker === cue.speaker &&
      !ended.test(last.text.slice(-4)) &&
      cue.start_ms! - last.end_ms! <= maxPause &&
      last.text.length + cue.text.length < maxJoined
    if (runsOn) {
      last.text += ` ${cue.text}`
      last.end_ms = Math.max(last.end_ms!, cue.end_ms!)
    } else segments.push({ ...cue })
  }
  return segments
}
