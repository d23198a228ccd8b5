import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openEmbeddingTable } from '#engine/embed/static-embedding-kernel.ts'
import { seededRandom } from '#engine/seeded-random.ts'

test('the kernel sums rows like a plain loop, for any table and rows', () => {
  const tables = fc.record({
    eights: fc.integer({ min: 1, max: 6 }),
    count: fc.integer({ min: 1, max: 30 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
  })
  fc.assert(
    fc.property(tables, fc.array(fc.nat(), { maxLength: 40 }), ({ eights, count, seed }, drawn) => {
      const random = seededRandom(seed)
      const width = eights * 8
      const scales = Float32Array.from({ length: count }, () => random() * 0.02)
      const rows = Int8Array.from({ length: count * width }, () => Math.floor(random() * 256) - 128)
      const ids = drawn.map((n) => n % count)
      const expected = new Float32Array(width)
      for (const id of ids)
        for (let d = 0; d < width; d++) expected[d]! += Math.fround(scales[id]! * rows[id * width + d]!)
      const sumOf = openEmbeddingTable({ scales, rows, maxIds: 40 })
      assert.deepEqual(sumOf(ids), expected)
      assert.deepEqual(sumOf(ids), expected, 'the sum starts at zero each time')
    }),
  )
})
