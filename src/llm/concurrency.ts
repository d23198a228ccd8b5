/** Runs at most `max` pieces of work at a time; the others wait in the order they came. */
export function createConcurrencyLimit(max: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed over, so that nobody who comes now gets in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Results in the order of the items, with at most `max` of them in work at a time. */
export function mapConcurrently<Item, Result>(
  items: readonly Item[],
  max: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = createConcurrencyLimit(max)
  return Promise.all(items.map((item) => limit(() => work(item))))
}
