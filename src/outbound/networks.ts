import ipaddr from 'ipaddr.js'

/** How far requests may go. */
export type Reach = {
  /** May we connect to this address? */
  includes(address: string): boolean
  /** Names such as `tracker.internal` are looked up only for operators who have named networks of their own. */
  insideNames: boolean
}

/** All that was ever handed out for the public internet; whatever lies outside is a tunnel, a translation or nobody's. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** ISATAP hides an IPv4 address behind this mark, with and without the bit for global addresses before it. */
const isatapMark = 0x5efe
const withoutGlobalBit = 0xfdff

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return true
  const { parts } = address as ipaddr.IPv6
  return address.match(globalUnicast) && !(parts[5] === isatapMark && (parts[4]! & withoutGlobalBit) === 0)
}

/** Public addresses, and those of the networks that the operator has named, as in 10.1.0.0/16. */
export function reachOf(networks: readonly string[]): Reach {
  const named = networks.map((network) => ipaddr.parseCIDR(network))
  return {
    insideNames: named.length > 0,
    includes(text) {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return (
        isPublic(address) ||
        named.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
      )
    },
  }
}

/** One spelling for each address, so that two can be compared. */
export const spelled = (address: string) => ipaddr.process(address).toNormalizedString()
