import { listen } from '../outbound/listener.ts'
import { waitFor } from '../wait-for.ts'

export type Received = { id: string; headers: Record<string, string>; body: string }

const receivers = new Set<() => Promise<void>>()
/** Also after a failed test; pending requests get no response. */
export const closeReceivers = () => Promise.all([...receivers].map((close) => close().catch(() => {})))

/** A webhook receiver that stores deliveries and responds as `answer` says. */
export async function startReceiver(
  answer: (
    received: Received,
    count: number,
  ) => number | 'never' | 'hang up' | { status: number; headers?: Record<string, string>; body?: string } = () => 200,
) {
  const received: Received[] = []

  const server = await listen((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (body += part))
      .on('end', () => {
        const delivery = {
          id: String(request.headers['webhook-id']),
          headers: request.headers as Record<string, string>,
          body,
        }
        received.push(delivery)
        const reply = answer(delivery, received.filter(({ id }) => id === delivery.id).length)
        if (reply === 'hang up') response.destroy()
        else if (reply !== 'never') {
          const {
            status,
            headers = {},
            body: responseBody = 'thanks',
          } = typeof reply === 'number' ? { status: reply } : reply
          response.writeHead(status, headers).end(responseBody)
        }
      })
  })
  receivers.add(server.close)
  return {
    ...server,
    received,
    until: (condition: (received: readonly Received[]) => boolean) =>
      waitFor(
        () => `webhook deliveries; ${received.length} so far`,
        () => condition(received),
        60_000,
      ),
  }
}
