import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '#client/client.ts'
import { readConfig } from '#config/read.ts'
import { createUser } from '#domain/identity/queries-users.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { createOrganization, updateOrganization } from '#domain/organizations/queries.ts'
import { freePort } from '#free-port.ts'
import { settingsOf } from '#serve/dependencies.ts'
import { createLog } from '#serve/log.ts'
import { serveWithWorkerThread } from '#serve/with-worker-thread.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type TierSetting = 'auto' | 'model' | 'static'
export type Organization = {
  client: Client
  /** The API does not tell a catch-all theme from others. */
  catchAllThemes(): Promise<Set<string>>
}
export type EvaluatedOrganization = Organization & {
  /** What a language model has answered, before any check. */
  modelAnswers(): Promise<object[]>
}
/** Settings of a language model by the names of the environment. */
type ModelSettings = Partial<Record<'LLM_BASE_URL' | 'LLM_MODEL' | 'LLM_API_KEY' | 'LLM_CONTEXT_TOKENS', string>>
export type Product = { createOrganization(name: string): Promise<EvaluatedOrganization>; stop(): Promise<void> }

const host = '127.0.0.1'

/** Starts the server and the worker of `earshot serve` on an embedded database in a new folder; settings of the environment are ignored. */
export async function startProduct(tier: TierSetting, llm: ModelSettings = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-eval-'))
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  const config = readConfig({
    HOST: host,
    PORT: String(await freePort(host)),
    DATA_DIR: dataDir,
    DRAIN_SECONDS: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    EMBEDDINGS: tier,
    // A bulk load would be analyzed with the static tier first.
    BULK_ANALYSIS_THRESHOLD: '1000000',
    ...llm,
  })
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off' } }).catch((error: Error) => {
    removeData()
    throw error
  })
  const stopDatabase = () => postgres.stop().finally(removeData)
  try {
    await migrate(postgres.connection)
    const running = await serveWithWorkerThread(config, postgres.connection, createLog(config.logLevel))
    const store = openStore({ ...postgres.connection, max: 2 })
    const baseUrl = `http://${host}:${running.port}`
    const stopAll = async () => {
      await running.stop()
      await store.close()
      await stopDatabase()
    }
    let stopping: Promise<void> | undefined
    return {
      createOrganization: (name) => createOrganizationWithKey(store, { name, baseUrl, settings: settingsOf(config) }),
      stop: () => (stopping ??= stopAll()),
    }
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

type NewOrganization = { name: string; baseUrl: string; settings: ReturnType<typeof settingsOf> }

async function createOrganizationWithKey(store: Store, { name, baseUrl, settings }: NewOrganization) {
  const { id, key } = await store.transaction(async (db) => {
    const { id } = await createOrganization(db, { name, features: { subthemes: true } })
    await updateOrganization(db, id, { api_enabled: true, api_read: true, api_write: true, api_admins: true })
    const user = await createUser(db, { email: `${id}@example.com`, name: 'Evaluation' })
    await insertMembership(db, id, { userId: user.id, role: 'admin' })
    const { key } = await createKey(
      db,
      id,
      { userId: user.id, name: 'evaluation', scopes: ['read', 'write'] },
      settings,
    )
    return { id, key }
  })
  return {
    client: createClient({ baseUrl, apiKey: key }),
    async catchAllThemes() {
      const rows = await store.rows<{ id: string }>(sql`select id from theme where org_id = ${id} and is_catch_all`)
      return new Set(rows.map((row) => row.id))
    },
    async modelAnswers() {
      const rows = await store.rows<{ answer: object }>(
        sql`select answer from language_model_answer where org_id = ${id}`,
      )
      return rows.map(({ answer }) => answer)
    },
  }
}
