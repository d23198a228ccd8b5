import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { parseTranscript, type TranscriptFormat } from '#engine/transcript/parse-transcript.ts'
import { type SpeakerRole, listSpeakers } from '#engine/transcript/assign-roles.ts'
import { rolesOfHeader } from '#engine/transcript/header.ts'
import type { SpokenSegment } from '#engine/transcript/segment.ts'

type Body = Static<(typeof interviews.replaceTranscript)['body']>
type SegmentInput = NonNullable<Body['segments']>[number]

export type ParsedTranscript = {
  format: TranscriptFormat | null
  segments: SpokenSegment[]
  roles: Map<string, SpeakerRole>
}

const maxSegments = 20_000
const maxSpeakers = 100
const maxCharacters = 2 * 1024 * 1024

/** The transcript of a request, as text or as segments. */
export function readTranscriptInput({ transcript, segments }: Body): ParsedTranscript {
  if (transcript && segments) invalidField('body.segments', 'cannot be given together with transcript')
  if (segments)
    return { format: null, segments: limitSpeakers(segments.map(toSegment), 'body.segments'), roles: rolesOf(segments) }
  const { format, segments: spoken, header } = parseTranscriptText(transcript!, 'body.transcript.text')
  return { format, segments: spoken, roles: rolesOfHeader(header, spoken) }
}

export function parseTranscriptText(
  { format, text }: { format: 'auto' | TranscriptFormat; text: string },
  path: string,
) {
  const transcript = parseTranscript(text, format)
  if (!transcript) {
    const message = format === 'auto' ? 'is in no known format' : `has nothing that can be read as ${format}`
    return throwApiError('VALIDATION_ERROR', `${path} ${message}`, {
      details: [{ path, message, code: 'TRANSCRIPT_FORMAT_UNKNOWN' }],
    })
  }
  if (transcript.segments.length > maxSegments) invalidField(path, `has more than ${maxSegments} segments`)
  limitSpeakers(transcript.segments, path)
  return transcript
}

function toSegment(
  { speaker = null, start_ms = null, end_ms = null, text }: SegmentInput,
  n: number,
  all: readonly SegmentInput[],
): SpokenSegment {
  if (text.trim() === '') invalidField(`body.segments.${n}.text`, 'is empty')
  if (start_ms !== null && end_ms !== null && end_ms < start_ms)
    invalidField(`body.segments.${n}.end_ms`, 'is before start_ms')
  if (n === 0 && all.reduce((sum, one) => sum + one.text.length, 0) > maxCharacters)
    invalidField('body.segments', 'holds more than 2 MB of text')
  return { speaker, start_ms, end_ms, text: text.trim() }
}

function limitSpeakers(segments: SpokenSegment[], path: string): SpokenSegment[] {
  if (listSpeakers(segments).length > maxSpeakers) invalidField(path, `has more than ${maxSpeakers} speakers`)
  return segments
}

/** The first role of each speaker counts. */
function rolesOf(segments: readonly SegmentInput[]): Map<string, SpeakerRole> {
  const roles = new Map<string, SpeakerRole>()
  for (const { speaker, role } of segments) if (speaker && role && !roles.has(speaker)) roles.set(speaker, role)
  return roles
}
