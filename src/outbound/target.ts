import { isIP } from 'node:net'
import { OutboundError, refused } from './failure.ts'
import type { Reach } from './networks.ts'

export type Resolve = (name: string) => Promise<string[]>
/** Where a request goes: these addresses were checked, and no other will be used. */
export type Target = { url: URL; addresses: string[] }

/** Names that never lead out of the house. */
const insideName =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|invalid)$|^[^.]+$/
/** Below 1024 only the two of the web; above it none whose protocol a request could be mistaken for. */
const webPorts = new Set([80, 443])
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 9200, 10080, 11211, 27017,
])
const maxUrlLength = 2048

export function readUrl(text: string): URL {
  if (text.length > maxUrlLength || !URL.canParse(text)) throw refused('This is not a web address.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https addresses are asked.')
  if (url.username !== '' || url.password !== '') throw refused('An address must not carry a user name or password.')
  const port = portOf(url)
  if ((port < 1024 && !webPorts.has(port)) || otherProtocols.has(port))
    throw refused(`Port ${port} is not one that web servers use.`)
  return url
}

export const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** The name without brackets and without the dot that may end it. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Looks the name up once; if one of its addresses is out of reach, none is used. */
export async function aim(url: URL, reach: Reach, resolve: Resolve): Promise<Target> {
  const host = hostOf(url)
  const literal = isIP(host) > 0
  if (!literal && insideName.test(host) && !reach.insideNames) throw refused(`${host} is not a public name.`)
  const addresses = literal ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new OutboundError('UNREACHABLE', `${host} has no address.`)
  if (!addresses.every((address) => reach.includes(address))) throw refused(`${host} is not a public address.`)
  return { url, addresses }
}
