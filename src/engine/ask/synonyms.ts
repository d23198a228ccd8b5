import synonyms from './synonyms.json' with { type: 'json' }

/*
 * Words of product feedback that mean the same. A search for a word of `words` also finds the others and the
 * `narrower` ones; a search for a narrower word finds only that word, so "iOS" does not find "Android". Words
 * `onlyInQuery` find the others and are not found by them: full-text search takes "excellent" for "Excel".
 * An answer counts what it finds, so it does not look for `ambiguous` words: "cost me an hour" is not about prices.
 */

type SynonymGroup = {
  words: readonly string[]
  narrower?: readonly string[]
  onlyInQuery?: readonly string[]
  ambiguous?: readonly string[]
}

/** The file has them by area, to be found by a reader. */
export const synonymGroups: readonly SynonymGroup[] = Object.values(synonyms).flat()
