import { connect as connectPlain, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { spelled } from './networks.ts'
import { hostOf, portOf, type Target } from './target.ts'

type Found = (error: null, addresses: { address: string; family: number }[]) => void

/** Opens a connection to one of the checked addresses; the name is not looked up again. */
export function connectTo({ url, addresses }: Target): Socket {
  const host = hostOf(url)
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const options = {
    host,
    port: portOf(url),
    autoSelectFamily: true,
    lookup: (_name: string, _options: object, done: Found) => done(null, found),
  }
  const socket =
    url.protocol === 'https:'
      ? connectSecurely({ ...options, ...(!isIP(host) && { servername: host }) })
      : connectPlain(options)
  return closeUnlessAmong(socket, addresses)
}

/** The last look: whoever answers at another address than the checked ones is sent nothing. */
export function closeUnlessAmong(socket: Socket, addresses: readonly string[]): Socket {
  const checked = new Set(addresses.map(spelled))
  socket.once('connect', () => {
    const peer = socket.remoteAddress
    if (peer === undefined || !checked.has(spelled(peer)))
      socket.destroy(new Error('connected to another address than the checked one'))
  })
  return socket
}
