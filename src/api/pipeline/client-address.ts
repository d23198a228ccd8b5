import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { ProxyTrust } from '#config/types.ts'
import { ApiError } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** As it was when the request arrived. */
    address: string
    /** What requests without credentials are counted by: the address, of IPv6 the network of one client. */
    network: string
  }
}

/** IPv4 or bracketed IPv6 with a port, as some load balancers write it. */
const addressWithPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/

/** The interface of a link-local address: a name of this machine, or whatever the client wrote. */
const zone = /%.*$/s

/** Without port, brackets and zone, an IPv4 address mapped into IPv6 as IPv4; undefined when the text is no address. */
function normalizedAddress(text: string): string | undefined {
  const [, bracketed, dotted] = addressWithPort.exec(text) ?? []
  const address = (bracketed ?? dotted ?? text).replace(zone, '')
  return isIP(address) > 0 ? ipaddr.process(address).toString() : undefined
}

type IsProxy = (address: string, hop: number) => boolean

function proxyTest(trust: ProxyTrust): IsProxy {
  if ('hops' in trust) return (_address, hop) => hop < trust.hops
  const networks = trust.networks.map((network) => ipaddr.parseCIDR(network))
  return (text) => {
    if (isIP(text) === 0) return false
    const address = ipaddr.process(text)
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  }
}

/**
 * From the connection backwards through X-Forwarded-For, as far as the addresses belong to our proxies: each proxy
 * appends the address it was called from, and what is further left was written by the client. Forwarded, X-Real-IP,
 * X-Forwarded-Host and X-Forwarded-Proto are read nowhere.
 */
function clientAddress({ socket, headers }: IncomingMessage, isProxy: IsProxy): string {
  let address = normalizedAddress(socket.remoteAddress ?? '') ?? ''
  if (!isProxy(address, 0)) return address
  const entries = String(headers['x-forwarded-for'] ?? '').split(',')
  for (let hop = 0; hop < entries.length && isProxy(address, hop); hop++) {
    const next = normalizedAddress(entries.at(-1 - hop)!.trim())
    // A proxy that names no address is itself the last one known.
    if (next === undefined) return address
    address = next
  }
  return address
}

const networkBits = 64

/** One IPv6 client has a network of its own and a new address at will; behind NAT64 it has one IPv4 address. */
function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address) as ipaddr.IPv6
  if (parsed.range() === 'rfc6052') return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${networkBits}`)}/${networkBits}`
}

/**
 * `ip` is the address of the client for every route, `network` what its limits count by. Both are known before anything
 * is awaited: a client that leaves in between would have no address in the audit log. Without one nothing is done.
 */
export function addClientAddress(app: FastifyInstance, trust: ProxyTrust) {
  const isProxy = proxyTest(trust)
  app.decorateRequest('address', '')
  app.decorateRequest('ip', {
    getter() {
      return this.address
    },
  })
  app.decorateRequest('network', {
    getter() {
      return clientNetwork(this.address)
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    request.address = clientAddress(request.raw, isProxy)
    done(request.address === '' ? new ApiError('BAD_REQUEST', 'The connection is closed.') : undefined)
  })
}
