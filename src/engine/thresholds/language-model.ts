/* What a language model is given and may write: llm/. */

/**
 * Items of an organization of which every label is reviewed; later ones only where the analysis is uncertain. Guess.
 */
export const MAX_REVIEWED_ITEMS = 1000
/** Requests of one job; the rest is left to the next job. Guess. */
export const MAX_REQUESTS_PER_JOB = 60
/** Requests of one job at a time. Guess. */
export const MAX_CONCURRENT_REQUESTS = 3
/** Insights of an organization that wait for a review; more keep what the analysis gave them. Guess. */
export const MAX_WAITING_INSIGHTS = 10_000
/** Answers without usable JSON after which an object keeps its text. Guess. */
export const MAX_INVALID_ANSWERS = 2
/** Findings, or groups, of one request and their tokens. Guess. */
export const FINDING_BATCH = { maxItems: 20, maxTokens: 3000 }
export const GROUP_BATCH = { maxItems: 6, maxTokens: 3000 }
/** Tokens of the evidence of a story, or of an answer, and the number of insights. Guess. */
export const STORY_EVIDENCE = { maxItems: 80, maxTokens: 6000 }
export const ANSWER_EVIDENCE = { maxItems: 40, maxTokens: 3000 }
/** Characters of one statement in a prompt. Guess. */
export const MAX_PROMPT_STATEMENT_LENGTH = 1200
/** Members of a group in a prompt. Guess. */
export const MAX_GROUP_MEMBERS = 12
/** Of what it writes: characters, words of a name, and sentences. Guess. */
export const MAX_THEME_NAME_WORDS = 6
export const MAX_GROUP_NAME_LENGTH = 100
export const MAX_DESCRIPTION_LENGTH = 400
export const MAX_TITLE_LENGTH = 200
export const MAX_SENTENCE_LENGTH = 500
export const MAX_NARRATIVE_SENTENCES = 10
export const MAX_ANSWER_SENTENCES = 6
/** Items of one request from which equal labels for all are refused. Guess. */
export const MIN_UNIFORM_ITEMS = 4
