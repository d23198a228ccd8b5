import type { Store } from '#store/open.ts'

type Stream = { write: (...args: any[]) => boolean; on(event: 'data', listener: () => void): void }

/** Counts how often a pool sends to PostgreSQL after having received: what is sent together is one round trip. */
export function countRoundTrips({ pool }: Store): { reset(): void; count(): number } {
  let count = 0
  const watched = new WeakSet<object>()
  const watch = (stream: Stream) => {
    if (watched.has(stream)) return
    watched.add(stream)
    let isSending = false
    const { write } = stream
    stream.write = (...args) => {
      if (!isSending) count++
      isSending = true
      return write.apply(stream, args)
    }
    stream.on('data', () => void (isSending = false))
  }
  pool.on('acquire', (client) => watch((client as unknown as { connection: { stream: Stream } }).connection.stream))
  return { reset: () => void (count = 0), count: () => count }
}
