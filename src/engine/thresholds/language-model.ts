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
/** Insights of which a model says whether a question asks for them; of more the search decides. Guess. */
export const MAX_SELECTED_FROM = 120
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
/** Topics of an organization; fewer where there are not so many points for each. Guess. */
export const MIN_TOPICS = 8
export const MAX_TOPICS = 18
export const POINTS_PER_TOPIC = 8
/** Points that topics are found from. Guess. */
export const MAX_TAXONOMY_POINTS = 400
/** Characters of a point in a list of many, of which most have 80. Guess. */
export const MAX_TAXONOMY_POINT_LENGTH = 200
export const MAX_POINT_LENGTH = 400
/** Points of one request. Guess. */
export const MAX_ASSIGNED_POINTS = 60
/** Points from which equal topics for nearly all are refused. Guess. */
export const MIN_UNIFORM_POINTS = 10
/** Points that speak to a model and are asked about alone; more keep what the analysis gave them. Guess. */
export const MAX_LONE_POINTS = 20
/** Subthemes of a topic, words of their names, and the points of a topic that have one of them at least. Guess. */
export const MAX_SUBTHEMES = 8
export const MAX_SUBTHEME_WORDS = 8
export const MIN_SUBTHEME_COVERAGE = 0.3
/** Points of a topic from which it is divided. Guess. */
export const MIN_DIVIDED_POINTS = 4
/** The newest insights of an organization that are grouped; older ones stay where they are. Guess. */
export const MAX_GROUPED_INSIGHTS = 5000
/** Confidence of a theme from which the model is not asked for it. Guess. */
export const MIN_SURE_THEME = 0.9
