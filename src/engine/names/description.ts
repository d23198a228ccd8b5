import { similarity, vectorsOf } from '#engine/words.ts'

/* What a subtheme is about, in the words of those who are in it: how others put it than the one it is called after. */

const maxSaid = 3
/** By their words; beyond this the second says nothing new. */
const saysMore = 0.5

/** `names` of members, the most typical first. */
export function descriptionOf(title: string, names: readonly string[]): string {
  const all = [title, ...names.map((name) => name.replace(/[\s.!?…,;:]+$/u, ''))]
  const words = vectorsOf(all)
  const chosen = [0]
  for (let n = 1; n < all.length && chosen.length <= maxSaid; n++)
    if (all[n] !== '' && chosen.every((other) => similarity(words[n]!, words[other]!) < saysMore)) chosen.push(n)
  const said = chosen.slice(1).map((n) => `“${all[n]!}”`)
  return said.length === 0 ? 'All of them put it in much the same words.' : `In other words: ${said.join('; ')}.`
}
