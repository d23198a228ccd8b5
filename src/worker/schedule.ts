import type { Log } from '#domain/context.ts'
import type { Store } from '#store/open.ts'
import type { Duty } from '#store/queue.ts'
import { prune } from './upkeep.ts'

/** What is done by the clock; however many workers there are, one of them does it. */
export const dutiesOf = (store: Store, log: Log): Duty[] => [
  {
    name: 'upkeep',
    cron: '*/10 * * * *',
    async run() {
      const removed = await prune(store)
      if (removed > 0) log.info({ removed }, 'pruned what has had its time')
    },
  },
]
