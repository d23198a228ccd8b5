import columns from './column-synonyms.json' with { type: 'json' }

/* Names of columns in tables of other tools. */

/** Synonyms of a target, the best first; compared without case, spaces and punctuation. */
export const synonyms: Record<string, readonly string[]> = columns.synonyms

/** Synonyms that are too general to recognize a longer name by. */
export const exactSynonyms: Record<string, readonly string[]> = columns.exactSynonyms
