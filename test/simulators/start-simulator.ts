import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SimulatorListener, SimulatedRequest, Simulator, SimulatedWorld } from './simulator.ts'
import { Faults } from './faults.ts'

/* Serves the simulator of a provider, over HTTP unless it has its own protocol, with faults between, and logs requests. */

/** The time of a request; the checks run in simulated time, so that waiting costs none. */
export const timeHeader = 'x-simulated-time'

export type LoggedRequest = { at: number; limit: string }
export type RunningServer = {
  url: string
  world: SimulatedWorld
  log: LoggedRequest[]
  faults: Faults
  close(): Promise<void>
}

const maxBody = 1024 * 1024

export async function startSimulator(simulator: Simulator, world: SimulatedWorld): Promise<RunningServer> {
  const log: LoggedRequest[] = []
  const faults = new Faults(simulator)
  const running = simulator.listen
    ? await simulator.listen(world, () => {
        // Only HTTP requests carry the simulated time, so limits are not checked here.
        log.push({ at: world.now, limit: 'unchecked' })
        return faults.next(world)
      })
    : await listenHttp(simulator, { world, log, faults })
  world.baseUrl = running.url
  return { ...running, world, log, faults }
}

async function listenHttp(
  simulator: Simulator,
  { world, log, faults }: Pick<RunningServer, 'world' | 'log' | 'faults'>,
): Promise<SimulatorListener> {
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size <= maxBody) parts.push(part)
    })
    incoming.on('end', () => {
      const request = requestOf(incoming.method ?? 'GET', incoming.url ?? '/', incoming.headers, parts)
      world.now = Math.max(world.now, Number(request.headers[timeHeader] ?? 0))
      log.push({ at: world.now, limit: simulator.limitOf?.(request) ?? 'default' })
      const answer = faults.next(world) ?? simulator.answer(request, world)
      if (answer === 'drop') return incoming.socket.destroy()
      const { status, headers, body } = answer
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const requestOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  parts: readonly Buffer[],
): SimulatedRequest => ({
  method,
  url: new URL(path, 'http://localhost'),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body: Buffer.concat(parts).toString('utf8'),
})
