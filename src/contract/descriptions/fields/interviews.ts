import type { FieldTexts } from './field-texts.ts'

const segment: FieldTexts = {
  'segments.speaker': 'Who speaks, as in the transcript; null if that is not known.',
  'segments.role': 'What the speaker is in the interview.',
  'segments.start_ms': 'When it begins, in milliseconds from the start; null without times.',
  'segments.end_ms': 'When it ends, in milliseconds from the start; null without times.',
  'segments.text': 'What is said.',
}
const transcript: FieldTexts = {
  transcript: 'The transcript as text; either this or `segments`.',
  'transcript.format': 'The format of the text; recognized by default.',
  'transcript.text': 'The transcript, at most 2 MB.',
  segments: 'The transcript in parts, in their order; either this or `transcript`.',
  ...segment,
}

export const interviewTexts: Record<string, FieldTexts> = {
  Interview: {
    feedback_id: 'The piece of feedback with the text of the interview.',
    title: 'A name for the interview.',
    interview_date: 'The day on which it was held.',
    status: 'How far the analysis is.',
    contact_id: 'The contact who was interviewed; null if that is not known.',
    contact: 'The contact who was interviewed; in a request, found by identity, email or phone, or created.',
    participants: 'The people who speak.',
    'participants.speaker': 'The speaker, as named in the transcript.',
    'participants.role': 'What the speaker is in the interview.',
    'participants.contact_id': 'The contact of this speaker; null if that is not known.',
    interviewer_ids: 'The users who asked; at most 20.',
    transcript_format: 'The format that the transcript was sent in; null if it was sent in parts.',
    duration_seconds: 'How long it took, in seconds; null without times.',
    word_count: 'The number of words in the transcript.',
    segment_count: 'The number of parts of the transcript.',
    insight_count: 'The number of insights found in it.',
    summary: 'What was said, in a few sentences; null before the analysis.',
    recording_url: 'The address of the recording; null without one.',
    external_id: 'The id in the source: the same source and id again is refused.',
    job_id: 'The job that analyzes it; null if it is not analyzed.',
  },
  InterviewParticipant: {
    speaker: 'The speaker, as named in the transcript.',
    role: 'What the speaker is in the interview.',
    name: 'The name of the speaker.',
    contact_id: 'The contact of this speaker; null if that is not known.',
  },
  TranscriptSegment: {
    index: 'The position in the transcript, from 0.',
    speaker: 'Who speaks, as in the transcript; null if that is not known.',
    role: 'What the speaker is in the interview.',
    start_ms: 'When it begins, in milliseconds from the start; null without times.',
    end_ms: 'When it ends, in milliseconds from the start; null without times.',
    text: 'What is said.',
  },
  TranscriptPreview: {
    format: 'The format that was recognized.',
    segment_count: 'The number of parts.',
    word_count: 'The number of words.',
    duration_seconds: 'How long it took, in seconds; null without times.',
    role_guessed: 'Whether the roles of the speakers are a guess.',
    speakers: 'The people who speak.',
    'speakers.speaker': 'The speaker; null for parts without one.',
    'speakers.role': 'What the speaker seems to be in the interview.',
    'speakers.segment_count': 'The number of parts of this speaker.',
    'speakers.word_count': 'The number of words of this speaker.',
  },
  createInterview: transcript,
  replaceTranscript: transcript,
  parseTranscript: {
    format: 'The format of the text; recognized by default.',
    text: 'The transcript, at most 2 MB.',
  },
  getTranscript: {
    format: 'The format of the answer.',
    data: 'The parts of this page; empty for `vtt` and `txt`.',
  },
  analyzeInterview: {
    interview_id: 'The interview that is analyzed again.',
    job_id: 'The job that analyzes it.',
    status: 'How far the analysis is.',
  },
}
