/** Items without an id of their own, each with a key: its text, counted where it occurs more than once. */
export function withKeys<T>(items: readonly T[], textOf: (item: T) => string): [key: string, item: T][] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const text = textOf(item)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return [count === 1 ? text : `${text} ${count}`, item]
  })
}
