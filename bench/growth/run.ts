import pg from 'pg'
import type { DatabaseOptions } from '#store/open.ts'
import { withClient } from '../data.ts'
import { type Case, growthCases } from './cases.ts'
import { type Costs, measureCases } from './measure.ts'
import { type Comparison, compareCosts } from './report.ts'
import { sampleIds } from './samples.ts'
import { seedOrganization } from './seed.ts'

export type GrowthOptions = {
  server: DatabaseOptions
  sizes: readonly number[]
  repeats: number
  isSelected: (one: Case) => boolean
  log(line: string): void
}

/** Measures the selected requests in an organization of each size. */
export async function measureGrowth({ server, sizes, repeats, isSelected, log }: GrowthOptions): Promise<Comparison[]> {
  const monitor = new pg.Client({ ...server, database: 'postgres' } as pg.ClientConfig)
  await monitor.connect()
  const costs: Costs[] = []
  let cases: Case[] = []
  try {
    for (const size of sizes) {
      log(`seeding ${size} insights`)
      const seeded = await seedOrganization(server, `growth_${size}`, size)
      const samples = await withClient(seeded.connection as pg.ClientConfig, (client) =>
        sampleIds(client, seeded.org, seeded.userId),
      )
      const all = growthCases(samples)
      if (size === sizes[0]) log(`not seeded: ${all.notSeeded.join(', ')}`)
      cases = all.cases.filter(isSelected)
      log(`measuring ${cases.length} requests`)
      costs.push(await measureCases(seeded, cases, { monitor, repeats, onError: log }))
    }
  } finally {
    await monitor.end()
  }
  return compareCosts(cases, costs)
}
