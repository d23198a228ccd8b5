import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** About a third of a normal share under contention; less would starve background work on a busy machine. */
const processNiceness = 5
/** An embedding thread computes for about ten milliseconds per text; requests must not wait for it. */
const embeddingThreadNiceness = 15
/** Several backends of the embedded PostgreSQL work for us at once, each with its own share. */
const backendNiceness = 10

/** Lowers the priority of a background process; without permission it stays as it is. */
export const lowerProcessPriority = () => ignoreErrors(() => setPriority(0, processNiceness))

/** Lowers the calling thread's priority, on Linux only: elsewhere priority belongs to the whole process. */
export const lowerThreadPriority = () => {
  if (process.platform === 'linux') ignoreErrors(() => setPriority(0, embeddingThreadNiceness))
}

/** Lowers the priority of a backend of the embedded PostgreSQL. */
export function lowerBackendPriority(pid: number) {
  ignoreErrors(() => setPriority(pid, backendNiceness))
  // Each backend has its own session, and with Linux autogroup scheduling the session's niceness counts.
  ignoreErrors(() => writeFileSync(`/proc/${pid}/autogroup`, `${backendNiceness}`))
}

function ignoreErrors(act: () => void) {
  try {
    act()
  } catch {
    // Not permitted: the priority stays as it is.
  }
}
