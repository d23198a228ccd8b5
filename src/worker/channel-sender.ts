import type { Log } from '#domain/context.ts'
import { postMessage } from '#domain/overview/channels/post-message.ts'
import {
  claimDueMessages,
  type ClaimedMessage,
  deleteMessage,
  rescheduleMessage,
  updateChannelOutcome,
} from '#domain/overview/channels/queries.ts'
import { openTarget, unreadableUrl } from '#domain/overview/channels/target.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import { startOutboxSender } from './outbox-sender.ts'

type Options = { store: Store; outbound: Outbound; vault: Vault; log: Log; pollIntervalMs?: number }

/** Posts queued messages to the channels of chat programs until stopped. */
export function startChannelSender({ store, outbound, vault, log, pollIntervalMs = 2000 }: Options) {
  async function send({ org_id, channel_id, message }: ClaimedMessage) {
    const target = await openTarget(store, vault, org_id, channel_id)
    const result = target ? await postMessage(outbound, target, message) : { error: unreadableUrl, final: true }
    await updateChannelOutcome(store, org_id, channel_id, result.error)
    return result
  }
  return startOutboxSender<ClaimedMessage>({
    messages: {
      retry: 'channel message not sent; will retry',
      dropped: 'channel message not sent; dropped',
      notRecorded: 'channel message result not recorded',
      pollFailed: 'channel message poll failed',
    },
    log,
    pollIntervalMs,
    claim: (max, leaseSeconds) => claimDueMessages(store, max, leaseSeconds),
    send,
    remove: (claimed) => deleteMessage(store, claimed),
    reschedule: (claimed, _error, delaySeconds) => rescheduleMessage(store, claimed, delaySeconds),
  })
}
