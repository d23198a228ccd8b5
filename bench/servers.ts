import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Order, orderName, type Usage } from './served.ts'

export type Measured = { url: string; usage(): Promise<Usage>; stop(): Promise<void> }

/** A server in a process of its own. */
export async function startServer(
  file: string,
  { world, poolSize }: Order,
  { folder = import.meta.dirname, nodeOptions = [] as string[] } = {},
): Promise<Measured> {
  const child = fork(join(folder, file), {
    env: { ...process.env, [orderName]: JSON.stringify({ world, poolSize } satisfies Order) },
    execArgv: nodeOptions,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  let stopping = false
  // Whoever measures it would wait for ever for what it does.
  child.once('exit', (code, signal) => {
    if (!stopping) throw new Error(`${file} ended by itself: ${code ?? signal}`)
  })
  const answer = async <T>(): Promise<T> => {
    const [first] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${file} ended with code ${code}`))),
    ])
    return first as T
  }
  const { url } = await answer<{ url: string }>()
  return {
    url,
    usage() {
      child.send('usage')
      return answer<Usage>()
    },
    async stop() {
      stopping = true
      if (child.connected) child.send('stop')
      await ended
    },
  }
}

/** Stops them all, also when one of them cannot be stopped. */
export const stopAll = (servers: readonly Measured[]) => Promise.allSettled(servers.map((server) => server.stop()))
