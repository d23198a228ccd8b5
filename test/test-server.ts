import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { type Org, type Reply, startTestApp, type TestApp } from './test-app.ts'

/* Shared setup of most test files: one server per file and a fresh organization per test. */

export type Body = Record<string, any>

export let app: TestApp
export let org: Org

export const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
  app.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })

export type AppOptions = Parameters<typeof startTestApp>[0]
type OrgOptions = Parameters<TestApp['org']>[0]
type Lifecycle = { afterStart?(): unknown; beforeStop?(): unknown }

/** Extra setup of a file; separate node:test hooks would not be ordered after the ones registered here. */
export type TestServerOptions = Lifecycle & { beforeEachTest?(): unknown; orgOptions?: OrgOptions }

/** Call once per file, before its tests; fails if the server logged an error by the end. */
export function useTestServer(
  appOptions?: AppOptions,
  { beforeEachTest, orgOptions, ...lifecycle }: TestServerOptions = {},
) {
  startAndStop(appOptions, lifecycle)
  beforeEach(async () => {
    org = await app.org(orgOptions)
    await beforeEachTest?.()
  })
}

/** Like useTestServer, with one organization for all tests of the file. */
export function useTestServerWithSharedOrg(
  { afterStart, beforeStop, orgOptions }: Omit<TestServerOptions, 'beforeEachTest'> = {},
  appOptions?: AppOptions,
) {
  startAndStop(appOptions, {
    async afterStart() {
      org = await app.org(orgOptions)
      await afterStart?.()
    },
    ...(beforeStop && { beforeStop }),
  })
}

function startAndStop(appOptions: AppOptions, { afterStart, beforeStop }: Lifecycle) {
  before(async () => {
    app = await startTestApp(appOptions)
    await afterStart?.()
  })
  after(async () => {
    try {
      await beforeStop?.()
    } finally {
      // Also after a failure: open connections would keep the process alive.
      await app.close()
    }
    assert.deepEqual(app.errors, [])
  })
}
