import { readWords } from '#engine/words/read-words.ts'

/* Function words of the languages that the model was trained on, by what they do at the border of a point. */

/** Join clauses: a point can begin after one, and does not end with one. */
export const conjunctions: ReadonlySet<string> = new Set(readWords('function-words/conjunctions'))

/** Of these, those between a statement and its opposite. */
export const contrasts: ReadonlySet<string> = new Set(readWords('function-words/contrasts'))

/** Belong to what follows: a point that was found without one begins with it. */
export const determiners: ReadonlySet<string> = new Set(readWords('function-words/determiners'))

/** Lead on to what follows. */
export const prepositions: ReadonlySet<string> = new Set(readWords('function-words/prepositions'))

/** In any of the languages. */
export const isFunctionWord = (word: string): boolean =>
  [conjunctions, determiners, prepositions].some((set) => set.has(word.toLowerCase()))
