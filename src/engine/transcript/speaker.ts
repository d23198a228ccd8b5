const maxName = 80
const maxWords = 6
const startsName = /^[\p{L}\p{N}]/u
const breaksName = /[?!;"<>[\]{}|\\/]|\.\s\p{Ll}|^https?$|^\d+$/u

export type Turn = { speaker: string; text: string }

/** A word or a few that can be somebody's name. */
export const isName = (text: string) =>
  text !== '' &&
  text.length <= maxName &&
  startsName.test(text) &&
  !breaksName.test(text) &&
  text.split(' ').length <= maxWords

/** `Ana Lima: So, the export…` taken apart; undefined when the line does not begin with a name. */
export function turnOf(line: string): Turn | undefined {
  const colon = line.slice(0, maxName + 4).search(/[:：]/)
  if (colon < 1) return undefined
  const rest = line.slice(colon + 1)
  const bold = rest.startsWith('**')
  if (rest !== '' && !bold && !/^\s/.test(rest)) return undefined
  const speaker = line
    .slice(0, colon)
    .replace(/^\*{1,2}|\*{1,2}$/g, '')
    .trim()
  return isName(speaker) ? { speaker, text: rest.slice(bold ? 2 : 0).trim() } : undefined
}

const enough = 0.4

/** Particles like “van der” aside, the words of a name begin with capitals where a script has them. */
const isSpeltAsName = (text: string) => text.split(' ').every((word) => word.length < 4 || !/^\p{Ll}/u.test(word))

/** Anybody may say “one thing: …”. Names come back, or are spelt as such where most lines begin with one. */
export function speakersIn(turns: readonly (Turn | undefined)[]): Set<string> {
  const times = new Map<string, number>()
  for (const turn of turns) if (turn) times.set(turn.speaker, (times.get(turn.speaker) ?? 0) + 1)
  const named = turns.filter((turn) => turn !== undefined).length
  const max = named >= enough * turns.length
  return new Set(
    [...times].filter(([speaker, count]) => count > 1 || (max && isSpeltAsName(speaker))).map(([speaker]) => speaker),
  )
}
