import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openReadingModel } from '#engine/embed/model-encoder.ts'
import { modelFolder } from '#engine/model-folders.ts'
import { tokenizeWords } from '#engine/text/wordpiece.ts'
import { operatorsOf } from '../../scripts/eval/onnx-file.ts'
import { measureMargins } from '../../scripts/eval/margin.ts'

/* The model gives the same bits on every processor, and what it decides has a margin or is known to have none. */

const file = readFileSync(join(modelFolder, 'model.onnx'))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Exact for single numbers by IEEE 754, or for the whole numbers that the graph adds up (training/exact_graph.py). */
const exactOperators =
  'Abs Add Cast Div DynamicQuantizeLinear Gather MatMul MatMulInteger Max Min Mul ReduceMax ReduceSum Relu Reshape Shape Slice Split Sqrt Sub Transpose'

test('every operator of the model is exact on every processor', () => {
  const allowed = new Set<string | undefined>(exactOperators.split(' '))
  assert.deepEqual(
    [...operatorsOf(file)].filter((operator) => !allowed.has(operator)),
    [],
  )
  assert.ok(readFileSync(join(modelFolder, 'README.md'), 'utf8').includes(sha256(file)), 'the README names the file')
})

test('the states of a text are the same bits on every processor', async () => {
  const texts = [
    'Sync is finally reliable since 4.2, thanks for that.',
    'Die Suche ist schnell, aber der Export bricht nach einer Minute ab.',
    'Too expensive',
    'word '.repeat(200),
  ]
  const { model, close } = await openReadingModel()
  const hash = createHash('sha256')
  try {
    for (const text of texts) {
      const { data } = await model.states(tokenizeWords(text, model.vocabulary, model.maxTokens).ids)
      hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    }
  } finally {
    await close()
  }
  assert.equal(hash.digest('hex'), 'b76755d57e0769c5537b56206d5368030c667d6821ac1d6008b9f5306b06071d')
})

test('a clear text is read the same by a disturbed model, an unclear one is counted', async () => {
  const [clear, unclear] = await measureMargins([
    { name: 'clear', items: [{ text: 'Please add a dark mode' }, { text: 'The app crashes on every start.' }] },
    { name: 'unclear', items: [{ text: 'The dashboard is pretty though it takes ages to load.' }] },
  ])
  assert.deepEqual(clear, { set: 'clear', items: 2, points: 0, sentiments: 0, categories: 0 })
  assert.ok(unclear!.points > 0, 'the border of its point moves')
})
