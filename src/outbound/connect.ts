import { connect as connectPlain, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { normalizeAddress } from './networks.ts'
import { hostOf, portOf, type Target } from './target.ts'

type LookupCallback = (error: null, addresses: { address: string; family: number }[]) => void

/** Options of a socket that finds these addresses for its host, whatever the name service answers by then. */
export const lookupOf = (addresses: readonly string[]) => ({
  autoSelectFamily: true,
  lookup: (_name: string, _options: object, done: LookupCallback) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    ),
})

/** Connects to one of the checked addresses without a second DNS lookup. */
export function openConnection({ url, addresses }: Target): Socket {
  const host = hostOf(url)
  const options = { host, port: portOf(url), ...lookupOf(addresses) }
  const socket =
    url.protocol === 'https:'
      ? connectSecurely({ ...options, ...(!isIP(host) && { servername: host }) })
      : connectPlain(options)
  return requirePeerAmong(socket, addresses)
}

/** Closes the socket before anything is sent if the peer is not one of the checked addresses. */
export function requirePeerAmong(socket: Socket, addresses: readonly string[]): Socket {
  const checked = new Set(addresses.map(normalizeAddress))
  socket.once('connect', () => {
    const peer = socket.remoteAddress
    if (peer === undefined || !checked.has(normalizeAddress(peer)))
      socket.destroy(new Error('connected to another address than the checked one'))
  })
  return socket
}
