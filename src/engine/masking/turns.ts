/* Owners take turns: a few tasks run at once, but one of each owner, whose next one comes after those of others. */

export class QueueFullError extends Error {
  constructor() {
    super('too many tasks are waiting')
    this.name = 'QueueFullError'
  }
}

export function createTurns(max: { running: number; waitingOfOwner: number }) {
  const running = new Set<string>()
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()

  function startNext() {
    if (running.size >= max.running) return
    for (const [owner, [start, ...others]] of waiting) {
      if (running.has(owner)) continue
      waiting.delete(owner)
      if (others.length > 0) waiting.set(owner, others)
      running.add(owner)
      start!()
      return startNext()
    }
  }

  function wait(owner: string, start: () => void) {
    const own = waiting.get(owner)
    if (own) own.push(start)
    else waiting.set(owner, [start])
    startNext()
  }

  return {
    async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
      if ((waiting.get(owner)?.length ?? 0) >= max.waitingOfOwner) throw new QueueFullError()
      await new Promise<void>((start) => wait(owner, start))
      try {
        return await work()
      } finally {
        running.delete(owner)
        startNext()
      }
    },
  }
}
