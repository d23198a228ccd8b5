import { dimensions } from './encoder.ts'

/* Many vectors in memory: their signs, forty-eight bytes each, to find the few that could be near, and their bytes to tell how near. */

const words = dimensions / 32
const candidatesFor = (wanted: number) => Math.max(400, wanted * 8)

export type Near = { id: string; closeness: number }

export const nearerFirst = (a: Near, b: Near) => b.closeness - a.closeness || (a.id < b.id ? 1 : -1)

const bitsOf = new Uint8Array(65_536)
for (let n = 0; n < bitsOf.length; n++) bitsOf[n] = (n & 1) + bitsOf[n >> 1]!

export class Shelf {
  readonly ids: string[] = []
  private readonly places = new Map<string, number>()
  private bytes = new Int8Array(0)
  private signs = new Uint32Array(0)

  get size() {
    return this.ids.length
  }

  has(id: string) {
    return this.places.has(id)
  }

  /** Takes a vector of length one. */
  add(id: string, vector: Float32Array) {
    if (this.places.has(id)) return
    const place = this.ids.length
    if ((place + 1) * dimensions > this.bytes.length) this.grow(Math.max(1024, place * 2))
    this.places.set(id, this.ids.push(id) - 1)
    for (let d = 0; d < dimensions; d++)
      this.bytes[place * dimensions + d] = Math.round(Math.max(-1, Math.min(1, vector[d]! * scale)) * 127)
    this.signs.set(signsOf(vector), place * words)
  }

  private grow(count: number) {
    const [bytes, signs] = [new Int8Array(count * dimensions), new Uint32Array(count * words)]
    bytes.set(this.bytes)
    signs.set(this.signs)
    ;[this.bytes, this.signs] = [bytes, signs]
  }

  vectorOf(id: string): Float32Array | undefined {
    return this.has(id) ? this.copy(id, new Float32Array(dimensions)) : undefined
  }

  /** The vector of one that stands here, into a place of the caller's. */
  copy(id: string, into: Float32Array): Float32Array {
    const from = this.places.get(id)! * dimensions
    for (let d = 0; d < dimensions; d++) into[d] = this.bytes[from + d]! / 127 / scale
    return into
  }

  /** The nearest, nearest first: by their signs, then exactly. */
  nearest(vector: Float32Array, wanted: number): Near[] {
    const few = this.bySigns(signsOf(vector), candidatesFor(wanted))
    return few
      .map((place) => ({ id: this.ids[place]!, closeness: this.closeness(vector, place) }))
      .sort(nearerFirst)
      .slice(0, wanted)
  }

  private closeness(vector: Float32Array, place: number): number {
    let [sum, squares] = [0, 0]
    for (let d = 0; d < dimensions; d++) {
      const value = this.bytes[place * dimensions + d]!
      sum += vector[d]! * value
      squares += value * value
    }
    return squares === 0 ? 0 : sum / Math.sqrt(squares)
  }

  /** Distances are whole numbers up to the number of dimensions: counted, not sorted. */
  private bySigns(asked: Uint32Array, wanted: number): number[] {
    const distances = new Uint16Array(this.size)
    const counts = new Uint32Array(dimensions + 1)
    for (let place = 0; place < this.size; place++) {
      let distance = 0
      for (let w = 0; w < words; w++) {
        const other = this.signs[place * words + w]! ^ asked[w]!
        distance += bitsOf[other & 0xffff]! + bitsOf[other >>> 16]!
      }
      distances[place] = distance
      counts[distance]!++
    }
    let [max, sum] = [0, 0]
    while (max < dimensions && (sum += counts[max]!) < wanted) max++
    const places: number[] = []
    for (let place = 0; place < this.size; place++) if (distances[place]! <= max) places.push(place)
    return places
  }
}

/** The dimensions of a vector of length one are small; this makes the most of a byte. */
const scale = 4

function signsOf(vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(words)
  for (let d = 0; d < dimensions; d++) if (vector[d]! > 0) signs[d >>> 5]! |= 1 << (d & 31)
  return signs
}
