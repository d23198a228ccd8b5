/* Work between two turns of the event loop, and in a message to a thread. */

/** Statements, or sources, classified before the thread is given up. Guess. */
export const FINDINGS_PER_TURN = 50
/** Texts in a message to a worker: enough to keep it busy, few enough to spread them over the workers. Guess. */
export const TEXTS_PER_MESSAGE = 16
/** Texts embedded by the static tier before the thread is given up. Guess. */
export const TEXTS_PER_TURN = 64
/** Products between two turns of the event loop: some ten milliseconds. Guess. */
export const PRODUCTS_PER_TURN = 60_000
