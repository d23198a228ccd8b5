/* Addresses of what can be fetched: an app in a store, a repository, a feed. */

export type RecognizedLink = {
  provider: 'app-store' | 'google-play' | 'github' | 'rss'
  /** What the integration is called, until somebody renames it. */
  name: string
  config: Record<string, string | string[]>
}

const maxLinks = 20
const maxLength = 2000
/** A store that the address does not name. */
const defaultCountry = 'us'
/** Pages of GitHub below which no user or organization is. */
const reservedOwners = new Set([
  'about',
  'features',
  'marketplace',
  'orgs',
  'settings',
  'sponsors',
  'topics',
  'trending',
])
const feedPath = /(?:^|[/._-])(?:rss|atom|feeds?)(?:$|[/._?-])|\.(?:rss|xml|atom|rdf)$/i

/** With or without `https://`, as people copy it. */
function urlIn(text: string): URL | undefined {
  if (text.length > maxLength || /\s/.test(text)) return undefined
  const known = /^(?:www\.)?(?:apps\.apple\.com|play\.google\.com|github\.com)\//i.test(text)
  if (!known && !/^https?:\/\//i.test(text)) return undefined
  return URL.parse(known ? `https://${text}` : text) ?? undefined
}

function appStoreLink({ pathname }: URL): RecognizedLink | undefined {
  const id = /\/id(\d{5,12})(?:\/|$)/.exec(pathname)?.[1]
  if (id === undefined) return undefined
  const country = /^\/([a-z]{2})\//i.exec(pathname)?.[1]?.toLowerCase() ?? defaultCountry
  const slug = /\/app\/([^/]+)\/id/.exec(pathname)?.[1]
  const app = slug ? decoded(slug).replaceAll('-', ' ') : id
  return {
    provider: 'app-store',
    name: `App Store: ${app}`.slice(0, 200),
    config: { app_id: id, countries: [country] },
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function googlePlayLink({ searchParams }: URL): RecognizedLink | undefined {
  const id = searchParams.get('id')
  if (id === null || !/^[\w.]{3,150}$/.test(id)) return undefined
  return { provider: 'google-play', name: `Google Play: ${id}`, config: { package_name: id } }
}

function gitHubLink({ pathname }: URL): RecognizedLink | undefined {
  const [owner, name] = pathname.split('/').filter(Boolean)
  const isRepository = (part: string | undefined) => part !== undefined && /^[\w.-]{1,100}$/.test(part)
  if (!isRepository(owner) || !isRepository(name) || reservedOwners.has(owner!)) return undefined
  const repository = `${owner}/${name!.replace(/\.git$/, '')}`
  return { provider: 'github', name: `GitHub: ${repository}`, config: { repositories: [repository] } }
}

const feedLink = (url: URL): RecognizedLink => ({
  provider: 'rss',
  name: `Feed: ${url.hostname.replace(/^www\./, '')}`.slice(0, 200),
  config: { url: url.href },
})

/** Undefined when it is no address, or none of a source; `asFeed` takes every other address as a feed. */
function recognizeLink(text: string, asFeed = false): RecognizedLink | undefined {
  const url = urlIn(text.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const host = url.hostname.replace(/^www\./, '')
  if (/^(?:apps|itunes)\.apple\.com$/.test(host)) return appStoreLink(url)
  if (host === 'play.google.com') return googlePlayLink(url)
  if (host === 'github.com') return gitHubLink(url)
  return asFeed || /^(?:feeds?|rss)\./.test(host) || feedPath.test(url.pathname) ? feedLink(url) : undefined
}

/** The links of a text that consists of nothing else, one a line. */
export function recognizeLinks(text: string, asFeed = false): RecognizedLink[] | undefined {
  const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || [])
  if (lines.length === 0 || lines.length > maxLinks) return undefined
  const links = lines.map((line) => recognizeLink(line, asFeed))
  return links.every((link) => link !== undefined) ? links : undefined
}

/** Whether a text is one address and nothing else. */
export const isAddress = (text: string): boolean => urlIn(text.trim()) !== undefined
