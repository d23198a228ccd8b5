import type { World } from './data.ts'

/* The side of a measured server that speaks with the process that measures it. */

export type Order = { world: World; poolSize: number }
/** `peakBytes` is the most it ever held. */
export type Usage = { cpuMicroseconds: number; rssBytes: number; peakBytes: number }

/** Not in the arguments: the model's runtime reads the command line with a recursion as deep as it is long, and a long one overflows the stack. */
export const orderName = 'EARSHOT_BENCH_ORDER'
export const order = (): Order => JSON.parse(process.env[orderName]!) as Order

/** Tells where the server listens, answers what it used, and ends with its parent. */
export function serve(url: string, close: () => Promise<unknown>) {
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
