import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A third of the share of an equal when everybody wants the processor: less would starve work on a machine that is always busy. */
const below = 5
/** The model's threads run for ten milliseconds a text: nobody who waits for an answer should wait for that. */
const belowAll = 15
/** The database's processes that work for us are several at once, each with a share of its own. */
const belowInServer = 10

/** Puts a process that does background work below whoever answers requests; where that is not allowed it competes as an equal. */
export const stepBack = () => quietly(() => setPriority(0, below))

/** The same for the thread that calls it; on systems where priority belongs to the whole process nothing is done. */
export const stepThreadBack = () => {
  if (process.platform === 'linux') quietly(() => setPriority(0, belowAll))
}

/** The same for a process of our own database server that works for us. */
export function stepBackInServer(pid: number) {
  quietly(() => setPriority(pid, belowInServer))
  // PostgreSQL gives each of its processes a session of its own, and where Linux shares the processor among sessions it is theirs that counts.
  quietly(() => writeFileSync(`/proc/${pid}/autogroup`, `${belowInServer}`))
}

function quietly(act: () => void) {
  try {
    act()
  } catch {
    // Then it competes as an equal.
  }
}
