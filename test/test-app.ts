import { hash } from '@node-rs/argon2'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { updateOrganization, createOrganization } from '#domain/organizations/queries.ts'
import { createUser, insertCredential } from '#domain/identity/queries-users.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import type { Log, Settings } from '#domain/context.ts'
import { createOutbound } from '#outbound/client.ts'
import { assembleServer, type Assembly } from '#serve/assemble-server.ts'
import { type DatabaseOptions, openStore, type Store } from '#store/open.ts'
import { currentKey } from '#store/secret-keys.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { refuseNestedConnections, scopeRequests } from './support/nested-connections.ts'

export type TestUser = { userId: string; email: string; password: string; key: string; keyId: string; memberId: string }
export type Org = { id: string; admin: TestUser; member: TestUser }
export type Reply = { status: number; body: any; headers: Headers; text: string }
export type CallOptions = {
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  rawBody?: string | Uint8Array
}
type OrgOptions = {
  name?: string
  apiEnabled?: boolean
  roles?: string[]
  scopes?: string[]
  features?: Partial<Record<'competitors' | 'subthemes' | 'segments', boolean>>
}

const settings: Settings = {
  region: 'eu',
  keyPrefix: 'ear',
  publicUrl: 'http://localhost:3000',
  privateNetworks: ['0.0.0.0/0', '::/0'],
}
/** Outbound requests reach this machine only; no host name resolves. */
const outbound = createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] })
const password = 'correct horse battery'
/** Made at the lowest cost, which its own text states: organizations are created in nearly every test. */
const hashedPassword = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
/** Longer timeouts than in production: several test files share the CPUs. */
const testTimeouts = {
  query_timeout: 61_000,
  session: { lock_timeout: '30s', statement_timeout: '60s', idle_in_transaction_session_timeout: '60s' },
}

/** Starts a server with its own empty database. */
export async function startTestApp(
  options: Partial<
    Pick<
      Assembly,
      | 'rates'
      | 'maxInFlight'
      | 'validateResponses'
      | 'pages'
      | 'outbound'
      | 'singleSignOn'
      | 'semanticSearch'
      | 'llm'
      | 'trustProxy'
      | 'secret'
    >
  > &
    Pick<DatabaseOptions, 'session'> &
    Pick<Settings, 'privateNetworks'> & { poolSize?: number; mail?: boolean; database?: TestDatabase } = {},
) {
  const { poolSize = 8, mail = false, session, database, privateNetworks, ...assembly } = options
  const { connection, drop } = database ?? (await cloneDatabase())
  const store = openStore({
    ...connection,
    max: poolSize,
    ...testTimeouts,
    session: { ...testTimeouts.session, ...session },
  })
  const errors: object[] = []
  refuseNestedConnections(store, ({ stack }) => void errors.push({ stack }))
  const { secret = await installationSecret(store) } = options
  const log: Log = { info() {}, warn() {}, error: (fields, message) => void errors.push({ ...fields, message }) }
  const server = assembleServer({
    store,
    secret,
    settings: {
      ...settings,
      ...(privateNetworks && { privateNetworks }),
      mail,
      singleSignOn: Boolean(assembly.singleSignOn),
    },
    version: 'test',
    rates: null,
    log,
    outbound,
    validateResponses: true,
    ...assembly,
  })
  scopeRequests(server)
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  // A test that fails before it closes the app must not keep its process alive.
  server.server.unref()
  // A process that gets no CPU time would answer 408 to requests that it reads too late.
  const { headersTimeout, requestTimeout } = server.server
  Object.assign(server.server, { headersTimeout: 60_000, requestTimeout: 60_000 })

  async function call(
    key: string | null,
    method: string,
    path: string,
    { query, body, headers, rawBody }: CallOptions = {},
  ): Promise<Reply> {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(`${baseUrl}/api/v1${path}${search}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...((body !== undefined || rawBody !== undefined) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(rawBody !== undefined && { body: rawBody as BodyInit }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  return {
    store,
    connection,
    server,
    baseUrl,
    /** The timeouts of the product for slow clients; test servers wait longer. */
    clientTimeouts: { headersTimeout, requestTimeout },
    settings,
    secret: currentKey(secret),
    errors,
    call,
    org: (orgOptions?: OrgOptions) => createOrg(store, orgOptions),
    async close() {
      await server.close()
      await store.close()
      await drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

let userCount = 0

async function createOrg(
  store: Store,
  {
    name = 'Acme',
    apiEnabled = true,
    roles = ['admins', 'members'],
    scopes = ['read', 'write'],
    features,
  }: OrgOptions = {},
): Promise<Org> {
  return store.transaction(async (db) => {
    const { id } = await createOrganization(db, {
      name,
      features: { competitors: true, subthemes: true, segments: true, ...features },
    })
    await updateOrganization(db, id, {
      api_enabled: apiEnabled,
      api_admins: roles.includes('admins'),
      api_members: roles.includes('members'),
      api_read: scopes.includes('read'),
      api_write: scopes.includes('write'),
    })
    const createTestUser = async (role: 'admin' | 'member'): Promise<TestUser> => {
      const email = `${role}-${++userCount}-${id.slice(-6)}@example.com`
      const user = await createUser(db, { email, name: `${role} ${userCount}` })
      await insertCredential(db, user.id, await hashedPassword)
      const member = await insertMembership(db, id, { userId: user.id, role })
      const key = await createKey(db, id, { userId: user.id, name: `${role} key`, scopes: ['read', 'write'] }, settings)
      return { userId: user.id, email, password, key: key.key, keyId: key.id, memberId: member.id }
    }
    return { id, admin: await createTestUser('admin'), member: await createTestUser('member') }
  })
}
