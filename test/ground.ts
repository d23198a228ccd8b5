import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { type Org, openWorld, type Reply, type World } from './world.ts'

/* What most files of tests stand on: one server for all of them, and for each test an organization of its own. */

export type Body = Record<string, any>

export let world: World
export let org: Org

export const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
  world.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })

/** Called once by a file, before its tests; nothing may have gone wrong inside of the server by the end. */
export function openGround(options?: Parameters<typeof openWorld>[0]) {
  before(async () => {
    world = await openWorld(options)
  })
  after(async () => {
    await world.close()
    assert.deepEqual(world.errors, [])
  })
  beforeEach(async () => {
    org = await world.org()
  })
}
