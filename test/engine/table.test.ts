import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openTable } from '#engine/embed/table.ts'

test('the sum of rows is what adding them number by number gives, whatever the table and the rows', () => {
  const tables = fc.record({
    eights: fc.integer({ min: 1, max: 6 }),
    count: fc.integer({ min: 1, max: 30 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
  })
  fc.assert(
    fc.property(tables, fc.array(fc.nat(), { maxLength: 40 }), ({ eights, count, seed }, drawn) => {
      let state = seed
      const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
      const width = eights * 8
      const scales = Float32Array.from({ length: count }, () => random() * 0.02)
      const rows = Int8Array.from({ length: count * width }, () => Math.floor(random() * 256) - 128)
      const ids = drawn.map((n) => n % count)
      const plainly = new Float32Array(width)
      for (const id of ids)
        for (let d = 0; d < width; d++) plainly[d]! += Math.fround(scales[id]! * rows[id * width + d]!)
      const sumOf = openTable(scales, rows, 40)
      assert.deepEqual(sumOf(ids), plainly)
      assert.deepEqual(sumOf(ids), plainly, 'nothing is left of the sum before')
    }),
  )
})
