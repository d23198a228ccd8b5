import { anyOf } from '#engine/words/read-words.ts'
import { MAX_SPEAKER_LENGTH, MAX_SPEAKER_WORDS, MIN_TURN_SHARE } from '#engine/thresholds/imports.ts'

const startsName = /^[\p{L}\p{N}]/u
const breaksName = /[?!;"<>[\]{}|\\/]|\.\s\p{Ll}|^https?$|^\d+$/u

const sectionHeading = new RegExp(`^${anyOf('transcript/section-headings')}$`)
const plainLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** “Pain points” above notes is a heading, whatever stands behind its colon. */
export const isSectionHeading = (text: string) =>
  text.length <= MAX_SPEAKER_LENGTH && sectionHeading.test(plainLetters(text.replace(/\s*[:：]$/, '').trim()))

type Turn = { speaker: string; text: string }

/** Whether a few words can be a person's name. */
export const isName = (text: string) =>
  text !== '' &&
  text.length <= MAX_SPEAKER_LENGTH &&
  startsName.test(text) &&
  !breaksName.test(text) &&
  text.split(' ').length <= MAX_SPEAKER_WORDS

/** Splits `Ana Lima: So, the export…`; undefined when the line does not begin with a name. */
export function parseTurn(line: string): Turn | undefined {
  const colon = line.slice(0, MAX_SPEAKER_LENGTH + 4).search(/[:：]/)
  if (colon < 1) return undefined
  const rest = line.slice(colon + 1)
  const bold = rest.startsWith('**')
  if (rest !== '' && !bold && !/^\s/.test(rest)) return undefined
  const speaker = line
    .slice(0, colon)
    .replace(/^\*{1,2}|\*{1,2}$/g, '')
    .trim()
  return isName(speaker) && !isSectionHeading(speaker) ? { speaker, text: rest.slice(bold ? 2 : 0).trim() } : undefined
}

/** Whether the words, except particles like “van der”, begin with capitals where the script has them. */
const isCapitalized = (text: string) => text.split(' ').every((word) => word.length < 4 || !/^\p{Ll}/u.test(word))

/** “One thing: …” is no speaker: names occur more than once, or are capitalized where many lines begin with one. */
export function detectSpeakers(turns: readonly (Turn | undefined)[]): Set<string> {
  const counts = new Map<string, number>()
  for (const turn of turns) if (turn) counts.set(turn.speaker, (counts.get(turn.speaker) ?? 0) + 1)
  const named = turns.filter((turn) => turn !== undefined).length
  const hasManyTurns = named >= MIN_TURN_SHARE * turns.length
  const isSpeaker = ([speaker, count]: [string, number]) => count > 1 || (hasManyTurns && isCapitalized(speaker))
  return new Set([...counts].filter(isSpeaker).map(([speaker]) => speaker))
}
