/* Masking: masking/. */

/** Two, so that the costly patterns of one organization leave a thread to the others. Guess. */
export const MASKING_THREADS = 2
/** Tasks in the queue keep their texts in memory, and their requests waiting. Guess. */
export const MAX_WAITING_TEXTS = 50
/**
 * Beyond the limit of steps, which a thread reaches in about 2.5 seconds: for work that the limit does not count.
 * Guess.
 */
export const MAX_MASKING_MS = 60_000
/** A thread takes the next task after this much text; a longer text is a task of its own. Guess. */
export const MAX_TASK_LENGTH = 100_000
/** Without patterns, a text takes up to 10 microseconds a character, if it consists of digits. Guess. */
export const MAX_INLINE_LENGTH = 1000
/** A pattern takes up to 70 milliseconds to compile. Guess. */
export const PATTERNS_PER_TASK = 20
/** Compiled patterns that a thread keeps. Guess. */
export const MAX_COMPILED_PATTERNS = 100
