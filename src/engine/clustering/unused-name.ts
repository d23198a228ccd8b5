/** The first candidate that is not taken, which it then is; names are compared without case. */
export function unusedName(candidates: readonly string[], fallback: string, taken: Set<string>): string {
  const isFree = (name: string) => !taken.has(name.toLowerCase())
  const [first = fallback, ...others] = candidates
  const combined = others.map((other) => `${first} and ${other.charAt(0).toLowerCase()}${other.slice(1)}`)
  const numbered = () => [...Array(1000).keys()].map((n) => `${first} ${n + 2}`).find(isFree)!
  const name = [first, ...others, ...combined, fallback].find(isFree) ?? numbered()
  taken.add(name.toLowerCase())
  return name
}
