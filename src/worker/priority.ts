import { constants, setPriority } from 'node:os'

/** Puts a process that does background work below whoever answers requests; where that is not allowed it competes as an equal. */
export function stepBack() {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Then it competes as an equal.
  }
}
