import type pg from 'pg'
import { createUser } from '#domain/identity/queries-users.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { countChangedDays } from '#domain/daily-counts/jobs.ts'
import { createOrganization, updateOrganization } from '#domain/organizations/queries.ts'
import { migrate } from '#store/migrate.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { settings, withClient } from '../data.ts'
import { helperFunctions, tables } from './seed-tables.ts'

export type SeededOrg = { connection: DatabaseOptions; org: string; key: string; userId: string }

const keyTable = 'bench_growth_key'

/**
 * One organization of `insights` insights, with everything else in proportion, spread over the last year.
 * A database that exists is used again: seeding takes longer than measuring.
 */
export async function seedOrganization(
  server: DatabaseOptions,
  database: string,
  insights: number,
): Promise<SeededOrg> {
  const connection = { ...server, database }
  const seeded = await findSeeded(server, connection)
  if (seeded) {
    await migrate(connection)
    await countDays(connection)
    return { connection, ...seeded }
  }
  await withClient({ ...server, database: 'postgres' } as pg.ClientConfig, (client) =>
    client.query(`create database ${database}`),
  )
  await migrate(connection)
  const owner = await createOwner(connection)
  await withClient(connection as pg.ClientConfig, async (client) => {
    // Foreign key checks would take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(helperFunctions(owner.org, owner.userId, insights))
    for (const table of tables) await client.query(table)
    await client.query(`create table ${keyTable} as select $1::text as org, $2::text as key, $3::text as "userId"`, [
      owner.org,
      owner.key,
      owner.userId,
    ])
  })
  await countDays(connection)
  return { connection, ...owner }
}

/** What the worker does every minute. */
async function countDays(connection: DatabaseOptions) {
  const store = openStore({ ...connection, max: 1, session: { statement_timeout: '300s' }, query_timeout: 301_000 })
  if ((await countChangedDays(store)) > 0)
    await withClient(connection as pg.ClientConfig, (client) => client.query('vacuum analyze'))
  await store.close()
}

async function findSeeded(server: DatabaseOptions, connection: DatabaseOptions & { database: string }) {
  const { rowCount } = await withClient({ ...server, database: 'postgres' } as pg.ClientConfig, (client) =>
    client.query('select from pg_database where datname = $1', [connection.database]),
  )
  if (!rowCount) return undefined
  return withClient(connection as pg.ClientConfig, async (client) => {
    const { rows } = await client.query<Omit<SeededOrg, 'connection'>>(`select * from ${keyTable}`)
    if (!rows[0]) throw new Error(`the database ${connection.database} was not seeded completely: drop it`)
    return rows[0]
  })
}

async function createOwner(connection: DatabaseOptions) {
  const store = openStore({ ...connection, max: 1 })
  try {
    const { id: org } = await createOrganization(store, { name: 'Growth' })
    await updateOrganization(store, org, { api_enabled: true, feature_competitors: true })
    const { id: userId } = await createUser(store, { email: 'growth@example.com', name: 'Growth' })
    await insertMembership(store, org, { userId, role: 'admin' })
    const { key } = await createKey(store, org, { userId, name: 'growth', scopes: ['read', 'write'] }, settings)
    return { org, key, userId }
  } finally {
    await store.close()
  }
}
