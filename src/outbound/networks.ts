import ipaddr from 'ipaddr.js'

/** The addresses that requests may go to. */
export type NetworkPolicy = {
  allows(address: string): boolean
  /** Without encryption: only to private networks that the operator has allowed. */
  allowsPlain(address: string): boolean
  /** Private names such as `tracker.internal` are only resolved if the operator has allowed private networks. */
  allowsPrivateNames: boolean
}

/** The range of public IPv6 addresses; everything else is a tunnel, a translation or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** ISATAP embeds an IPv4 address after this marker, with or without the global bit. */
const isatapMark = 0x5efe
const withoutGlobalBit = 0xfdff

/** Services of cloud providers at public addresses that only their own machines reach: Azure, IBM Cloud. */
const cloudServices = ['168.63.129.16/32', '161.26.0.0/16'].map((network) => ipaddr.IPv4.parseCIDR(network))

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !cloudServices.some((network) => (address as ipaddr.IPv4).match(network))
  const { parts } = address as ipaddr.IPv6
  return address.match(globalUnicast) && !(parts[5] === isatapMark && (parts[4]! & withoutGlobalBit) === 0)
}

/** Public addresses and the allowed private networks, for example 10.1.0.0/16. */
export function networkPolicy(networks: readonly string[]): NetworkPolicy {
  const allowedNetworks = networks.map((network) => ipaddr.parseCIDR(network))
  const isAllowed = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    allowedNetworks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  return {
    allowsPrivateNames: allowedNetworks.length > 0,
    allows(text) {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return isPublic(address) || isAllowed(address)
    },
    allowsPlain(text) {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return !isPublic(address) && isAllowed(address)
    },
  }
}

/** The normalized form, for comparison. */
export const normalizeAddress = (address: string) => ipaddr.process(address).toNormalizedString()
