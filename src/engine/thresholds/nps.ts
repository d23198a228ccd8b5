/* NPS: nps/. */

/** Responses below which a score is marked as a low sample. Guess. */
export const MIN_RELIABLE_RESPONSES = 30
/** Answers with a reason in a group from which themes are reported as its drivers. Guess. */
export const MIN_DRIVER_GROUP_SIZE = 5
/** Mentions by a group from which advice is given about a theme: one answer is an anecdote. Guess. */
export const MIN_ADVICE_MENTIONS = 3
/** Themes of detractors, and of promoters, that advice is given about. Guess. */
export const MAX_DETRACTOR_THEMES = 3
export const MAX_PROMOTER_THEMES = 2
