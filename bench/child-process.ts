import type { Dataset } from './data.ts'

/* What a measured server process shares with the benchmark that started it. */

/** `checksKey` is for the limit server, `limitsRates` for Earshot. */
export type ServerOptions = { dataset: Dataset; poolSize: number; checksKey?: boolean; limitsRates?: boolean }
/** `peakBytes` is the peak RSS of the process. */
export type Usage = { cpuMicroseconds: number; rssBytes: number; peakBytes: number }

/** Passed in the environment: onnxruntime parses the command line recursively, and a long one overflows its stack. */
export const optionsVariable = 'EARSHOT_BENCH_OPTIONS'
export const serverOptions = (): ServerOptions => JSON.parse(process.env[optionsVariable]!) as ServerOptions

/** Sends the URL to the parent process, answers its usage requests, and exits when the parent disconnects. */
export function reportToParent(url: string, close: () => Promise<unknown>) {
  process.on(
    'message',
    (message) => void (message === 'usage' ? process.send!(usage()) : close().finally(() => process.exit())),
  )
  process.on('disconnect', () => process.exit())
  process.send!({ url })
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return {
    cpuMicroseconds: user + system,
    rssBytes: process.memoryUsage.rss(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }
}
