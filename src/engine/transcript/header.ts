import { readWords } from '#engine/words/read-words.ts'
import { parseDate } from '#engine/csv/parse-date.ts'
import { listSpeakers, type SpeakerRole } from './assign-roles.ts'
import { maxHeading, stripMarkdown } from './lines.ts'
import type { SpokenSegment } from './segment.ts'
import { isName, parseTurn } from './speaker.ts'

/* Lines above a transcript that say what it is: `Date: 2 May 2026`, `Participant: Ana Ruiz`. They are no speech. */

type HeaderKey = 'title' | 'date' | 'interviewer' | 'participant' | 'company' | 'other'

export type TranscriptHeader = {
  title: string | null
  /** As 2026-05-02. */
  date: string | null
  interviewers: string[]
  participants: string[]
}

const emptyHeader = (): TranscriptHeader => ({ title: null, date: null, interviewers: [], participants: [] })

const keys = new Map(
  readWords('transcript/header-keys').flatMap((line) => {
    const [key, names] = line.split(': ') as [HeaderKey, string]
    return names.split('|').map((name): [string, HeaderKey] => [name, key])
  }),
)

/** A header is shorter, and ends where speech begins. */
const maxHeaderLines = 40
const maxLinesToDate = 3
const separator = /^[-–—=_*]{3,}$/
const keyed = /^([^:：]{1,40}?)\s*[:：]\s*(.*)$/
const startOfTranscript = /^(?:transcript|transcription|transkript|protokoll|transcripción|transcrição)\s*:?$/i

type HeaderLine = { key: HeaderKey; name: string; value: string }

function headerLineOf(line: string): HeaderLine | undefined {
  const found = line.length > maxHeading ? null : keyed.exec(line.replace(/\*\*/g, '').replace(/^[-*•#]+\s+/, ''))
  if (!found) return undefined
  const name = found[1]!
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
  const key = keys.get(name)
  return key && { key, name, value: found[2]!.trim() }
}

const isOfPerson = ({ key }: HeaderLine) => key === 'interviewer' || key === 'participant'

/** `Ana Ruiz (Acme), Ben Ode <ben@example.com>` as names. */
const namesIn = (value: string): string[] =>
  value
    .split(/[,;]|\s(?:and|und|et|y|e|&)\s/)
    .map((part) => part.replace(/\s*[<([].*$/, '').trim())
    .filter((part) => isName(part) && !part.includes('@'))

/** People speak in sentences; a name is no sentence. */
const holdsNames = (value: string) => value === '' || (!/[.?!…]$/.test(value) && namesIn(value).length > 0)

/**
 * Lines of known names at the beginning. “Interviewer” and “Participant” are speakers too: they belong to the header
 * only with a name behind them, and next to a line that nobody speaks, such as a date.
 */
export function splitHeader(lines: readonly string[]): { header: TranscriptHeader; body: readonly string[] } {
  const first = lines.findIndex((line) => line !== '')
  const found: HeaderLine[] = []
  let titleLine: string | undefined
  let end = Math.max(0, first)
  for (let at = end; at < Math.min(lines.length, first + maxHeaderLines); at++) {
    const line = lines[at]!
    if (line === '' || separator.test(line)) continue
    const entry = headerLineOf(line)
    const isEntry =
      entry && !found.some(({ name }) => name === entry.name) && (!isOfPerson(entry) || holdsNames(entry.value))
    if (isEntry) found.push(entry)
    else if (startOfTranscript.test(stripMarkdown(line)) && found.length > 0) {
      end = at + 1
      break
    } else if (found.length === 0 && titleLine === undefined && isTitle(line)) titleLine = stripMarkdown(line)
    else break
    end = at + 1
  }
  if (!found.some((entry) => !isOfPerson(entry))) return datedHeader(lines)
  return { header: headerOf(found, titleLine), body: lines.slice(end) }
}

/** Above their transcripts Teams and Otter write the name of the call, and a line that is its date. */
function datedHeader(lines: readonly string[]): { header: TranscriptHeader; body: readonly string[] } {
  const top = lines.flatMap((line, at) => (line === '' ? [] : [{ line, at }])).slice(0, maxLinesToDate)
  const dated = top.find(({ line }) => line.length <= maxHeading && dayIn(line) !== undefined)
  const first = top[0]
  if (!dated || !first || !(dated === first || isTitle(first.line))) return { header: emptyHeader(), body: lines }
  const title = dated === first ? null : cleanTitle(stripMarkdown(first.line)) || null
  return { header: { ...emptyHeader(), title, date: dayIn(dated.line)! }, body: lines.slice(dated.at + 1) }
}

const isTitle = (line: string) => line.length <= maxHeading && parseTurn(line) === undefined && !/[.?!]$/.test(line)

/** Otter writes the length behind the date: `Sat, May 2, 2026 10:00AM • 32:10`. */
const dayIn = (text: string): string | undefined => parseDate(text.replace(/\s+•.*$/, ''), 'dmy')?.slice(0, 10)

/** Recorders name themselves in the title of a call. */
const byRecorder = String.raw`transcript(?:ion)?(?: by \S+)?|meeting (?:transcript|recording)|powered by \S+`
const stamp = String.raw`[-_ ]*\d{8}_\d{6}\S*(?=-Meeting Recording|$)`
const recorder = new RegExp(String.raw`\s*[-–|]\s*(?:${byRecorder})$|${stamp}`, 'gi')
const cleanTitle = (title: string) => title.replace(recorder, '').replace(recorder, '').trim().slice(0, 200)

function headerOf(lines: readonly HeaderLine[], titleLine: string | undefined): TranscriptHeader {
  const values = (key: HeaderKey) => lines.flatMap((line) => (line.key === key && line.value ? [line.value] : []))
  return {
    title: cleanTitle(titleLine ?? values('title')[0] ?? '') || null,
    date: values('date').flatMap((value) => dayIn(value) ?? [])[0] ?? null,
    interviewers: values('interviewer').flatMap(namesIn),
    participants: values('participant').flatMap(namesIn),
  }
}

/** The roles of speakers whom the header names, by the whole name or its first one. */
export function rolesOfHeader(
  { interviewers, participants }: TranscriptHeader,
  segments: readonly SpokenSegment[],
): Map<string, SpeakerRole> {
  const isOneOf = (speaker: string, names: readonly string[]) =>
    names.some((name) => name === speaker || name.split(' ')[0] === speaker || speaker.split(' ')[0] === name)
  const roles = new Map<string, SpeakerRole>()
  for (const speaker of listSpeakers(segments)) {
    if (isOneOf(speaker, interviewers)) roles.set(speaker, 'interviewer')
    // Lists of participants also name those who ask.
    else if (interviewers.length > 0 && isOneOf(speaker, participants)) roles.set(speaker, 'customer')
  }
  return roles
}
