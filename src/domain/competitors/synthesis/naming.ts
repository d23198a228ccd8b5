const maxWords = 12

/** At most twelve words, without the full stop. */
function shorten(text: string): string {
  const words = text
    .trim()
    .replace(/[.!?,;:\s]+$/, '')
    .split(/\s+/)
  const name = words.slice(0, maxWords).join(' ').slice(0, 200)
  return words.length > maxWords ? `${name}…` : name
}

/** The text of the most typical insight, starting with a capital letter. */
export function titleOf(text: string): string {
  const name = shorten(text.replace(/\s+/g, ' ').replace(/^[^\p{L}\p{N}]+/u, ''))
  return name === '' ? 'Unnamed' : name[0]!.toUpperCase() + name.slice(1)
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Removes the names and domains of competitors, which say nothing about the topic. */
export function withoutNames(competitors: readonly { name: string; domain: string }[]): (text: string) => string {
  const names = competitors.flatMap(({ name, domain }) => [domain, name]).sort((a, b) => b.length - a.length)
  if (names.length === 0) return (text) => text
  const namePattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map(escapeRegExp).join('|')})(?:[’']s)?(?![\\p{L}\\p{N}])`,
    'giu',
  )
  return (text) => text.replace(namePattern, ' ')
}
