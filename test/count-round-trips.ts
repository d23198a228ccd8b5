import type { Store } from '#store/open.ts'

type Connection = {
  stream: { write: (...args: any[]) => boolean }
  on(event: 'readyForQuery', listener: () => void): void
}

/** First bytes of the messages after which PostgreSQL answers: Query and Sync. */
const answered = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)])

/**
 * The longest chain of queries that each waited for an answer. What is sent together is one round trip, and so is
 * what follows from several answers of one, whether they arrive together or not.
 */
export function countRoundTrips({ pool }: Store): { reset(): void; count(): number } {
  let base = 0
  let received = 0
  let sent = 0
  const watched = new WeakSet<object>()
  const watch = (connection: Connection) => {
    const { stream } = connection
    if (watched.has(stream)) return
    watched.add(stream)
    const waiting: number[] = []
    const { write } = stream
    stream.write = (...args) => {
      if (answered.has(Buffer.from(args[0])[0]!)) {
        waiting.push(received + 1)
        sent = Math.max(sent, received + 1)
      }
      return write.apply(stream, args)
    }
    connection.on('readyForQuery', () => void (received = Math.max(received, waiting.shift() ?? 0)))
  }
  pool.on('acquire', (client) => watch((client as unknown as { connection: Connection }).connection))
  return {
    reset() {
      base = sent = received
    },
    count: () => sent - base,
  }
}
