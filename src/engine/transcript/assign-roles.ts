import { anyOf } from '#engine/words/read-words.ts'
import type { SpokenSegment } from './segment.ts'

export type SpeakerRole = 'customer' | 'interviewer' | 'other'
type RoleAssignment = { roles: Map<string | null, SpeakerRole>; guessed: boolean }

const interviewerTitle = new RegExp(String.raw`^${anyOf('transcript/interviewer-titles')}\b`, 'i')
const customerTitle = new RegExp(String.raw`^${anyOf('transcript/customer-titles')}\b`, 'i')

function roleByTitle(speaker: string): SpeakerRole | undefined {
  if (interviewerTitle.test(speaker)) return 'interviewer'
  return customerTitle.test(speaker) ? 'customer' : undefined
}

/** Speakers in the order in which they first speak. */
export const listSpeakers = (segments: readonly SpokenSegment[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
]

/** By the given roles, then by titles such as “Interviewer”; else the speaker with the most turns is the customer. */
export function assignRoles(
  segments: readonly SpokenSegment[],
  given: ReadonlyMap<string, SpeakerRole>,
): RoleAssignment {
  const speakers = listSpeakers(segments)
  const known = new Map<string | null, SpeakerRole>()
  for (const speaker of speakers) {
    const role = given.get(speaker) ?? roleByTitle(speaker)
    if (role) known.set(speaker, role)
  }
  const unknown = speakers.filter((speaker) => !known.has(speaker))
  const guessed = ![...known.values()].includes('customer')
  if (guessed)
    for (const [speaker, role] of guessRoles(segments, speakers, unknown, known.size > 0)) known.set(speaker, role)
  for (const speaker of unknown) if (!known.has(speaker)) known.set(speaker, 'other')
  // A transcript without speakers is taken as the customer's words.
  known.set(null, speakers.length === 0 ? 'customer' : 'other')
  return { roles: known, guessed }
}

function guessRoles(
  segments: readonly SpokenSegment[],
  speakers: readonly string[],
  unknown: readonly string[],
  someKnown: boolean,
): [string, SpeakerRole][] {
  // With the interviewers known, all others are customers.
  if (someKnown) return unknown.map((speaker) => [speaker, 'customer'])
  if (speakers.length < 2) return speakers.map((speaker) => [speaker, 'customer'])
  const turns = new Map<string, number>(speakers.map((speaker) => [speaker, 0]))
  let last: string | null = null
  for (const { speaker } of segments) {
    if (speaker !== null && speaker !== last) turns.set(speaker, turns.get(speaker)! + 1)
    last = speaker
  }
  const first = likelyInterviewer(segments, speakers)
  const others = speakers.filter((speaker) => speaker !== first)
  const customer = others.reduce((max, speaker) => (turns.get(speaker)! > turns.get(max)! ? speaker : max))
  return [
    [first, 'interviewer'],
    [customer, 'customer'],
  ]
}

const minQuestions = 2

/** The first speaker, unless somebody else asks and they do not. */
function likelyInterviewer(segments: readonly SpokenSegment[], speakers: readonly string[]): string {
  const questions = (name: string) =>
    segments.filter(({ speaker, text }) => speaker === name && /[?？]["'”’)]*$/.test(text.slice(-4))).length
  const first = speakers[0]!
  if (questions(first) > 0) return first
  const asking = speakers.filter((name) => questions(name) >= minQuestions)
  return asking.length === 1 ? asking[0]! : first
}

/** The words of the speakers in a role, one paragraph a turn, so that no sentence mixes speakers. */
export function textOfRole(
  segments: readonly SpokenSegment[],
  roles: ReadonlyMap<string | null, SpeakerRole>,
  role: SpeakerRole,
): string {
  const turns: string[][] = []
  let last: string | null | undefined
  for (const { speaker, text } of segments) {
    if (roles.get(speaker) === role) {
      if (speaker === last && speaker !== null) turns.at(-1)!.push(text)
      else turns.push([text])
    }
    last = speaker
  }
  return turns.map((turn) => turn.join(' ')).join('\n\n')
}
