import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dimensions, modelFolder, toUnit } from './encoder.ts'
import { openTable } from './table.ts'
import { piecesOf, vocabularyOf } from './tokens.ts'

/* The bulk tier: a text is the mean of its pieces' vectors. Weaker than the model it was distilled from, and a hundred times faster. */

export const tableFolder = join(import.meta.dirname, '../../../models/gte-small-static')
const maxPieces = 256

export type StaticEncoder = (text: string) => Float32Array

/** The file: for every piece its scale (32-bit float), then for every piece its vector (8-bit), then the mean of all texts (32-bit). */
export function openStatic(folder = tableFolder): StaticEncoder {
  const vocabulary = vocabularyOf(readFileSync(join(modelFolder, 'vocab.txt'), 'utf8'))
  const file = readFileSync(join(folder, 'table.bin'))
  const pieces = (file.byteLength - 4 * dimensions) / (4 + dimensions)
  const scales = new Float32Array(file.buffer.slice(file.byteOffset, file.byteOffset + 4 * pieces))
  const sumOf = openTable(
    scales,
    new Int8Array(file.buffer, file.byteOffset + 4 * pieces, pieces * dimensions),
    maxPieces,
  )
  const mean = meanOfTexts()
  return (text) => {
    const ids = piecesOf(text, vocabulary, maxPieces)
    const sum = sumOf(ids)
    const share = ids.length === 0 ? 0 : 1 / ids.length
    for (let d = 0; d < dimensions; d++) sum[d] = sum[d]! * share + mean[d]!
    return toUnit(sum)
  }
}

let known: Float32Array | undefined

/** What texts in general have in common, which says nothing about any of them. */
export function meanOfTexts(): Float32Array {
  if (!known) {
    const file = readFileSync(join(tableFolder, 'table.bin'))
    known = new Float32Array(new Uint8Array(file.subarray(file.byteLength - 4 * dimensions)).buffer)
  }
  return known
}
