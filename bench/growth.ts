import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#store/embedded/launch.ts'
import { printComparisons } from './growth/report.ts'
import { measureGrowth } from './growth/run.ts'

/*
 * npm run bench:growth: calls every GET of the inventory with each value of each filter and sort, in one organization
 * of 20,000 and one of 200,000 insights, and fails where the larger reads over 1.3 times as many buffers.
 *   --sizes 20000,200000,2000000   insights; the first two are compared, further ones printed
 *   --data DIR                     keeps the seeded PostgreSQL there and uses it again
 *   --only TEXT                    only requests that contain it, or one of several separated by commas
 *   --repeats N                    calls per request
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20000,200000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    repeats: { type: 'string', default: '3' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'earshot-growth-'))
const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', max_wal_size: '4GB' } })
try {
  const { database: _, ...server } = postgres.connection
  const comparisons = await measureGrowth({
    server,
    sizes,
    repeats: Number(values.repeats),
    isSelected: (one) => values.only.split(',').some((text) => one.name.includes(text)),
    log: (line) => console.error(line),
  })
  printComparisons(comparisons, sizes)
  const failed = comparisons.filter(({ grows, reason }) => grows && reason === undefined)
  console.log(`${failed.length} of ${comparisons.length} requests grow with the organization`)
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
  if (!values.data) rmSync(dataDir, { recursive: true, force: true })
}
