import type { Log } from '#domain/context.ts'
import { deliver, fanOut, type Post } from '#domain/account/webhooks/dispatch.ts'
import { claimDue, hooksWithDue, hooksWithNews } from '#domain/account/webhooks/dispatch-queries.ts'

export type DispatcherOptions = Post & {
  log: Log
  lookEveryMs?: number
  /** A sending that is not heard of for this long is made again. */
  leaseSeconds?: number
}

/** A receiver that is slow holds up at most this many of its own. */
const maxEach = 8
const maxInAll = 48

/** Tells webhooks what happened until it is stopped; any number of them share the work. */
export function startDispatcher({
  store,
  outbound,
  vault,
  letters,
  log,
  lookEveryMs = 1000,
  leaseSeconds = 30,
}: DispatcherOptions) {
  const busy = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let stopping = false
  let again = false
  let wake: () => void = () => (again = true)

  async function look(): Promise<boolean> {
    let more = false
    for (const hook of await hooksWithNews(store)) more = (await fanOut(store, hook)) || more
    for (const hook of await hooksWithDue(store)) {
      const free = Math.min(maxEach - (busy.get(hook.id) ?? 0), maxInAll - underWay.size)
      if (free <= 0 || stopping) continue
      for (const claim of await claimDue(store, hook, free, leaseSeconds)) {
        busy.set(hook.id, (busy.get(hook.id) ?? 0) + 1)
        const sending = deliver({ store, outbound, vault, ...(letters && { letters }) }, hook, claim)
          .then(
            () => {},
            (error: Error) =>
              log.warn(
                { webhook: hook.id, delivery: claim.id, error: error.message },
                'a delivery was not recorded and is sent again',
              ),
          )
          .finally(() => {
            busy.set(hook.id, busy.get(hook.id)! - 1)
            underWay.delete(sending)
            wake()
          })
        underWay.add(sending)
      }
    }
    return more
  }

  /** Until it is time, or until something has ended that makes room; also when that was just before. */
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, again ? 0 : lookEveryMs)
      function done() {
        clearTimeout(timer)
        again = false
        wake = () => (again = true)
        resolve()
      }
      wake = done
    })

  const running = (async () => {
    while (!stopping) {
      const more = await look().catch((error: Error) => {
        log.warn({ error: error.message }, 'the webhook dispatcher stumbled')
        return false
      })
      if (!more && !stopping) await rest()
    }
  })()

  return {
    /** What is being sent may end. */
    async stop() {
      stopping = true
      wake()
      await running
      await Promise.all(underWay)
    },
  }
}
