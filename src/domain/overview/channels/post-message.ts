import type { Outbound } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import { type ChannelKind, formatMessage, type ChannelMessage } from './format-message.ts'

type PostResult = { error: string | null; retryAfterSeconds?: number; final?: boolean }

const limits = { bytes: 16 * 1024, ms: 10_000, redirects: 0 }
const maxErrorLength = 200
/** Not worth another attempt: the webhook was deleted or the message is not accepted. */
const finalStatuses = new Set([400, 401, 403, 404, 405, 410, 413, 422])

/** Posts to an incoming webhook; any 2xx means that it was accepted. */
export async function postMessage(
  outbound: Outbound,
  { kind, url }: { kind: ChannelKind; url: string },
  message: ChannelMessage,
): Promise<PostResult> {
  try {
    const { status, headers, body } = await outbound.post({
      url,
      headers: { 'content-type': 'application/json' },
      body: formatMessage(kind, message),
      limits,
      overflow: 'cut',
    })
    if (status >= 200 && status < 300) return { error: null }
    const reason = body.toString('utf8').replace(/\s+/g, ' ').trim()
    const retryAfterSeconds = Number(headers['retry-after'])
    return {
      error: `${status} ${reason}`.trim().slice(0, maxErrorLength),
      final: finalStatuses.has(status),
      ...(retryAfterSeconds > 0 && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { error: `${error.code}: ${error.message}`.slice(0, maxErrorLength) }
  }
}
