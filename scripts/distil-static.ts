import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dimensions, modelFolder, openEncoder } from '#engine/embed/encoder.ts'
import { tableFolder } from '#engine/embed/static.ts'
import { piecesOf, vocabularyOf } from '#engine/embed/tokens.ts'
import { dataSet, numbers, textOf, vectorsOf } from './eval/rows.ts'

/* npm run distil -- --data DIR: the token table. Every piece through the model, then fitted so that the mean of a text's pieces comes near the text's vector. */

const { values } = parseArgs({ options: { data: { type: 'string' }, cache: { type: 'string' } } })
if (!values.data) throw new Error('say where the data sets are: --data DIR')
const encoder = await openEncoder()
const all = (texts: readonly string[]) => Promise.all(texts.map((text) => encoder.encode(text)))
const vocabulary = vocabularyOf(readFileSync(join(modelFolder, 'vocab.txt'), 'utf8'))
const pieces = [...vocabulary.keys()]

/** Only texts whose licence lets what is learned from them be shipped. */
const sets = [
  'type_maalej',
  'type_reviewpulse_even',
  'aspect_app_features',
  'topics_banking77_train',
  'topics_clinc150_val',
]
const texts = sets.flatMap((name) => dataSet(join(values.data!, `${name}.jsonl`)).rows.map(textOf))

async function pieceVectors(): Promise<Float32Array> {
  const kept = values.cache && join(values.cache, 'tokens.f32')
  if (kept && existsSync(kept)) return new Float32Array(new Uint8Array(readFileSync(kept)).buffer)
  const all = new Float32Array(pieces.length * dimensions)
  for (const [id, piece] of pieces.entries()) all.set(await encoder.encode(piece.replace(/^##/, '')), id * dimensions)
  if (kept) writeFileSync(kept, new Uint8Array(all.buffer))
  return all
}

const targets = await vectorsOf(texts, all, values.cache)
const ids = texts.map((text) => piecesOf(text, vocabulary, 256))
const mean = new Float32Array(dimensions)
for (const vector of targets) for (let d = 0; d < dimensions; d++) mean[d]! += vector[d]! / targets.length

/** A piece that stands everywhere says little: its weight falls with its frequency. */
function startingTable(vectors: Float32Array): Float32Array {
  const uses = new Float64Array(pieces.length)
  let total = 0
  for (const id of ids.flat()) {
    uses[id]! += 1
    total += 1
  }
  const centre = new Float32Array(dimensions)
  for (let i = 0; i < vectors.length; i++) centre[i % dimensions]! += vectors[i]! / pieces.length
  const table = new Float32Array(vectors.length)
  for (let id = 0; id < pieces.length; id++) {
    const weight = (1.6 * 0.002) / (0.002 + uses[id]! / total)
    for (let d = 0; d < dimensions; d++)
      table[id * dimensions + d] = weight * (vectors[id * dimensions + d]! - centre[d]!)
  }
  return table
}

const rounds = 6
const pace = 0.03

/** Each step moves the pieces of one text so that their mean comes nearer to it; pieces that were moved often move less. */
function refine(table: Float32Array) {
  const moved = new Float32Array(pieces.length).fill(1e-3)
  const random = numbers(11)
  const error = new Float32Array(dimensions)
  for (let step = 0; step < rounds * texts.length; step++) {
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
      moved[id]! += size / list.length
      const rate = (pace * Math.sqrt(dimensions)) / Math.sqrt(moved[id]!) / Math.sqrt(list.length)
      for (let d = 0; d < dimensions; d++) table[id * dimensions + d]! -= rate * error[d]!
    }
  }
}

function write(table: Float32Array) {
  const scales = new Float32Array(pieces.length)
  const small = new Int8Array(table.length)
  for (let id = 0; id < pieces.length; id++) {
    let top = 1e-9
    for (let d = 0; d < dimensions; d++) top = Math.max(top, Math.abs(table[id * dimensions + d]!))
    scales[id] = top / 127
    for (let d = 0; d < dimensions; d++)
      small[id * dimensions + d] = Math.round(table[id * dimensions + d]! / scales[id]!)
  }
  mkdirSync(tableFolder, { recursive: true })
  writeFileSync(
    join(tableFolder, 'table.bin'),
    Buffer.concat([new Uint8Array(scales.buffer), new Uint8Array(small.buffer), new Uint8Array(mean.buffer)]),
  )
}

const table = startingTable(await pieceVectors())
refine(table)
write(table)
process.stdout.write(`${pieces.length} pieces, fitted to ${texts.length} texts\n`)
await encoder.close()
