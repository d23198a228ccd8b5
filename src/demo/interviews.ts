import { parseTranscript, countWords } from '#engine/transcript/parse-transcript.ts'
import { assignRoles, textOfRole } from '#engine/transcript/assign-roles.ts'
import { phrases } from './content.ts'
import { demoMember } from './people.ts'

const wordsPerMinute = 140
const interviewer = 'Interviewer'

/** Parses a conversation written as `Name: words`; adds an opening question where there is no interviewer. */
function parseConversation(content: string, n: number) {
  const text = content.startsWith(`${interviewer}:`)
    ? content
    : `${interviewer}: ${phrases.interviewQuestions[n % phrases.interviewQuestions.length]!}\n${content}`
  const { segments } = parseTranscript(text, 'plain')!
  return { segments, roles: assignRoles(segments, new Map()).roles }
}

/** The customer's part of an interview, which becomes its feedback. */
export function customerTurns(content: string, n: number): string {
  const { segments, roles } = parseConversation(content, n)
  return textOfRole(segments, roles, 'customer')
}

type Conversation = { id: string; at: Date; customer: string; transcript: string; n: number }

export function demoInterviewRows(conversations: readonly Conversation[]) {
  const interviews = conversations.map(({ id, at, customer, transcript, n }) => {
    let clock = 4000
    const segments = parseConversation(transcript, n).segments.map(({ speaker, text }, position) => {
      const start_ms = clock
      const end_ms = start_ms + Math.round((countWords(text) / wordsPerMinute) * 60_000)
      clock = end_ms + 700
      return {
        interview_id: id,
        position,
        speaker: speaker === interviewer ? demoMember.name : customer,
        start_ms,
        end_ms,
        text,
      }
    })
    return { id, at, customer, segments }
  })
  const participant = (speaker: string, role: 'interviewer' | 'customer') => ({
    speaker,
    role,
    contact_id: null,
    confirmed: true,
  })
  return {
    interview: interviews.map(({ id, at, customer, segments }) => ({
      id,
      interview_date: at.toISOString().slice(0, 10),
      participants: [participant(demoMember.name, 'interviewer'), participant(customer, 'customer')],
      role_guessed: false,
      interviewer_ids: [],
      transcript_format: 'vtt',
      duration_seconds: Math.round(segments.at(-1)!.end_ms / 1000),
      word_count: segments.reduce((sum, { text }) => sum + countWords(text), 0),
      segment_count: segments.length,
    })),
    interview_segment: interviews.flatMap(({ segments }) => segments),
  }
}
