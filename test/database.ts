import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseOptions } from '#store/open.ts'
import type { Cluster } from './citus/cluster.ts'
import { createOnCluster } from './citus/database.ts'

type TestPostgres = { host: string; port: number; user: string; password?: string; template: string; cluster?: Cluster }

function testPostgres(): TestPostgres {
  const settings = process.env.EARSHOT_TEST_POSTGRES
  if (!settings)
    throw new Error(
      'run the tests with `npm test` (or `npm test -- test/some.test.ts`): it starts the PostgreSQL they need',
    )
  return JSON.parse(settings) as TestPostgres
}

/** Longer than in production: several test files share the processors, and a test that cannot connect shows nothing. */
const connectionTimeoutMillis = 60_000

export type TestDatabase = { connection: DatabaseOptions; drop(): Promise<void> }

/** Clones a migrated database from the template; in `npm run test:citus` creates one on all nodes. */
export function cloneDatabase(): Promise<TestDatabase> {
  const { cluster, template } = testPostgres()
  return cluster ? createOnCluster(cluster) : create(template)
}

/** The cluster of `npm run test:citus`. */
export const testCluster = () => testPostgres().cluster

/** An empty database without a schema. */
export const createDatabase = (): Promise<TestDatabase> => create('template1')

async function create(template: string): Promise<TestDatabase> {
  const { template: _, cluster: __, ...server } = testPostgres()
  const database = `t_${randomBytes(8).toString('hex')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await retryWhileTemplateIsBusy(() => admin(`create database ${database} template ${template}`))
  const connection = { ...server, database, connectionTimeoutMillis }
  return { connection, drop: () => admin(`drop database ${database} with (force)`) }
}

/** Concurrent clones of one template fail with 55006 (object_in_use). */
async function retryWhileTemplateIsBusy(run: () => Promise<void>) {
  for (let left = 100; left >= 0; left--) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** The connection as the value of DATABASE_URL. */
export function urlOf({ host, port, user, password, database }: DatabaseOptions): string {
  const credentials = [user, ...(typeof password === 'string' ? [password] : [])].map((part) =>
    encodeURIComponent(String(part)),
  )
  return `postgres://${credentials.join(':')}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`
}
