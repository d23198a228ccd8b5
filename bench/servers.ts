import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ServerOptions, optionsVariable, type Usage } from './child-process.ts'

export type MeasuredServer = { url: string; usage(): Promise<Usage>; stop(): Promise<void> }

/** Starts a server in a child process. */
export async function startServer(
  file: string,
  options: ServerOptions,
  { folder = import.meta.dirname, nodeOptions = [] as string[] } = {},
): Promise<MeasuredServer> {
  const child = fork(join(folder, file), {
    env: { ...process.env, [optionsVariable]: JSON.stringify(options) },
    execArgv: nodeOptions,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  let stopping = false
  // Fail at once: the benchmark would otherwise wait for an answer that never comes.
  child.once('exit', (code, signal) => {
    if (!stopping) throw new Error(`${file} exited unexpectedly: ${code ?? signal}`)
  })
  const nextMessage = async <T>(): Promise<T> => {
    const [first] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${file} exited with code ${code}`))),
    ])
    return first as T
  }
  const { url } = await nextMessage<{ url: string }>()
  return {
    url,
    usage() {
      child.send('usage')
      return nextMessage<Usage>()
    },
    async stop() {
      stopping = true
      if (child.connected) child.send('stop')
      await ended
    },
  }
}

/** Stops all servers even if one fails to stop. */
export const stopAll = (servers: readonly MeasuredServer[]) =>
  Promise.allSettled(servers.map((server) => server.stop()))
