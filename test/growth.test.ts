import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureGrowth } from '../bench/growth/run.ts'
import type { DatabaseOptions } from '#store/open.ts'

/* A short run of `npm run bench:growth`: every GET without filters, reports with theirs, and texts and times. */

const { template: _, ...server } = JSON.parse(process.env.EARSHOT_TEST_POSTGRES!) as DatabaseOptions & {
  template: string
}

test('reads do not grow with the organization', async () => {
  const problems: string[] = []
  const comparisons = await measureGrowth({
    server,
    sizes: [1000, 10_000],
    // The least of two: autovacuum makes PostgreSQL read its catalog again in between.
    repeats: 2,
    isSelected: ({ name }) =>
      !name.includes('?') ||
      name.startsWith('/dashboard/trends?metric') ||
      /^\/(insights|contacts|feedback)\?(q=export|occurred_before=early)|^\/(insights|contacts)\?q=/.test(name),
    log: (line) => void (/ [45]\d\d /.test(line) && problems.push(line)),
  })
  assert.deepEqual(problems, [])
  assert.ok(comparisons.length > 80, `${comparisons.length} requests`)
  const grown = comparisons.filter(({ grows, reason }) => grows && reason === undefined)
  assert.deepEqual(
    grown.map(({ name, costs }) => `${name}: ${costs.map((cost) => cost.buffers).join(' to ')} buffers`),
    [],
  )
})
