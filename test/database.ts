import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '#store/open.ts'

type TestPostgres = { host: string; port: number; user: string; password?: string; template: string }

function testPostgres(): TestPostgres {
  const given = process.env.EARSHOT_TEST_POSTGRES
  if (!given)
    throw new Error(
      'run the tests with `npm test` (or `npm test -- test/some.test.ts`): it starts the PostgreSQL they need',
    )
  return JSON.parse(given) as TestPostgres
}

/** A fresh, migrated database of its own, cloned from the template. */
export async function cloneDatabase(): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const { template, ...server } = testPostgres()
  const database = `t_${randomBytes(8).toString('hex')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await retryWhileTemplateIsBusy(() => admin(`create database ${database} template ${template}`))
  return { connection: { ...server, database }, drop: () => admin(`drop database ${database} with (force)`) }
}

/** Two clones at once refuse each other for a moment. */
async function retryWhileTemplateIsBusy(run: () => Promise<void>) {
  for (let left = 100; ; left--) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
