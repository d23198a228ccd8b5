import type { Io } from './io.ts'

type Progress = { update(done: number): void; stop(): void }

/** A progress bar on a terminal, nothing otherwise. */
export async function progressOf(io: Io, what: string, total: number): Promise<Progress> {
  if (!io.isTTY) return { update() {}, stop() {} }
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({
    format: `${what} {bar} {value}/{total} {eta_formatted}`,
    stream: io.stderr as unknown as NodeJS.WritableStream,
    clearOnComplete: true,
    hideCursor: true,
  })
  bar.start(total, 0)
  return bar
}
