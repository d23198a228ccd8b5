import { readTranscript, wordsIn } from '#engine/transcript/read.ts'
import { rolesOf, wordsOf } from '#engine/transcript/roles.ts'
import { demoMember } from './people.ts'

const questions = [
  'Thank you for taking the time. What got in your way the last time you used it?',
  'Could you walk me through your week with it?',
  'If you could change one thing tomorrow, what would it be?',
]
const wordsPerMinute = 140
const asks = 'Interviewer'

/** What was said in a conversation that is written down as `Name: words`; where nobody asks, a colleague did. */
function heardIn(content: string, n: number) {
  const text = content.startsWith(`${asks}:`) ? content : `${asks}: ${questions[n % questions.length]!}\n${content}`
  const { segments } = readTranscript(text, 'plain')!
  return { segments, roles: rolesOf(segments, new Map()).roles }
}

/** Feedback from an interview is what the customer said in it. */
export function wordsOfCustomer(content: string, n: number): string {
  const { segments, roles } = heardIn(content, n)
  return wordsOf(segments, roles, 'customer')
}

type Conversation = { id: string; at: Date; customer: string; transcript: string; n: number }

export function interviewRows(conversations: readonly Conversation[]) {
  const told = conversations.map(({ id, at, customer, transcript, n }) => {
    let clock = 4000
    const segments = heardIn(transcript, n).segments.map(({ speaker, text }, place) => {
      const start_ms = clock
      const end_ms = start_ms + Math.round((wordsIn(text) / wordsPerMinute) * 60_000)
      clock = end_ms + 700
      return { interview_id: id, place, speaker: speaker === asks ? demoMember.name : customer, start_ms, end_ms, text }
    })
    return { id, at, customer, segments }
  })
  const person = (speaker: string, role: 'interviewer' | 'customer') => ({
    speaker,
    role,
    contact_id: null,
    told: true,
  })
  return {
    interview: told.map(({ id, at, customer, segments }) => ({
      id,
      interview_date: at.toISOString().slice(0, 10),
      participants: [person(demoMember.name, 'interviewer'), person(customer, 'customer')],
      role_guessed: false,
      interviewer_ids: [],
      transcript_format: 'vtt',
      duration_seconds: Math.round(segments.at(-1)!.end_ms / 1000),
      word_count: segments.reduce((sum, { text }) => sum + wordsIn(text), 0),
      segment_count: segments.length,
    })),
    interview_segment: told.flatMap(({ segments }) => segments),
  }
}
