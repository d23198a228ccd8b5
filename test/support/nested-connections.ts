import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Store } from '#store/open.ts'

/*
 * Code that waits for a second connection of the pool while it holds one stops the service as soon as as many requests
 * do so at once as the pool has connections. Such a wait is refused here, with the stack of the code that asks.
 */

/** What one request or transaction holds; a transaction inside a request is a scope of its own. */
type Scope = { isInTransaction: boolean; outer: Scope | undefined }

const testFolder = join(import.meta.dirname, '..')
const scopes = new AsyncLocalStorage<Scope>()
const newScope = (): Scope => ({ isInTransaction: false, outer: scopes.getStore() })
const holdsConnection = (scope = scopes.getStore()): boolean =>
  scope !== undefined && (scope.isInTransaction || (scope.outer !== undefined && holdsConnection(scope.outer)))

const textOf = (query: unknown) => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''))

/** Recognizes the transactions of the store and those of the sign-in library. */
function followTransactions(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (...args: unknown[]) => {
    const scope = scopes.getStore()
    const command = /^\s*(begin|start transaction|commit|rollback)\b/i.exec(textOf(args[0]))?.[1]?.toLowerCase()
    if (scope && command) scope.isInTransaction = command === 'begin' || command === 'start transaction'
    return send(...args)
  }
  client.query = query as typeof client.query
}

/** Makes every request for a connection fail while the same request or job holds one in a transaction. */
export function refuseNestedConnections(store: Store, onNested: (error: Error) => void) {
  const { pool, transaction } = store
  pool.on('connect', followTransactions)
  const connect = pool.connect.bind(pool) as (done?: (error: Error) => void) => unknown
  const checked = (done?: (error: Error) => void) => {
    if (!holdsConnection()) return connect(done)
    const error = new Error(
      'a connection was asked for while another one is held: use the transaction, or end it first',
    )
    onNested(error)
    return done ? done(error) : Promise.reject(error)
  }
  pool.connect = checked as typeof pool.connect
  store.transaction = (...args) =>
    isCalledByTest() ? transaction(...args) : scopes.run(newScope(), () => transaction(...args))
}

/** Runs the code of a test as if it were that of a request. */
export const asRequest = <T>(work: () => Promise<T>): Promise<T> => scopes.run(newScope(), work)

/** A test may look at the database while it holds a transaction. */
function isCalledByTest(): boolean {
  const [, , , caller = ''] = new Error().stack!.split('\n')
  return caller.includes(testFolder) && !caller.includes(import.meta.filename)
}

/** The body of a request arrives in socket events, outside the context that the first hook began. */
export function scopeRequests(server: FastifyInstance) {
  const byRequest = new WeakMap<FastifyRequest, Scope>()
  server.addHook('onRequest', (request, _reply, done) => {
    const scope = newScope()
    byRequest.set(request, scope)
    scopes.run(scope, done)
  })
  server.addHook('preValidation', (request, _reply, done) => scopes.run(byRequest.get(request)!, done))
}
