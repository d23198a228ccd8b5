import { setTimeout as pause } from 'node:timers/promises'
import type { Calls } from '#client/connect.ts'
import { EarshotError } from '#client/errors.ts'
import { changedUri, type FeedEvent, isListChange } from './changed-resources.ts'

export type ResourceChanges = { uris: string[]; isListChanged: boolean; lastEventId: string }
type FollowOptions = {
  signal: AbortSignal
  /** The id of the last event that the client knows; without one, it follows from now on. */
  after?: string | undefined
  pollMs?: number | undefined
}

/** A model does not act within seconds; each poll costs a query. */
const defaultPollMs = 5000
/** Clocks of two machines differ; a change that is reported without need does no harm. */
const clockMarginMs = 5000
const pageSize = 100

type Page = { data: FeedEvent[]; pagination: { has_more: boolean } }
type Position = { after: string } | { created_after: string }

const now = (): Position => ({ created_after: new Date(Date.now() - clockMarginMs).toISOString() })

/**
 * The changes of the organization as they occur, read from its event feed with the caller's key, until that is refused.
 */
export async function* followEvents(
  calls: Calls,
  { signal, after, pollMs = defaultPollMs }: FollowOptions,
): AsyncGenerator<ResourceChanges> {
  let position: Position = after === undefined ? now() : { after }
  while (!signal.aborted) {
    try {
      const { data, pagination } = (await calls.call(
        'listEvents',
        { limit: pageSize, ...position },
        { signal },
      )) as Page
      const last = data.at(-1)
      if (last) {
        yield changesOf(calls, data, pagination.has_more)
        // After an import there are thousands: the client was asked to read again, and they are skipped.
        position = pagination.has_more ? now() : { after: last.id }
      }
    } catch (error) {
      const status = error instanceof EarshotError ? error.status : undefined
      if (status === 401 || status === 403) return
      // The last known event is no longer kept.
      if (status === 400) position = now()
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

function changesOf({ inventory }: Calls, events: FeedEvent[], hasMore: boolean): ResourceChanges {
  const uris = new Set(events.flatMap((event) => changedUri(inventory, event) ?? []))
  return {
    uris: hasMore ? [] : [...uris],
    isListChanged: hasMore || events.some(isListChange),
    lastEventId: events.at(-1)!.id,
  }
}
