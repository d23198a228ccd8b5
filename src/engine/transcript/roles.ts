import type { Segment } from './segment.ts'

export type Role = 'customer' | 'interviewer' | 'other'
export type Roles = { roles: Map<string | null, Role>; guessed: boolean }

const asks =
  /^(interviewer|moderator|researcher|facilitator|host|interviewerin|moderatorin|entrevistador[a]?|intervieweur|intervieweuse)\b/i
const answers =
  /^(customer|participant|interviewee|respondent|client|user|guest|kunde|kundin|teilnehmer(in)?|cliente|participante)\b/i

const byTitle = (speaker: string): Role | undefined =>
  asks.test(speaker) ? 'interviewer' : answers.test(speaker) ? 'customer' : undefined

/** Speakers in the order in which they first speak. */
export const speakersOf = (segments: readonly Segment[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
]

/** Who is the customer: as told, as they are called, else whoever answers most often. */
export function rolesOf(segments: readonly Segment[], told: ReadonlyMap<string, Role>): Roles {
  const speakers = speakersOf(segments)
  const known = new Map<string | null, Role>()
  for (const speaker of speakers) {
    const role = told.get(speaker) ?? byTitle(speaker)
    if (role) known.set(speaker, role)
  }
  const unknown = speakers.filter((speaker) => !known.has(speaker))
  const guessed = ![...known.values()].includes('customer')
  if (guessed)
    for (const [speaker, role] of guess(segments, speakers, unknown, known.size > 0)) known.set(speaker, role)
  for (const speaker of unknown) if (!known.has(speaker)) known.set(speaker, 'other')
  // Where nobody is named, it is taken down for what the customer said.
  known.set(null, speakers.length === 0 ? 'customer' : 'other')
  return { roles: known, guessed }
}

function guess(
  segments: readonly Segment[],
  speakers: readonly string[],
  unknown: readonly string[],
  someKnown: boolean,
): [string, Role][] {
  // With the interviewers known, everybody else was there to be asked.
  if (someKnown) return unknown.map((speaker) => [speaker, 'customer'])
  if (speakers.length < 2) return speakers.map((speaker) => [speaker, 'customer'])
  const turns = new Map<string, number>(speakers.map((speaker) => [speaker, 0]))
  let last: string | null = null
  for (const { speaker } of segments) {
    if (speaker !== null && speaker !== last) turns.set(speaker, turns.get(speaker)! + 1)
    last = speaker
  }
  const [first, ...others] = speakers as [string, ...string[]]
  const customer = others.reduce((max, speaker) => (turns.get(speaker)! > turns.get(max)! ? speaker : max))
  return [
    [first, 'interviewer'],
    [customer, 'customer'],
  ]
}

/** What was said by those in a role: a turn a paragraph, so that a sentence never runs into somebody else’s. */
export function wordsOf(segments: readonly Segment[], roles: ReadonlyMap<string | null, Role>, role: Role): string {
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
