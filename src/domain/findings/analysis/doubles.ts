import { fingerprintOf, likeness, nearlySame } from '#engine/text/near.ts'
import type { Item, Other } from './items.ts'

/* The same person saying the same thing again, or the same long text arriving twice by one way, is one voice and not two. */

const longEnough = 60
/** Short texts share their few words by chance. */
const enoughWords = 8

const hasEnoughWords = ({ content }: Other) => (content.match(/\p{L}+/gu)?.length ?? 0) >= enoughWords

/** For each item that repeats another the id of that other: an earlier one, or one before it in this batch. */
export function doublesOf(items: readonly Item[], before: readonly Other[]): Map<string, string> {
  const doubles = new Map<string, string>()
  const own = new Set(items.map((item) => item.id))
  const known = new Known()
  for (const other of before) if (!own.has(other.id)) known.add(other)
  const prints = new Map<string, Uint32Array>()
  const printOf = ({ id, content }: Other) => {
    if (!prints.has(id)) prints.set(id, fingerprintOf(content.slice(0, 4000)))
    return prints.get(id)!
  }
  for (const item of items) {
    const others = known.near(item)
    const twin =
      others.find((other) => sameWords(item, other)) ??
      (hasEnoughWords(item) ? others.find((other) => sameButAWord(item, other, printOf)) : undefined)
    if (twin) doubles.set(item.id, doubles.get(twin.id) ?? twin.id)
    else known.add(item)
  }
  return doubles
}

/** What was said before, found by its words and by who said it, in the order in which it became known. */
class Known {
  private readonly all: Other[] = []
  private readonly places = new Map<string, number[]>()

  add(one: Other) {
    const place = this.all.push(one) - 1
    for (const key of keysOf(one)) {
      const list = this.places.get(key)
      if (list) list.push(place)
      else this.places.set(key, [place])
    }
  }

  near(one: Other): Other[] {
    return [...new Set(keysOf(one).flatMap((key) => this.places.get(key) ?? []))]
      .sort((a, b) => a - b)
      .map((place) => this.all[place]!)
  }
}

const keysOf = ({ content_hash, contact_id }: Other) => [
  ...(content_hash === null ? [] : [`words ${content_hash}`]),
  ...(contact_id === null ? [] : [`contact ${contact_id}`]),
]

const sameWords = (a: Other, b: Other) =>
  a.content_hash !== null &&
  a.content_hash === b.content_hash &&
  (a.contact_id !== null
    ? a.contact_id === b.contact_id
    : b.contact_id === null && a.source === b.source && a.content.length >= longEnough)

const sameButAWord = (a: Other, b: Other, printOf: (one: Other) => Uint32Array) =>
  a.contact_id !== null && a.contact_id === b.contact_id && likeness(printOf(a), printOf(b)) >= nearlySame
