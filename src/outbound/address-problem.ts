import { isIP } from 'node:net'
import { OutboundError } from './failure.ts'
import { networkPolicy } from './networks.ts'
import { hostOf, isPrivateName, parseUrl, privateHostMessage } from './target.ts'

/**
 * Why requests to this URL are refused, as far as it shows without DNS; undefined when it does not. A name that leads
 * to a private address is refused when a request is sent.
 */
export function addressProblem(text: string, networks: readonly string[]): string | undefined {
  try {
    const url = parseUrl(text)
    const host = hostOf(url)
    const policy = networkPolicy(networks)
    const isRefused = isIP(host) > 0 ? !policy.allows(host) : isPrivateName(host) && !policy.allowsPrivateNames
    return isRefused ? privateHostMessage(host) : undefined
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    throw error
  }
}
