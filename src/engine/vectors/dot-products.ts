import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { PRODUCTS_PER_TURN } from '#engine/thresholds/scheduling.ts'
import { dotProductKernel, kernelBytes } from './dot-product-kernel.ts'
import { dotRows, emptyMatrix, type Matrix } from './matrix.ts'

/*
 * All pairs of rows of two matrices above a threshold. The WebAssembly kernel computes single-precision products block
 * by block; a pair near the threshold or above is computed again in double precision, so that the speed changes no
 * result.
 */

/** More than single precision can lose over a thousand dimensions of vectors of length one. */
const kernelError = 1e-4

type Block = { from: number; count: number }

const blocksOfRows = ({ count }: Matrix, max: number): Block[] =>
  Array.from({ length: Math.ceil(count / max) }, (_, n) => ({
    from: n * max,
    count: Math.min(max, count - n * max),
  }))

/**
 * How many rows of the first matrix fit beside four times as many of the second and their products; a multiple of four.
 */
function blockHeight(rowBytes: number): number {
  let rows = 64
  while (rows > 4 && 5 * rows * rowBytes + 16 * rows * rows > kernelBytes) rows -= 4
  return rows
}

function copyRows(matrix: Matrix, { from, count }: Block, into: Float32Array, rowFloats: number) {
  for (let n = 0; n < count; n++)
    into.set(matrix.data.subarray((from + n) * matrix.width, (from + n + 1) * matrix.width), n * rowFloats)
}

type PairVisitor = {
  /** Similarity below which a pair is skipped; called for every pair, because it may rise. */
  threshold(i: number, j: number): number
  onPair(i: number, j: number, similarity: number): void
}

/**
 * Visits every pair at or above its threshold, for each `i` in the order of `j`; with `upperOnly` those with j > i, of
 * one matrix.
 */
export async function forEachNearPair(
  first: Matrix,
  second: Matrix,
  upperOnly: boolean,
  visitor: PairVisitor,
): Promise<void> {
  let left = PRODUCTS_PER_TURN
  for (const products of nearPairs(first, second, upperOnly, visitor)) {
    if ((left -= products) > 0) continue
    left = PRODUCTS_PER_TURN
    await yieldToEventLoop()
  }
}

/** The same in one turn of the event loop. */
export function forEachNearPairSync(first: Matrix, second: Matrix, visitor: PairVisitor): void {
  for (const _ of nearPairs(first, second, false, visitor));
}

/** Every vector's product with every other, in single precision; for a few hundred vectors. */
export const pairwiseProducts = (vectors: Matrix): Matrix => productsOf(vectors, vectors)

/** The product of every row of one matrix with every row of another, in single precision. */
export function productsOf(first: Matrix, second: Matrix): Matrix {
  const all = emptyMatrix(first.count, second.count)
  for (const { block, others, out, outRow } of productBlocks(first, second, false))
    for (let n = 0; n < block.count; n++)
      all.data.set(out.subarray(n * outRow, n * outRow + others.count), (block.from + n) * all.width + others.from)
  return all
}

/** Yields after each block how many products it took. */
function* nearPairs(
  first: Matrix,
  second: Matrix,
  upperOnly: boolean,
  { threshold, onPair }: PairVisitor,
): Generator<number> {
  for (const { block, others, out, outRow } of productBlocks(first, second, upperOnly)) {
    for (let n = 0; n < block.count; n++) {
      const i = block.from + n
      for (let m = upperOnly ? Math.max(0, i + 1 - others.from) : 0; m < others.count; m++) {
        const j = others.from + m
        if (out[n * outRow + m]! + kernelError < threshold(i, j)) continue
        const similarity = dotRows(first, i, second, j)
        if (similarity >= threshold(i, j)) onPair(i, j, similarity)
      }
    }
    yield block.count * others.count
  }
}

type ProductBlock = { block: Block; others: Block; out: Float32Array; outRow: number }

/** The kernel's memory is shared: a block must be read before the generator, or another one, goes on. */
function* productBlocks(first: Matrix, second: Matrix, upperOnly: boolean): Generator<ProductBlock> {
  const rowFloats = Math.max(4, Math.ceil(first.width / 4) * 4)
  const height = blockHeight(4 * rowFloats)
  const { memory, products } = dotProductKernel()
  const [secondAt, outAt, outRow] = [4 * rowFloats * height, 20 * rowFloats * height, 4 * height]
  const rows = new Float32Array(memory.buffer, 0, rowFloats * height)
  const columns = new Float32Array(memory.buffer, secondAt, 4 * rowFloats * height)
  const out = new Float32Array(memory.buffer, outAt, outRow * height)
  for (const block of blocksOfRows(first, height)) {
    for (const others of blocksOfRows(second, 4 * height)) {
      if (upperOnly && others.from + others.count <= block.from + 1) continue
      rows.fill(0)
      columns.fill(0)
      copyRows(first, block, rows, rowFloats)
      copyRows(second, others, columns, rowFloats)
      products(
        0,
        4 * rowFloats * roundUp(block.count, 2),
        secondAt,
        secondAt + 4 * rowFloats * roundUp(others.count, 4),
        4 * rowFloats,
        outAt,
        4 * outRow,
      )
      yield { block, others, out, outRow }
    }
  }
}

const roundUp = (count: number, multiple: number) => Math.ceil(count / multiple) * multiple
