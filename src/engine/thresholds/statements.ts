/* Statements: text/split-statements.ts, text/detect-language.ts, analyze.ts. */

/** Statements read of one source; the rest is ignored. Guess. */
export const MAX_STATEMENTS = 4000
/** Characters; a longer sentence is cut at a space. Guess. */
export const MAX_STATEMENT_LENGTH = 600
/** Words; a shorter sentence is joined to the one before it. Guess. */
export const MIN_SENTENCE_WORDS = 4
/** Words; a shorter statement is dropped if the source has longer ones. Guess. */
export const MIN_STATEMENT_WORDS = 3
/** Characters of a sentence joined with one that depends on it ("It has done so since Monday"). Guess. */
export const MAX_DEPENDENT_LENGTH = 280
/** Characters of a text whose language is recognized. Guess. */
export const MAX_LANGUAGE_TEXT_LENGTH = 600
/** Words from which a language is recognized. Guess. */
export const MIN_LANGUAGE_WORDS = 2
/**
 * Of the score of the likeliest language. At 0.75, one in 19 Italian and one in 14 Dutch statements was English. Chosen
 * on translated statements.
 */
export const MIN_ENGLISH_SHARE = 0.9
