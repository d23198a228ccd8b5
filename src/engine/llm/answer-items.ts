/** The items of an answer by their number; one that is answered twice, or that was not asked for, is left out. */
export function itemsByNumber<Item extends { n: number }>(answer: unknown, count: number): Map<number, Item> {
  const items = (answer as { items?: unknown } | null)?.items
  const found = new Map<number, Item>()
  const repeated = new Set<number>()
  for (const item of Array.isArray(items) ? (items as (Item | null)[]) : []) {
    if (typeof item !== 'object' || item === null) continue
    if (!Number.isInteger(item.n) || item.n < 0 || item.n >= count) continue
    if (found.has(item.n)) repeated.add(item.n)
    found.set(item.n, item)
  }
  for (const n of repeated) found.delete(n)
  return found
}

/** The schema of an answer with one item for each that was asked for. */
export const itemsSchema = (properties: Record<string, object>) => ({
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { n: { type: 'integer' }, ...properties },
        required: ['n', ...Object.keys(properties)],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
  additionalProperties: false,
})
