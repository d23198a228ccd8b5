import { HAMMING_CANDIDATES_PER_RESULT, MIN_HAMMING_CANDIDATES } from '#engine/thresholds/search.ts'

/*
 * An in-memory vector index: candidates by Hamming distance of sign bits (one bit a dimension), then exact similarity
 * of 8-bit vectors.
 */

const candidateCount = (limit: number) => Math.max(MIN_HAMMING_CANDIDATES, limit * HAMMING_CANDIDATES_PER_RESULT)
/** Components of a vector of length one are small; scaling uses the range of a byte better. */
const scale = 4

export type Match = { id: string; similarity: number }

/** Most similar first; of equals the newer id. */
export const bySimilarity = (a: Match, b: Match) => b.similarity - a.similarity || (a.id < b.id ? 1 : -1)

const bitCounts = new Uint8Array(65_536)
for (let n = 0; n < bitCounts.length; n++) bitCounts[n] = (n & 1) + bitCounts[n >> 1]!

export class VectorIndex {
  readonly ids: string[] = []
  private readonly rows = new Map<string, number>()
  private bytes = new Int8Array(0)
  private signs = new Uint32Array(0)
  /** Of the first vector; all have the same. */
  private dimensions = 0

  get width() {
    return this.dimensions
  }

  private get signWords() {
    return this.dimensions / 32
  }

  get size() {
    return this.ids.length
  }

  has(id: string) {
    return this.rows.has(id)
  }

  /** Adds a vector of length one. */
  add(id: string, vector: Float32Array) {
    if (this.rows.has(id)) return
    this.dimensions ||= vector.length
    const { dimensions, signWords } = this
    const row = this.ids.length
    if ((row + 1) * dimensions > this.bytes.length) this.grow(Math.max(1024, row * 2))
    this.rows.set(id, this.ids.push(id) - 1)
    for (let d = 0; d < dimensions; d++)
      this.bytes[row * dimensions + d] = Math.round(Math.max(-1, Math.min(1, vector[d]! * scale)) * 127)
    this.signs.set(signBits(vector), row * signWords)
  }

  private grow(count: number) {
    const { dimensions, signWords } = this
    const [bytes, signs] = [new Int8Array(count * dimensions), new Uint32Array(count * signWords)]
    bytes.set(this.bytes)
    signs.set(this.signs)
    ;[this.bytes, this.signs] = [bytes, signs]
  }

  vectorOf(id: string): Float32Array | undefined {
    return this.has(id) ? this.copyVector(id, new Float32Array(this.dimensions)) : undefined
  }

  /** Writes the vector of an id in the index into the caller's array. */
  copyVector(id: string, into: Float32Array): Float32Array {
    const { dimensions } = this
    const from = this.rows.get(id)! * dimensions
    for (let d = 0; d < dimensions; d++) into[d] = this.bytes[from + d]! / 127 / scale
    return into
  }

  nearest(vector: Float32Array, limit: number): Match[] {
    return this.hammingCandidates(signBits(vector), candidateCount(limit))
      .map((row) => ({ id: this.ids[row]!, similarity: this.similarity(vector, row) }))
      .sort(bySimilarity)
      .slice(0, limit)
  }

  private similarity(vector: Float32Array, row: number): number {
    const { dimensions } = this
    let [sum, squares] = [0, 0]
    for (let d = 0; d < dimensions; d++) {
      const value = this.bytes[row * dimensions + d]!
      sum += vector[d]! * value
      squares += value * value
    }
    return squares === 0 ? 0 : sum / Math.sqrt(squares)
  }

  /** Distances are integers up to the number of dimensions, so a counting sort finds the cut-off. */
  private hammingCandidates(query: Uint32Array, limit: number): number[] {
    const { dimensions, signWords } = this
    const distances = new Uint16Array(this.size)
    const counts = new Uint32Array(dimensions + 1)
    for (let row = 0; row < this.size; row++) {
      let distance = 0
      for (let w = 0; w < signWords; w++) {
        const differing = this.signs[row * signWords + w]! ^ query[w]!
        distance += bitCounts[differing & 0xffff]! + bitCounts[differing >>> 16]!
      }
      distances[row] = distance
      counts[distance]!++
    }
    let [maxDistance, sum] = [0, 0]
    while (maxDistance < dimensions && (sum += counts[maxDistance]!) < limit) maxDistance++
    const rows: number[] = []
    for (let row = 0; row < this.size; row++) if (distances[row]! <= maxDistance) rows.push(row)
    return rows
  }
}

function signBits(vector: Float32Array): Uint32Array {
  const bits = new Uint32Array(vector.length / 32)
  for (let d = 0; d < vector.length; d++) if (vector[d]! > 0) bits[d >>> 5]! |= 1 << (d & 31)
  return bits
}
