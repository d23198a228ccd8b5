/** Input and output of the CLI. */
export type Io = {
  stdout: Sink & { columns?: number }
  stderr: Sink
  stdin: AsyncIterable<Uint8Array | string>
  env: Record<string, string | undefined>
  /** The profile named with --profile. */
  profile?: string | undefined
  /** Of the program, for --version. */
  version: string
  /** Whether stdout is a terminal. */
  isTTY: boolean
}
type Sink = {
  write(text: string, done?: (error?: Error | null) => void): unknown
  on?(event: 'error', listener: () => void): unknown
}

/** The reader of stdout has closed it, as `head` does. */
export class ReaderClosedError extends Error {}

/** Waits until the text is written, so that a slow reader causes backpressure. */
export const print = (sink: Sink, text: string): Promise<void> =>
  new Promise((resolve, reject) => sink.write(text, (error) => (error ? reject(new ReaderClosedError()) : resolve())))

export async function readAll(source: Io['stdin']): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
  return Buffer.concat(chunks)
}
