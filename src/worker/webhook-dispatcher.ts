import type { Log } from '#domain/context.ts'
import { deliver, createDeliveries, type SenderDeps } from '#domain/events/webhooks/dispatch.ts'
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  type WebhookKey,
  listWebhooksWithDueDeliveries,
  listWebhooksWithNewEvents,
} from '#domain/events/webhooks/queries-dispatch.ts'
import { startPolling } from './polling-loop.ts'

type DispatcherOptions = SenderDeps & {
  log: Log
  pollIntervalMs?: number
  /** A delivery that is not recorded within this time is sent again. */
  leaseSeconds?: number
}

/** A slow receiver blocks at most this many of its own deliveries. */
const maxPerWebhook = 8
const maxConcurrent = 48

/** Deliveries being sent, in all and per webhook. */
function trackInFlight() {
  const all = new Set<Promise<void>>()
  const countOf = new Map<string, number>()
  const count = (webhook: string, change: number) => countOf.set(webhook, (countOf.get(webhook) ?? 0) + change)
  return {
    free: (webhook: string) => Math.min(maxPerWebhook - (countOf.get(webhook) ?? 0), maxConcurrent - all.size),
    add(webhook: string, sending: Promise<void>, onEnd: () => void) {
      count(webhook, 1)
      const tracked = sending.finally(() => {
        count(webhook, -1)
        all.delete(tracked)
        onEnd()
      })
      all.add(tracked)
    },
    ended: () => Promise.all(all),
  }
}

/** Sends events to webhooks until stopped; any number of dispatchers share the work. */
export function startDispatcher({ log, pollIntervalMs = 1000, leaseSeconds = 30, ...post }: DispatcherOptions) {
  const { store } = post
  const inFlight = trackInFlight()
  let stopping = false

  async function send(hook: WebhookKey, claim: ClaimedDelivery) {
    try {
      await deliver(post, hook, claim)
    } catch (error) {
      const fields = { webhook: hook.id, delivery: claim.id, error: (error as Error).message }
      log.warn(fields, 'delivery not recorded; will resend')
    }
  }

  async function poll(): Promise<boolean> {
    let more = false
    for (const hook of await listWebhooksWithNewEvents(store)) more = (await createDeliveries(store, hook)) || more
    for (const hook of await listWebhooksWithDueDeliveries(store)) {
      const free = inFlight.free(hook.id)
      if (free <= 0 || stopping) continue
      for (const claim of await claimDueDeliveries(store, hook, free, leaseSeconds))
        inFlight.add(hook.id, send(hook, claim), () => loop.wake())
    }
    return more
  }

  const loop = startPolling({
    intervalMs: pollIntervalMs,
    poll,
    onError: (error) => log.warn({ error: error.message }, 'webhook dispatch failed'),
  })
  return {
    /** Waits for deliveries that are being sent. */
    async stop() {
      stopping = true
      await loop.stop()
      await inFlight.ended()
    },
  }
}
