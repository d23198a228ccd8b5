import { isIP } from 'node:net'

const privateHost = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|arpa|invalid|onion)$/

/** The domain that identifies a competitor; undefined when the address is not on the public internet. */
export function domainOf(website: string): string | undefined {
  const text = /^https?:\/\//i.test(website) ? website : `https://${website}`
  if (!URL.canParse(text)) return undefined
  const host = new URL(text).hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '')
  return host.length <= 253 &&
    host.includes('.') &&
    isIP(host) === 0 &&
    !host.startsWith('[') &&
    !privateHost.test(host)
    ? host
    : undefined
}
