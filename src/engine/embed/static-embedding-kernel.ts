import { loadWasm } from '#engine/wasm/load.ts'

type SumRowsKernel = {
  memory: WebAssembly.Memory
  /** All are byte addresses except the width; see wasm/sum-rows.wat. */
  sum(ids: number, idsEnd: number, rows: number, scales: number, out: number, outEnd: number, width: number): void
}

const floatBytes = 4
const pageBytes = 65_536

type EmbeddingTable = {
  /** One number a row. */
  scales: Float32Array
  rows: Int8Array
  /** Rows summed at a time. */
  maxIds: number
}

/**
 * Copies a table of 8-bit vectors into WebAssembly memory; answers a function that sums the rows with the given ids.
 */
export function openEmbeddingTable({ scales, rows, maxIds }: EmbeddingTable): (ids: readonly number[]) => Float32Array {
  const width = rows.length / scales.length
  const outAt = scales.byteLength
  const idsAt = outAt + width * floatBytes
  const rowsAt = idsAt + maxIds * floatBytes
  const { memory, sum } = loadWasm<SumRowsKernel>('sum-rows')
  memory.grow(Math.ceil((rowsAt + rows.byteLength) / pageBytes))
  new Float32Array(memory.buffer, 0, scales.length).set(scales)
  new Int8Array(memory.buffer, rowsAt, rows.length).set(rows)
  const total = new Float32Array(memory.buffer, outAt, width)
  const idsInMemory = new Int32Array(memory.buffer, idsAt, maxIds)
  return (ids) => {
    total.fill(0)
    idsInMemory.set(ids)
    if (ids.length > 0) sum(idsAt, idsAt + ids.length * floatBytes, rowsAt, 0, outAt, outAt + width * floatBytes, width)
    return total.slice()
  }
}
