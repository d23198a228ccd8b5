import { createKey } from '#domain/account/keys/create.ts'
import { addMember } from '#domain/account/members/queries.ts'
import { changeOrganization, createOrganization } from '#domain/account/organizations/queries.ts'
import { createUser } from '#domain/account/identity/people.ts'
import { installationSecret } from '#domain/account/installation.ts'
import type { Log, Settings } from '#domain/context.ts'
import { createOutbound } from '#outbound/client.ts'
import { assemble, type Assembly } from '#serve/assemble.ts'
import { type Connection, openStore, type Store } from '#store/open.ts'
import { cloneDatabase } from './database.ts'

export type Person = { userId: string; email: string; password: string; key: string; keyId: string; memberId: string }
export type Org = { id: string; admin: Person; member: Person }
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

const settings: Settings = { region: 'eu', keyPrefix: 'ear', publicUrl: 'http://localhost:3000', insecureTargets: true }
/** Reaches the test itself and nobody else: no name has an address. */
const outbound = createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] })
const password = 'correct horse battery'

/** A running server on a database of its own; nothing in it but what the test puts there. */
export async function openWorld(
  options: Partial<Pick<Assembly, 'rates' | 'maxInFlight' | 'checkAnswers' | 'pages' | 'outbound' | 'singleSignOn'>> &
    Pick<Connection, 'session'> & { poolSize?: number; mail?: boolean } = {},
) {
  const { poolSize = 8, mail = false, session, ...assembly } = options
  const { connection, drop } = await cloneDatabase()
  // Longer than in earnest: several test files share the processors.
  const store = openStore({
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    ...(session && { session }),
  })
  const secret = await installationSecret(store)
  const errors: object[] = []
  const log: Log = { info() {}, warn() {}, error: (fields, message) => void errors.push({ ...fields, message }) }
  const server = assemble({
    store,
    secret,
    settings: { ...settings, mail, singleSignOn: Boolean(assembly.singleSignOn) },
    version: 'test',
    rates: null,
    log,
    outbound,
    checkAnswers: true,
    ...assembly,
  })
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })

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
      ...(rawBody !== undefined
        ? { body: rawBody as BodyInit }
        : body !== undefined
          ? { body: JSON.stringify(body) }
          : {}),
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
    settings,
    secret,
    errors,
    call,
    org: (wanted?: OrgOptions) => makeOrg(store, wanted),
    async close() {
      await server.close()
      await store.close()
      await drop()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

let people = 0

async function makeOrg(
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
    await changeOrganization(db, id, {
      api_enabled: apiEnabled,
      api_admins: roles.includes('admins'),
      api_members: roles.includes('members'),
      api_read: scopes.includes('read'),
      api_write: scopes.includes('write'),
    })
    const person = async (role: 'admin' | 'member'): Promise<Person> => {
      const email = `${role}-${++people}-${id.slice(-6)}@example.com`
      const user = await createUser(db, { email, name: `${role} ${people}`, password })
      const member = await addMember(db, id, { userId: user.id, role })
      const key = await createKey(db, id, { userId: user.id, name: `${role} key`, scopes: ['read', 'write'] }, settings)
      return { userId: user.id, email, password, key: key.key, keyId: key.id, memberId: member.id }
    }
    return { id, admin: await person('admin'), member: await person('member') }
  })
}
