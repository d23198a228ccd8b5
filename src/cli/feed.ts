import { setTimeout as pause } from 'node:timers/promises'
import type { Calls } from '#client/calls.ts'

export type PolledEvent = {
  id: string
  type: string
  created_at: string
  data: { object: { id?: unknown; name?: unknown; title?: unknown } | null }
}
type Page = { data: PolledEvent[]; pagination: { has_more: boolean } }

export type FeedOptions = {
  /** Separated by commas. */
  types?: string | undefined
  after?: string | undefined
  /** Of the first events, where no event is named that they follow. */
  since?: Date | undefined
  /** Ends with the last event that is there. */
  once?: boolean | undefined
}

const pollIntervalMs = 1000

/** Events in the order of the feed, as they occur. */
export async function* followFeed(calls: Calls, options: FeedOptions): AsyncGenerator<PolledEvent> {
  const { types, since, once } = options
  const filter = types === undefined ? {} : { types: types.split(',') }
  for (let { after } = options; ;) {
    const start = after === undefined ? since && { created_after: since.toISOString() } : { after }
    const { data, pagination } = (await calls.call('listEvents', { limit: 100, ...filter, ...start })) as Page
    yield* data
    after = data.at(-1)?.id ?? after
    if (pagination.has_more) continue
    if (once) return
    await pause(pollIntervalMs)
  }
}
