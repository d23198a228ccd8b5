/* One score for what was found by meaning, by words, or by both. */

/** From 0, nothing in common, to 1, the same: closeness around the mean, spread so that a half means about the same thing. */
export const similarityOf = (closeness: number) =>
  Math.round(Math.max(0, Math.min(1, closeness)) ** 0.7 * 10_000) / 10_000

/** What holds all the words that were asked for was meant, wherever its meaning stands; what holds some of them stands where its meaning does. */
const all = { share: 0.2, alone: () => 0.5 }
const some = { share: 0.1, alone: (best: number) => best / 2 }

/** `meaning` from 0 to 1 where it is known, `best` the nearest meaning of all, `words` from 0 to 1 where some were found. */
export function mixedScore({
  meaning,
  best,
  words,
  held,
}: {
  meaning: number | undefined
  best: number
  words: number
  held: 'all' | 'some'
}): number {
  const { share, alone } = held === 'all' ? all : some
  return Math.round(((1 - share) * (meaning ?? alone(best)) + share * words) * 10_000) / 10_000
}
