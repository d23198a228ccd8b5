import { setPriority } from 'node:os'

/** A third of the share of an equal when everybody wants the processor: less would starve work on a machine that is always busy. */
const below = 5

/** Puts a process that does background work below whoever answers requests; where that is not allowed it competes as an equal. */
export function stepBack() {
  try {
    setPriority(0, below)
  } catch {
    // Then it competes as an equal.
  }
}
