/** What a command line program touches of the world. */
export type Io = {
  stdout: Sink & { columns?: number }
  stderr: Sink
  stdin: AsyncIterable<Uint8Array | string>
  env: Record<string, string | undefined>
  /** Whether a person reads stdout. */
  isTTY: boolean
}
type Sink = {
  write(text: string, done?: (error?: Error | null) => void): unknown
  on?(event: 'error', listener: () => void): unknown
}

/** The reader has gone, as `head` does; there is nobody left to tell. */
export class ReaderLeft extends Error {}

/** Waits until the text is taken, so that a slow reader holds a long listing back. */
export const print = (sink: Sink, text: string): Promise<void> =>
  new Promise((resolve, reject) => sink.write(text, (error) => (error ? reject(new ReaderLeft()) : resolve())))

export async function readAll(source: Io['stdin']): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
  return Buffer.concat(chunks).toString('utf8')
}
