import { Client } from 'pg'

export type PostgresConnection = {
  host: string
  port: number
  user: string
  password?: string
  database: string
  ssl: false
}

/**
 * Each Earshot keeps one idle connection of a known name from start to stop, so that the one that leaves knows
 * whether others remain. Its loss says that the server, or a single session of it, has crashed.
 */
export type KeepaliveConnection = {
  /** Undefined when the server does not answer. */
  hasOtherClients(): Promise<boolean | undefined>
  end(): Promise<void>
}

const applicationName = 'earshot launcher'
const notAccepting = ['57P01', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** Undefined while the server takes no connections. */
export async function openKeepalive(
  connection: PostgresConnection,
  onLost: () => void,
): Promise<KeepaliveConnection | undefined> {
  const client = await connect(connection)
  if (client === 'missing database')
    return (await createDatabase(connection)) ? openKeepalive(connection, onLost) : undefined
  if (!client) return undefined
  return keepaliveOf(client, onLost)
}

async function connect(connection: PostgresConnection): Promise<Client | 'missing database' | undefined> {
  const options = '-c idle_session_timeout=0'
  const client = new Client({
    ...connection,
    application_name: applicationName,
    options,
    connectionTimeoutMillis: 10_000,
  })
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

async function createDatabase(connection: PostgresConnection): Promise<boolean> {
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

function keepaliveOf(client: Client, onLost: () => void): KeepaliveConnection {
  let isOpen = true
  let ended = false
  eventLoop(client).unref()
  client.once('end', () => {
    isOpen = false
    if (!ended) onLost()
  })
  return {
    hasOtherClients: async () => (isOpen ? hasOthers(client) : undefined),
    end: async () => {
      ended = true
      if (!isOpen) return
      eventLoop(client).ref()
      await client.end().catch(() => {})
    },
  }
}

function eventLoop(client: Client): { ref(): void; unref(): void } {
  return client as unknown as { ref(): void; unref(): void }
}

async function hasOthers(client: Client): Promise<boolean | undefined> {
  const text = 'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()'
  eventLoop(client).ref()
  try {
    return (await client.query(text, [applicationName])).rows.length > 0
  } catch {
    return undefined
  }
}
