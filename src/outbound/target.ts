import { isIP } from 'node:net'
import { OutboundError, refused } from './failure.ts'
import type { NetworkPolicy } from './networks.ts'

export type Resolve = (name: string) => Promise<string[]>
/** A URL with its checked addresses; no other address is used. */
export type Target = { url: URL; addresses: string[] }

/** Names that are never public. */
const privateName =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|invalid)$|^[^.]+$/
export const isPrivateName = (host: string) => privateName.test(host)
export const privateHostMessage = (host: string) =>
  `${host} is not a public address; the setting ALLOW_PRIVATE_NETWORK_TARGETS has to list its network.`
/** Below 1024 only 80 and 443; above it none whose protocol could misread an HTTP request. */
const webPorts = new Set([80, 443])
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 9200, 10080, 11211, 27017,
])
const maxUrlLength = 2048

export function parseUrl(text: string): URL {
  if (text.length > maxUrlLength || !URL.canParse(text)) throw refused('This is not a valid URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https URLs are allowed.')
  if (url.username !== '' || url.password !== '') throw refused('The URL must not contain a user name or password.')
  requirePort(portOf(url), webPorts)
  return url
}

/** Below 1024 only the ports of the protocol that is spoken. */
export function requirePort(port: number, own: ReadonlySet<number>) {
  if ((port < 1024 && !own.has(port)) || otherProtocols.has(port)) throw refused(`Port ${port} is not allowed.`)
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** The host name without brackets and trailing dot. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Resolves the name once; if one of its addresses is not allowed, none is used. */
export async function resolveTarget(url: URL, policy: NetworkPolicy, resolve: Resolve): Promise<Target> {
  return { url, addresses: await resolveHost(hostOf(url), policy, resolve) }
}

export async function resolveHost(host: string, policy: NetworkPolicy, resolve: Resolve): Promise<string[]> {
  const literal = isIP(host) > 0
  if (!literal && isPrivateName(host) && !policy.allowsPrivateNames) throw refused(privateHostMessage(host))
  const addresses = literal ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new OutboundError('UNREACHABLE', `${host} has no address.`)
  if (!addresses.every((address) => policy.allows(address))) throw refused(privateHostMessage(host))
  return addresses
}
