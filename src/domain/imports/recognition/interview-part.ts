import type { RecognizedKind, RecognizedPart } from '#contract/resources/recognition.ts'
import { invalidField } from '#domain/errors.ts'
import { dateInName, titleFromName } from '#engine/recognition/file-names.ts'
import { assignRoles, listSpeakers } from '#engine/transcript/assign-roles.ts'
import { rolesOfHeader } from '#engine/transcript/header.ts'
import { countWords, durationOf, parseTranscript, type Transcript } from '#engine/transcript/parse-transcript.ts'
import type { ReadInput } from './read-input.ts'
import { emptyPart, type UnnamedPart } from './part.ts'

/** As the transcript of an interview may be long. */
const maxTranscriptLength = 2 * 1024 * 1024

export const findTranscript = (text: string): Transcript | undefined =>
  text.length > maxTranscriptLength ? undefined : parseTranscript(text)

const minTurnsOfOne = 2

/** Paragraphs may be anything; a conversation has two speakers of whom one speaks again, times or lines above it. */
export function hasSpeakers({ format, segments, header }: Transcript): boolean {
  const speakers = listSpeakers(segments)
  if (format !== 'plain') return true
  if (header.title !== null || header.date !== null || header.participants.length > 0) return true
  const turns = (name: string) => segments.filter(({ speaker }) => speaker === name).length
  return speakers.length >= 2 && speakers.some((name) => turns(name) >= minTurnsOfOne)
}

function dateOf({ header }: Transcript, { fileName, fileDate }: ReadInput) {
  if (header.date) return { interview_date: header.date, date_source: 'transcript' } as const
  const named = fileName && dateInName(fileName)
  if (named) return { interview_date: named, date_source: 'file_name' } as const
  return { interview_date: fileDate ?? null, date_source: fileDate ? 'file' : null } as const
}

export function interviewPart(input: ReadInput, kinds: RecognizedKind[]): UnnamedPart {
  const { text, path, fileName } = input
  const transcript = findTranscript(text) ?? invalidField(path, 'cannot be read as a transcript')
  const { format, segments, header } = transcript
  const { roles, guessed } = assignRoles(segments, rolesOfHeader(header, segments))
  const names = [...new Set(segments.map(({ speaker }) => speaker))]
  const speakers = names.map((speaker) => {
    const own = segments.filter((segment) => segment.speaker === speaker)
    const word_count = own.reduce((sum, one) => sum + countWords(one.text), 0)
    return { speaker, role: roles.get(speaker)!, segment_count: own.length, word_count }
  })
  const interview: NonNullable<RecognizedPart['interview']> = {
    format,
    title: header.title ?? (fileName ? titleFromName(fileName) : null),
    ...dateOf(transcript, input),
    segment_count: segments.length,
    word_count: speakers.reduce((sum, { word_count }) => sum + word_count, 0),
    duration_seconds: durationOf(segments),
    role_guessed: guessed,
    speakers,
    text,
  }
  return { ...emptyPart('interview', kinds), interview }
}
