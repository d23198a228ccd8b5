import { minhash, minhashSimilarity } from '#engine/text/minhash.ts'
import {
  MAX_DUPLICATE_LENGTH,
  MIN_ANONYMOUS_DUPLICATE_LENGTH,
  MIN_NEAR_DUPLICATE_SIMILARITY,
  MIN_NEAR_DUPLICATE_WORDS,
} from '#engine/thresholds/duplicates.ts'
import type { EarlierItem, QueuedItem } from './queries.ts'

/*
 * Feedback that repeats earlier feedback: the same contact with almost the same words, or the same long text from the
 * same source.
 */

const hasEnoughWords = ({ content }: EarlierItem) =>
  (content.match(/\p{L}+/gu)?.length ?? 0) >= MIN_NEAR_DUPLICATE_WORDS

/** For each item that repeats another the id of that one: an earlier item, or one before it in the batch. */
export function findNearDuplicates(items: readonly QueuedItem[], earlier: readonly EarlierItem[]): Map<string, string> {
  const originals = new Map<string, string>()
  const batchIds = new Set(items.map((item) => item.id))
  const index = new ItemIndex()
  for (const item of earlier) if (!batchIds.has(item.id)) index.add(item)
  const hashes = new Map<string, Uint32Array>()
  const hashOf = ({ id, content }: EarlierItem) => {
    if (!hashes.has(id)) hashes.set(id, minhash(content.slice(0, MAX_DUPLICATE_LENGTH)))
    return hashes.get(id)!
  }
  for (const item of items) {
    const candidates = index.candidates(item)
    const original =
      candidates.find((other) => isExactDuplicate(item, other)) ??
      (hasEnoughWords(item) ? candidates.find((other) => isNearDuplicate(item, other, hashOf)) : undefined)
    if (original) originals.set(item.id, originals.get(original.id) ?? original.id)
    else index.add(item)
  }
  return originals
}

/** Items by content hash and by contact, in the order in which they were added. */
class ItemIndex {
  private readonly items: EarlierItem[] = []
  private readonly positions = new Map<string, number[]>()

  add(item: EarlierItem) {
    const position = this.items.push(item) - 1
    for (const key of keysOf(item)) {
      const list = this.positions.get(key)
      if (list) list.push(position)
      else this.positions.set(key, [position])
    }
  }

  candidates(item: EarlierItem): EarlierItem[] {
    return [...new Set(keysOf(item).flatMap((key) => this.positions.get(key) ?? []))]
      .sort((a, b) => a - b)
      .map((position) => this.items[position]!)
  }
}

const keysOf = ({ content_hash, contact_id }: EarlierItem) => [
  ...(content_hash === null ? [] : [`content ${content_hash}`]),
  ...(contact_id === null ? [] : [`contact ${contact_id}`]),
]

function isExactDuplicate(a: EarlierItem, b: EarlierItem): boolean {
  if (a.content_hash === null || a.content_hash !== b.content_hash) return false
  if (a.contact_id !== null) return a.contact_id === b.contact_id
  return b.contact_id === null && a.source === b.source && a.content.length >= MIN_ANONYMOUS_DUPLICATE_LENGTH
}

const isNearDuplicate = (a: EarlierItem, b: EarlierItem, hashOf: (item: EarlierItem) => Uint32Array) =>
  a.contact_id !== null &&
  a.contact_id === b.contact_id &&
  minhashSimilarity(hashOf(a), hashOf(b)) >= MIN_NEAR_DUPLICATE_SIMILARITY
