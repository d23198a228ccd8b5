import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { meaningDimensions as dimensions, meaningOf } from '#engine/vectors/joined-vector.ts'
import { openModelEncoder } from '#engine/embed/model-encoder.ts'
import { staticModelFolder } from '#engine/model-folders.ts'
import { parseVocabulary, tokenize } from '#engine/text/wordpiece.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { dataSet, embedWithCache, textOf } from './eval/rows.ts'

/*
 * npm run distil -- --data DIR: distils the static model. Embeds every token with the model, then fits the table so
 * that the mean of a text's token vectors approximates the meaning part of the text's vector.
 */

const { values } = parseArgs({ options: { data: { type: 'string' }, cache: { type: 'string' } } })
if (!values.data) throw new Error('--data is required: --data DIR')
const encoder = await openModelEncoder()
const all = (texts: readonly string[]) => Promise.all(texts.map((text) => encoder.encode(text)))
const vocabulary = parseVocabulary(readFileSync(join(staticModelFolder, 'vocab.txt'), 'utf8'))
const tokens = [...vocabulary.keys()]

/** Only texts whose licence permits shipping what is learned from them. */
const sets = [
  'type_maalej',
  'type_reviewpulse_even',
  'aspect_app_features',
  'topics_banking77_train',
  'topics_clinc150_val',
]
const texts = sets.flatMap((name) => dataSet(join(values.data!, `${name}.jsonl`)).rows.map(textOf))

async function tokenVectors(): Promise<Float32Array> {
  const cacheFile = values.cache && join(values.cache, 'tokens.f32')
  if (cacheFile && existsSync(cacheFile)) return new Float32Array(new Uint8Array(readFileSync(cacheFile)).buffer)
  const vectors = new Float32Array(tokens.length * dimensions)
  for (const [id, token] of tokens.entries())
    vectors.set(meaningOf(await encoder.encode(token.replace(/^##/, ''))), id * dimensions)
  if (cacheFile) writeFileSync(cacheFile, new Uint8Array(vectors.buffer))
  return vectors
}

const targets = (await embedWithCache(texts, all, values.cache)).map(meaningOf)
const ids = texts.map((text) => tokenize(text, vocabulary, 256))
const mean = new Float32Array(dimensions)
for (const vector of targets) for (let d = 0; d < dimensions; d++) mean[d]! += vector[d]! / targets.length

/** The initial table: centered token vectors, weighted by inverse frequency. */
function initialTable(vectors: Float32Array): Float32Array {
  const uses = new Float64Array(tokens.length)
  let total = 0
  for (const id of ids.flat()) {
    uses[id]! += 1
    total += 1
  }
  const center = new Float32Array(dimensions)
  for (let i = 0; i < vectors.length; i++) center[i % dimensions]! += vectors[i]! / tokens.length
  const table = new Float32Array(vectors.length)
  for (let id = 0; id < tokens.length; id++) {
    const weight = (1.6 * 0.002) / (0.002 + uses[id]! / total)
    for (let d = 0; d < dimensions; d++)
      table[id * dimensions + d] = weight * (vectors[id * dimensions + d]! - center[d]!)
  }
  return table
}

const epochs = 6
const learningRate = 0.03

/** Stochastic gradient descent with a learning rate per token (Adagrad). */
function refine(table: Float32Array) {
  const squaredGradients = new Float32Array(tokens.length).fill(1e-3)
  const random = seededRandom(11)
  const error = new Float32Array(dimensions)
  for (let step = 0; step < epochs * texts.length; step++) {
    const n = Math.floor(random() * texts.length)
    const list = ids[n]!
    if (list.length === 0) continue
    for (let d = 0; d < dimensions; d++) {
      let sum = mean[d]! - targets[n]![d]!
      for (const id of list) sum += table[id * dimensions + d]! / list.length
      error[d] = sum
    }
    const size = error.reduce((sum, value) => sum + value * value, 0)
    for (const id of list) {
      squaredGradients[id]! += size / list.length
      const rate = (learningRate * Math.sqrt(dimensions)) / Math.sqrt(squaredGradients[id]!) / Math.sqrt(list.length)
      for (let d = 0; d < dimensions; d++) table[id * dimensions + d]! -= rate * error[d]!
    }
  }
}

function writeTable(table: Float32Array) {
  const scales = new Float32Array(tokens.length)
  const quantized = new Int8Array(table.length)
  for (let id = 0; id < tokens.length; id++) {
    let max = 1e-9
    for (let d = 0; d < dimensions; d++) max = Math.max(max, Math.abs(table[id * dimensions + d]!))
    scales[id] = max / 127
    for (let d = 0; d < dimensions; d++)
      quantized[id * dimensions + d] = Math.round(table[id * dimensions + d]! / scales[id]!)
  }
  mkdirSync(staticModelFolder, { recursive: true })
  writeFileSync(
    join(staticModelFolder, 'table.bin'),
    Buffer.concat([new Uint8Array(scales.buffer), new Uint8Array(quantized.buffer), new Uint8Array(mean.buffer)]),
  )
}

const table = initialTable(await tokenVectors())
refine(table)
writeTable(table)
process.stdout.write(`${tokens.length} tokens, fitted to ${texts.length} texts\n`)
await encoder.close()
