import { meanOfTexts } from './embed/static.ts'
import { cluster } from './themes/cluster.ts'
import { eachNearPair } from './themes/products.ts'
import { centred, dot, type Matrix, matrixOf } from './themes/vectors.ts'
import { type Vector, vectorsOf } from './words.ts'

/** How alike two texts must be to say the same: one word in three, or two in five, but not one in four. */
const alike = 0.28

/** Places of the texts that say the same, the most typical of each group first; a text that says something of its own is a group of one. */
export const groupsOf = (texts: readonly string[]): number[][] => grouped(neighbours(vectorsOf(texts)))

/** How near in meaning two texts must be, around what all texts have in common. */
const sameMeaning = 0.55
/** So many are compared each with each; more are divided instead. */
const maxCompared = 4000

/** The same by words or by meaning. */
export async function groupsByMeaning(texts: readonly string[], vectors: readonly Float32Array[]): Promise<number[][]> {
  if (texts.length === 0) return []
  if (texts.length > maxCompared) return divided(matrixOf(vectors))
  const byWords = neighbours(vectorsOf(texts))
  const around = centred(matrixOf(vectors), meanOfTexts())
  const near = byWords.map((list) => new Set(list))
  await eachNearPair(around, around, true, {
    min: () => sameMeaning,
    found(i, j) {
      near[i]!.add(j)
      near[j]!.add(i)
    },
  })
  return grouped(near.map((set) => [...set].sort((a, b) => a - b)))
}

async function divided(vectors: Matrix): Promise<number[][]> {
  const { labels, groups, centres, mean } = await cluster(vectors)
  const around = centred(vectors, mean)
  const found: { place: number; closeness: number }[][] = Array.from({ length: groups }, () => [])
  for (const [place, group] of labels.entries())
    found[group]!.push({
      place,
      closeness: dot(around.data, place * around.width, centres.data, group * centres.width, around.width),
    })
  return found.map((list) =>
    list.sort((a, b) => b.closeness - a.closeness || a.place - b.place).map(({ place }) => place),
  )
}

function grouped(near: readonly (readonly number[])[]): number[][] {
  const left = near.map((others) => others.length)
  const free = new Set(near.keys())
  const groups: number[][] = []
  while (free.size > 0) {
    const leader = mostTypical(left, free)
    const group = [leader, ...near[leader]!.filter((place) => free.has(place))]
    for (const place of group) {
      free.delete(place)
      for (const other of near[place]!) left[other]! -= 1
    }
    groups.push(group)
  }
  return groups
}

/** Whoever has most neighbours left leads; the first of them when several have. */
function mostTypical(left: readonly number[], free: ReadonlySet<number>): number {
  let best = -1
  for (const place of free) if (best < 0 || left[place]! > left[best]!) best = place
  return best
}

/** Only texts that share a word are compared. */
function neighbours(vectors: readonly Vector[]): number[][] {
  const places = new Map<string, number[]>()
  for (const [place, vector] of vectors.entries()) for (const word of vector.keys()) placesOf(places, word).push(place)
  return vectors.map((vector, place) => {
    const sums = new Float64Array(vectors.length)
    for (const [word, weight] of vector)
      for (const other of places.get(word)!) sums[other]! += weight * vectors[other]!.get(word)!
    const found: number[] = []
    for (const [other, sum] of sums.entries()) if (other !== place && sum >= alike) found.push(other)
    return found
  })
}

function placesOf(places: Map<string, number[]>, word: string): number[] {
  let list = places.get(word)
  if (!list) places.set(word, (list = []))
  return list
}
