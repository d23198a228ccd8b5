import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { followEvents } from './follow-events.ts'
import { isResource, unknownResource } from './resources.ts'

/**
 * Reports changes of the resources that one client subscribed to. The event feed is read from the first subscription
 * on; overviews, which have no events of their own, are reported at every change. The returned function ends it.
 */
export function notifySubscriber(server: Server, calls: Calls, pollMs?: number): () => void {
  const { inventory } = calls
  const subscribed = new Set<string>()
  const stopping = new AbortController()
  let isFollowing = false

  async function follow() {
    for await (const { uris, isListChanged } of followEvents(calls, { signal: stopping.signal, pollMs })) {
      for (const uri of subscribed)
        if (isListChanged ? isOverview(uri) || uris.includes(uri) : uris.includes(uri))
          await server.sendResourceUpdated({ uri })
      if (isListChanged) await server.sendResourceListChanged()
    }
  }
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    if (!isResource(inventory, uri)) unknownResource(uri)
    subscribed.add(uri)
    // A transport that was closed ends the loop with an error, which is of no use to anybody.
    if (!isFollowing) void follow().catch(() => undefined)
    isFollowing = true
    return {}
  })
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscribed.delete(uri)
    return {}
  })
  return () => stopping.abort()
}

const isOverview = (uri: string) => !/[0-9a-f]{8}-[0-9a-f-]{27}$/.test(uri)
