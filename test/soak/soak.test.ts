import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type Sample } from './judge.ts'
import { soak } from './soak.ts'

const flat: Sample = {
  heapBytes: 60e6,
  rssBytes: 150e6,
  descriptors: 40,
  databaseBytes: 20e6,
  liveRows: 10_000,
  deadRows: 500,
  queueAgeSeconds: 1,
}
const growing = (field: keyof Sample) =>
  Array.from({ length: 30 }, (_, n) => ({ ...flat, [field]: flat[field] * (1 + n) }))

test('what grows is found, and nothing else', () => {
  const found = (samples: Sample[]) =>
    judge(samples)
      .filter(({ isFlat }) => !isFlat)
      .map(({ name }) => name)
  assert.deepEqual(found(Array.from({ length: 30 }, () => flat)), [])
  assert.deepEqual(found(growing('heapBytes')), ['heap (MB)'])
  assert.deepEqual(found(growing('rssBytes')), ['resident memory (MB)'])
  assert.deepEqual(found(growing('descriptors')), ['file descriptors'])
  assert.deepEqual(found(growing('databaseBytes')), ['database bytes per row'])
  assert.deepEqual(found(growing('deadRows')), ['dead rows per row'])
  assert.deepEqual(found(growing('queueAgeSeconds')), ['age of the oldest job (s)'])
  assert.throws(() => judge([flat, flat]), /inconclusive/)
})

test('a server below its capacity answers every request and holds no file descriptors', async (t) => {
  const { load, verdicts } = await soak({ seconds: 6, rate: 20, seed: 1, sampleCount: 6 })
  t.diagnostic(JSON.stringify({ ...load, verdicts }))
  assert.deepEqual(
    Object.keys(load.statuses).filter((status) => status !== '200' && status !== '201'),
    [],
  )
  // A few seconds say nothing about memory and tables; npm run test:soak does.
  assert.ok(verdicts.find(({ name }) => name === 'file descriptors')!.isFlat)
})
