import { kernel, kernelBytes } from './kernel.ts'
import { dot, emptyMatrix, type Matrix } from './vectors.ts'

/*
 * All pairs of two matrices that could matter. They are measured fast and a little roughly, block by block; whoever is near enough to matter is
 * measured again exactly, so that the speed changes no result.
 */

/** More than single precision can lose over a thousand dimensions of vectors of length one. */
const roughness = 1e-4
/** So many products between two breaths: some ten milliseconds. */
const productsAtOnce = 60_000

/** Whoever else needs this thread gets it in between. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

type Block = { from: number; count: number }

const rowsIn = ({ count }: Matrix, max: number): Block[] =>
  Array.from({ length: Math.ceil(count / max) }, (_, n) => ({
    from: n * max,
    count: Math.min(max, count - n * max),
  }))

/** How many rows of one side fit beside four times as many of the other, in fours. */
function heightFor(rowBytes: number): number {
  let rows = 64
  while (rows > 4 && 5 * rows * rowBytes + 16 * rows * rows > kernelBytes) rows -= 4
  return rows
}

function put(matrix: Matrix, { from, count }: Block, into: Float32Array, rowFloats: number) {
  for (let n = 0; n < count; n++)
    into.set(matrix.data.subarray((from + n) * matrix.width, (from + n + 1) * matrix.width), n * rowFloats)
}

export type Pairs = {
  /** Below this a pair does not matter; asked again for every pair, as it may rise. */
  min(i: number, j: number): number
  found(i: number, j: number, closeness: number): void
}

/** Every pair at or above its `least`, for each `i` in the order of `j`; with `upward` only those with j > i, of one and the same matrix. */
export async function eachNearPair(first: Matrix, second: Matrix, upward: boolean, pairs: Pairs): Promise<void> {
  let left = productsAtOnce
  for (const products of nearPairs(first, second, upward, pairs)) {
    if ((left -= products) > 0) continue
    left = productsAtOnce
    await breath()
  }
}

/** The same without a breath. */
export function eachNearPairAtOnce(first: Matrix, second: Matrix, pairs: Pairs): void {
  for (const _ of nearPairs(first, second, false, pairs));
}

/** Every vector's products with every other, as fast and as roughly: for a few hundred. */
export function productsOf(vectors: Matrix): Matrix {
  const all = emptyMatrix(vectors.count, vectors.count)
  for (const { block, others, out, outRow } of blocksOf(vectors, vectors, false))
    for (let n = 0; n < block.count; n++)
      all.data.set(out.subarray(n * outRow, n * outRow + others.count), (block.from + n) * all.width + others.from)
  return all
}

/** Says after each block how many products it took. */
function* nearPairs(first: Matrix, second: Matrix, upward: boolean, { min: min, found }: Pairs): Generator<number> {
  const { width } = first
  for (const { block, others, out, outRow } of blocksOf(first, second, upward)) {
    for (let n = 0; n < block.count; n++) {
      const i = block.from + n
      for (let m = upward ? Math.max(0, i + 1 - others.from) : 0; m < others.count; m++) {
        const j = others.from + m
        if (out[n * outRow + m]! + roughness < min(i, j)) continue
        const closeness = dot(first.data, i * width, second.data, j * width, width)
        if (closeness >= min(i, j)) found(i, j, closeness)
      }
    }
    yield block.count * others.count
  }
}

type Products = { block: Block; others: Block; out: Float32Array; outRow: number }

/** Block by block. The memory is everybody's, so that a block has to be read before anybody else has a turn. */
function* blocksOf(first: Matrix, second: Matrix, upward: boolean): Generator<Products> {
  const { width } = first
  const rowFloats = Math.max(4, Math.ceil(width / 4) * 4)
  const tall = heightFor(4 * rowFloats)
  const { memory, products } = kernel()
  const [placeOfSecond, placeOfOut, outRow] = [4 * rowFloats * tall, 20 * rowFloats * tall, 4 * tall]
  const rows = new Float32Array(memory.buffer, 0, rowFloats * tall)
  const columns = new Float32Array(memory.buffer, placeOfSecond, 4 * rowFloats * tall)
  const out = new Float32Array(memory.buffer, placeOfOut, outRow * tall)
  for (const block of rowsIn(first, tall)) {
    for (const others of rowsIn(second, 4 * tall)) {
      if (upward && others.from + others.count <= block.from + 1) continue
      rows.fill(0)
      columns.fill(0)
      put(first, block, rows, rowFloats)
      put(second, others, columns, rowFloats)
      products(
        0,
        4 * rowFloats * evenly(block.count, 2),
        placeOfSecond,
        placeOfSecond + 4 * rowFloats * evenly(others.count, 4),
        4 * rowFloats,
        placeOfOut,
        4 * outRow,
      )
      yield { block, others, out, outRow }
    }
  }
}

const evenly = (count: number, by: number) => Math.ceil(count / by) * by
