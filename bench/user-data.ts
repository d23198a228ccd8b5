import type pg from 'pg'
import { createKey } from '#domain/access/keys/create.ts'
import { openStore } from '#store/open.ts'
import { createPages, type Dataset, sampleIds, settings, type Target, withClient } from './data.ts'
import { seedOrganization } from './growth/seed.ts'

/** Together they may send 12,800 reads and 5,120 writes a second within the default rate limits. */
const keyCount = 256
const [sampledInsights, themes, projects] = [200, 40, 60]

/** One organization with everything that users have: contacts, feedback, surveys, tickets, plans and their evidence. */
export async function fillLikeUsers(target: Target, database: string, insights: number): Promise<Dataset> {
  const { org, key, userId } = await seedOrganization(target, database, insights)
  const connection = { ...target, database }
  const keys = await createKeys(connection, org, userId)
  return withClient(connection as pg.ClientConfig, async (client) => {
    await client.query(createPages)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return {
      connection,
      rows: insights,
      org,
      key,
      keys,
      themeIds: await sampleIds(client, 'theme', org, themes),
      insightIds: await sampleIds(client, 'insight', org, sampledInsights),
      projectIds: await sampleIds(client, 'project', org, projects),
    }
  })
}

async function createKeys(connection: Dataset['connection'], org: string, userId: string): Promise<string[]> {
  const store = openStore({ ...connection, max: 1 })
  try {
    const keys: string[] = []
    for (let n = 0; n < keyCount; n++) {
      const name = `bench ${n}`
      keys.push((await createKey(store, org, { userId, name, scopes: ['read', 'write'] }, settings)).key)
    }
    return keys
  } finally {
    await store.close()
  }
}
