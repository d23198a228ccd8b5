const notAscii = /[^\x00-\x7f]/g

/** About four letters make a token of English; of other scripts every character counts as one, which is a bound. */
export const estimateTokens = (text: string) => {
  const others = text.match(notAscii)?.length ?? 0
  return Math.ceil((text.length - others) / 4) + others
}

type BatchLimits = { maxItems: number; maxTokens: number }

/** Batches in order, within both limits; an item that `standsAlone` or is too large has a batch of its own. */
export function batchesOf<Item>(
  items: readonly Item[],
  { maxItems, maxTokens }: BatchLimits,
  tokensOf: (item: Item) => number,
  standsAlone: (item: Item) => boolean = () => false,
): Item[][] {
  const batches: Item[][] = []
  let [open, tokens]: [Item[], number] = [[], 0]
  const close = () => {
    if (open.length > 0) batches.push(open)
    ;[open, tokens] = [[], 0]
  }
  for (const item of items) {
    if (standsAlone(item)) {
      batches.push([item])
      continue
    }
    const size = tokensOf(item)
    if (open.length === maxItems || tokens + size > maxTokens) close()
    open.push(item)
    tokens += size
  }
  close()
  return batches
}
