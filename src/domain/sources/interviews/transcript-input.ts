import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { readTranscript, type TranscriptFormat } from '#engine/transcript/read.ts'
import { type Role, speakersOf } from '#engine/transcript/roles.ts'
import type { Segment } from '#engine/transcript/segment.ts'

type Body = Static<(typeof interviews.replaceTranscript)['body']>
type GivenSegment = NonNullable<Body['segments']>[number]

export type Heard = { format: TranscriptFormat | null; segments: Segment[]; roles: Map<string, Role> }

const maxSegments = 20_000
const maxSpeakers = 100
const maxCharacters = 2 * 1024 * 1024

/** What a request says was said, whichever way it says it. */
export function heardIn({ transcript, segments }: Body): Heard {
  if (transcript && segments) invalidField('body.segments', 'cannot be given together with transcript')
  if (segments)
    return { format: null, segments: fewSpeak(segments.map(segmentOf), 'body.segments'), roles: rolesGiven(segments) }
  return { ...heardAs(transcript!, 'body.transcript.text'), roles: new Map() }
}

export function heardAs({ format, text }: { format: 'auto' | TranscriptFormat; text: string }, path: string) {
  const found = readTranscript(text, format)
  if (!found) {
    const message =
      format === 'auto' ? 'is in no format that is known here' : `has nothing in it that can be read as ${format}`
    return throwApiError('VALIDATION_ERROR', `${path} ${message}`, {
      details: [{ path, message, code: 'TRANSCRIPT_FORMAT_UNKNOWN' }],
    })
  }
  if (found.segments.length > maxSegments) invalidField(path, `has more than ${maxSegments} segments`)
  fewSpeak(found.segments, path)
  return found
}

function segmentOf(
  { speaker = null, start_ms = null, end_ms = null, text }: GivenSegment,
  n: number,
  all: readonly GivenSegment[],
): Segment {
  if (text.trim() === '') invalidField(`body.segments.${n}.text`, 'says nothing')
  if (start_ms !== null && end_ms !== null && end_ms < start_ms)
    invalidField(`body.segments.${n}.end_ms`, 'comes before start_ms')
  if (n === 0 && all.reduce((sum, one) => sum + one.text.length, 0) > maxCharacters)
    invalidField('body.segments', 'holds more than two megabytes of text')
  return { speaker, start_ms, end_ms, text: text.trim() }
}

function fewSpeak(segments: Segment[], path: string): Segment[] {
  if (speakersOf(segments).length > maxSpeakers) invalidField(path, `has more than ${maxSpeakers} speakers`)
  return segments
}

/** The first word on somebody counts. */
function rolesGiven(segments: readonly GivenSegment[]): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const { speaker, role } of segments) if (speaker && role && !roles.has(speaker)) roles.set(speaker, role)
  return roles
}
