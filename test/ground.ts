import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { type Org, openWorld, type Reply, type World } from './world.ts'

/* What most files of tests stand on: one server for all of them, and for each test an organization of its own. */

export type Body = Record<string, any>

export let world: World
export let org: Org

export const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
  world.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })

type OrgOptions = Parameters<World['org']>[0]

/** What else a file needs, once the server is there, before it goes, and for each organization; hooks of its own would not wait for these. */
export type More = { opened?(): unknown; closing?(): unknown; each?(): unknown; as?: OrgOptions }

/** Called once by a file, before its tests; nothing may have gone wrong inside of the server by the end. */
export function openGround(options?: Parameters<typeof openWorld>[0], { each, as, ...more }: More = {}) {
  openServer(options, more)
  beforeEach(async () => {
    org = await world.org(as)
    await each?.()
  })
}

/** The same with one organization for all tests of the file, which build on each other. */
export function openOneGround(
  { opened, closing, as }: Omit<More, 'each'> = {},
  options?: Parameters<typeof openWorld>[0],
) {
  openServer(options, {
    async opened() {
      org = await world.org(as)
      await opened?.()
    },
    ...(closing && { closing }),
  })
}

function openServer(options: Parameters<typeof openWorld>[0], { opened, closing }: Pick<More, 'opened' | 'closing'>) {
  before(async () => {
    world = await openWorld(options)
    await opened?.()
  })
  after(async () => {
    await closing?.()
    await world.close()
    assert.deepEqual(world.errors, [])
  })
}
