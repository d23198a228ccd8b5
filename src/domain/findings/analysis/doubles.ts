import { fingerprintOf, likeness, nearlySame } from '#engine/text/near.ts'
import type { Item, Other } from './items.ts'

/* The same person saying the same thing again, or the same long text arriving twice by one way, is one voice and not two. */

const longEnough = 60
/** Short texts share their few words by chance. */
const enoughWords = 8

const countOf = (text: string) => text.match(/\p{L}+/gu)?.length ?? 0

/** For each item that repeats another the id of that other: an earlier one, or one before it in this batch. */
export function doublesOf(items: readonly Item[], before: readonly Other[]): Map<string, string> {
  const doubles = new Map<string, string>()
  const own = new Set(items.map((item) => item.id))
  const known: Other[] = before.filter((other) => !own.has(other.id))
  const prints = new Map<string, Uint32Array>()
  const printOf = ({ id, content }: Other) => {
    if (!prints.has(id)) prints.set(id, fingerprintOf(content.slice(0, 4000)))
    return prints.get(id)!
  }
  for (const item of items) {
    const twin = known.find((other) => sameWords(item, other) || sameButAWord(item, other, printOf))
    if (twin) doubles.set(item.id, doubles.get(twin.id) ?? twin.id)
    else known.push(item)
  }
  return doubles
}

const sameWords = (a: Other, b: Other) =>
  a.words_hash !== null && a.words_hash === b.words_hash && (a.contact_id !== null ? a.contact_id === b.contact_id : b.contact_id === null && a.source === b.source && a.content.length >= longEnough)

const sameButAWord = (a: Other, b: Other, printOf: (one: Other) => Uint32Array) =>
  a.contact_id !== null && a.contact_id === b.contact_id && countOf(a.content) >= enoughWords && likeness(printOf(a), printOf(b)) >= nearlySame
