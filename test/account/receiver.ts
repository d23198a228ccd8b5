import { listen } from '../outbound/listener.ts'

export type Received = { id: string; headers: Record<string, string>; body: string }

const receivers = new Set<() => Promise<void>>()
/** At the end, also of a test that failed: whoever still waits for an answer gets none. */
export const closeReceivers = () => Promise.all([...receivers].map((close) => close().catch(() => {})))

/** A receiver of webhooks that keeps what it was sent and answers as it is told. */
export async function startReceiver(
  answer: (
    received: Received,
    count: number,
  ) => number | 'never' | 'hang up' | { status: number; headers?: Record<string, string>; body?: string } = () => 200,
) {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = await listen((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (body += part))
      .on('end', () => {
        const one = {
          id: String(request.headers['webhook-id']),
          headers: request.headers as Record<string, string>,
          body,
        }
        received.push(one)
        const told = answer(one, received.filter(({ id }) => id === one.id).length)
        if (told === 'hang up') response.destroy()
        else if (told !== 'never') {
          const { status, headers = {}, body: said = 'thanks' } = typeof told === 'number' ? { status: told } : told
          response.writeHead(status, headers).end(said)
        }
        for (const check of waiting) check()
      })
  })
  receivers.add(server.close)
  return {
    ...server,
    received,
    /** Resolves when what was received satisfies the condition. */
    until: (condition: (received: readonly Received[]) => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition(received)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}
