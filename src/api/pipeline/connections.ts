import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeListener } from './close-listener.ts'
import { secondaryServers } from './secondary-servers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends responses that would last as long as their client stays. */
    stopping: AbortSignal
  }
}

/** A client that has connected sends its request within this time, or opened the connection only in advance. */
const firstRequestMs = 2_000
/** For clients to close their end after we have closed ours. */
const lastCloseMs = 500
const pollIntervalMs = 10

type State = { openedAt: number; isFresh: boolean; running: number }

/** Follows the connections of a server, so that it can stop without cutting one off that was accepted. */
export function followConnections(app: FastifyInstance) {
  const connections = new Map<Socket, State>()
  let accepted = 0
  const stopping = new AbortController()
  app.decorate('stopping', stopping.signal)
  app.addHook('preClose', async () => stopping.abort())
  const follow = (server: HttpServer) => {
    server.on('connection', (socket: Socket) => {
      accepted++
      connections.set(socket, { openedAt: Date.now(), isFresh: true, running: 0 })
      socket.once('close', () => connections.delete(socket))
    })
    server.on('request', ({ socket }, response) => {
      const state = connections.get(socket)
      if (!state) return
      state.isFresh = false
      state.running++
      response.once('close', () => state.running--)
    })
  }
  follow(app.server)
  app.addHook('onListen', async () => secondaryServers(app).forEach(follow))

  const isAwaited = ({ openedAt, isFresh, running }: State) =>
    running > 0 || (isFresh && Date.now() - openedAt < firstRequestMs)

  return {
    /** Accepts nothing more, answers what was accepted, then closes every connection in order. */
    async finish() {
      const secondary = secondaryServers(app)
      // Fastify would cut off the connections of the other servers as soon as the first has none.
      if (secondary.length > 0) app.server.removeAllListeners('close')
      for (const server of [app.server, ...secondary]) await closeListener(server, () => accepted)
      // Not earlier, so that their clients come back to another server.
      stopping.abort()
      while ([...connections.values()].some(isAwaited)) await sleep(pollIntervalMs)
      // The end of our side first: destroying a connection on which bytes just arrive would reset it.
      for (const socket of connections.keys()) socket.end()
      const deadline = Date.now() + lastCloseMs
      while (connections.size > 0 && Date.now() < deadline) await sleep(pollIntervalMs)
    },
  }
}
