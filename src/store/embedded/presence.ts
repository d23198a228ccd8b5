import { Client } from 'pg'

export type Connection = { host: string; port: number; user: string; password?: string; database: string; ssl: false }

/**
 * Each Earshot keeps one idle connection of a known name from start to stop, so that the one that leaves knows whether others remain.
 */
export type Presence = { othersRemain(): Promise<boolean>; end(): Promise<void> }

const applicationName = 'earshot launcher'
const notAccepting = ['57P01', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** Undefined while the server takes no connections. */
export async function openPresence(connection: Connection, onLost: () => void): Promise<Presence | undefined> {
  const client = await connect(connection)
  if (client === 'missing database') return (await createDatabase(connection)) ? openPresence(connection, onLost) : undefined
  if (!client) return undefined
  return presenceOf(client, onLost)
}

async function connect(connection: Connection): Promise<Client | 'missing database' | undefined> {
  const options = '-c idle_session_timeout=0'
  const client = new Client({ ...connection, application_name: applicationName, options, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === '3D000') return 'missing database'
    if (notAccepting.includes(code ?? '') || message.includes('Connection terminated')) return undefined
    throw error
  }
}

async function createDatabase(connection: Connection): Promise<boolean> {
  const client = await connect({ ...connection, database: 'postgres' })
  if (client === 'missing database') throw new Error('The embedded PostgreSQL lacks its "postgres" database.')
  if (!client) return false
  try {
    await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } catch (error) {
    const duplicate = ['42P04', '23505'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (!duplicate) throw error
  } finally {
    await client.end()
  }
  return true
}

function presenceOf(client: Client, onLost: () => void): Presence {
  const loop = client as unknown as { ref(): void; unref(): void }
  let connected = true
  client.once('end', () => {
    if (connected) onLost()
    connected = false
  })
  loop.unref()
  return {
    async othersRemain() {
      if (!connected) return false
      loop.ref()
      return countOthers(client)
    },
    async end() {
      if (!connected) return
      connected = false
      loop.ref()
      await client.end().catch(() => {})
    },
  }
}

async function countOthers(client: Client): Promise<boolean> {
  const text = 'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()'
  try {
    return (await client.query(text, [applicationName])).rows.length > 0
  } catch {
    return false
  }
}
