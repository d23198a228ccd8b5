import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { staticModelFolder } from '#engine/model-folders.ts'
import { meaningDimensions as dimensions, normalizeInPlace } from '#engine/vectors/joined-vector.ts'
import { openEmbeddingTable } from './static-embedding-kernel.ts'
import { parseVocabulary, tokenize } from '#engine/text/wordpiece.ts'

/*
 * The static tier: the vector of a text is the mean of its tokens' vectors. Weaker than the model it was distilled
 * from, and a hundred times faster.
 */

const maxTokens = 256

type StaticEncoder = (text: string) => Float32Array

/**
 * The file holds a scale for every token (32-bit floats), a vector for every token (8-bit), and the mean of all texts
 * (32-bit floats).
 */
export function openStaticEncoder(folder = staticModelFolder): StaticEncoder {
  const vocabulary = parseVocabulary(readFileSync(join(folder, 'vocab.txt'), 'utf8'))
  const file = readFileSync(join(folder, 'table.bin'))
  const tokens = (file.byteLength - 4 * dimensions) / (4 + dimensions)
  const sumVectors = openEmbeddingTable({
    scales: new Float32Array(file.buffer.slice(file.byteOffset, file.byteOffset + 4 * tokens)),
    rows: new Int8Array(file.buffer, file.byteOffset + 4 * tokens, tokens * dimensions),
    maxIds: maxTokens,
  })
  const mean = corpusMean()
  return (text) => {
    const ids = tokenize(text, vocabulary, maxTokens)
    const sum = sumVectors(ids)
    const share = ids.length === 0 ? 0 : 1 / ids.length
    for (let d = 0; d < dimensions; d++) sum[d] = sum[d]! * share + mean[d]!
    return normalizeInPlace(sum)
  }
}

let cachedMean: Float32Array | undefined

/** The mean vector of texts in general; subtracting it leaves what is particular to a text. */
export function corpusMean(): Float32Array {
  if (!cachedMean) {
    const file = readFileSync(join(staticModelFolder, 'table.bin'))
    cachedMean = new Float32Array(new Uint8Array(file.subarray(file.byteLength - 4 * dimensions)).buffer)
  }
  return cachedMean
}
