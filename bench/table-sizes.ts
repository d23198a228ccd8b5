import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { withClient } from './data.ts'
import { seedOrganization } from './growth/seed.ts'

/*
 * npm run bench:sizes -- --insights N: rows and bytes of every table of a seeded organization, and bytes by insight, as
 * the basis of an estimate for larger installations.
 */
const { values } = parseArgs({ options: { insights: { type: 'string', default: '20000' } } })
const insights = Number(values.insights)
const dataDir = mkdtempSync(join(tmpdir(), 'earshot-sizes-'))
const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', max_wal_size: '4GB' } })

type Size = { name: string; rows: number; table: number; indexes: number }

const listSizes = (client: pg.Client) =>
  client.query<Size>(`
    select relname as name, n_live_tup::integer as rows, pg_table_size(relid)::float8 as table,
      pg_indexes_size(relid)::float8 as indexes
    from pg_stat_user_tables where schemaname = 'public' and n_live_tup > 0
    order by pg_total_relation_size(relid) desc`)

const perRow = (bytes: number, rows: number) => Math.round(bytes / rows)

try {
  const { database: _, ...server } = postgres.connection
  const { connection } = await seedOrganization(server, `sizes_${insights}`, insights)
  const { rows } = await withClient(connection as pg.ClientConfig, async (client) => {
    await client.query('vacuum analyze')
    return listSizes(client)
  })
  for (const { name, rows: count, table, indexes } of rows)
    console.log(
      `${name}: ${count} rows, ${perRow(table, count)} + ${perRow(indexes, count)} bytes a row, ` +
        `${perRow(table + indexes, insights)} an insight`,
    )
  const total = (pick: (size: Size) => number) => rows.reduce((sum, size) => sum + pick(size), 0)
  const [tables, indexes] = [total(({ table }) => table), total((size) => size.indexes)]
  console.log(`all: ${perRow(tables, insights)} + ${perRow(indexes, insights)} bytes an insight`)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
