/* Where the browser goes with the code: addresses that the app registered, compared as a whole. */

/** A browser would run them or open a file. */
const refusedSchemes = new Set(
  'about: blob: data: file: filesystem: ftp: javascript: vbscript: view-source: ws: wss:'.split(' '),
)
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbackHosts.has(hostname)
const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

/** Why an app cannot register this address; undefined if it can. */
export function redirectProblem(text: string): string | undefined {
  if (text.length > 1000 || !URL.canParse(text)) return 'is not a URL of at most 1000 characters'
  const url = new URL(text)
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || refusedSchemes.has(url.protocol)) return 'has a scheme that is refused'
  if (url.hash !== '' || text.includes('#')) return 'has a fragment'
  if (url.username !== '' || url.password !== '') return 'has credentials'
  return url.protocol === 'http:' && !isLoopback(url) ? 'uses http for another host than this computer' : undefined
}

/** Exact, except for the port of a program on the person's computer, which it chooses when it starts (RFC 8252). */
export const isRegistered = (registered: readonly string[], requested: string): boolean =>
  registered.some((one) => one === requested || isSameLoopback(one, requested))

function isSameLoopback(registered: string, requested: string): boolean {
  if (redirectProblem(requested) !== undefined) return false
  const [one, other] = [new URL(registered), new URL(requested)]
  if (!isLoopback(one) || !isLoopback(other)) return false
  one.port = other.port = ''
  return one.href === other.href
}

/** The host that people are shown; the scheme for an app on the person's device. */
export function redirectHost(uri: string): string {
  const url = new URL(uri)
  return isWeb(url) ? url.hostname : `${url.protocol}//${url.host}`
}

/** The address with these parameters in its query. */
export function redirectWith(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
