import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { type Org, openWorld, type Reply, type World } from './world.ts'

/* What most files of tests stand on: one server for all of them, and for each test an organization of its own. */

export type Body = Record<string, any>

export let world: World
export let org: Org

export const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
  world.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })

/** What else a file needs, once the server is there, before it goes, and for each organization; hooks of its own would not wait for these. */
export type More = { opened?(): Promise<void>; closing?(): Promise<void>; each?(): void }

/** Called once by a file, before its tests; nothing may have gone wrong inside of the server by the end. */
export function openGround(options?: Parameters<typeof openWorld>[0], more: More = {}) {
  before(async () => {
    world = await openWorld(options)
    await more.opened?.()
  })
  after(async () => {
    await more.closing?.()
    await world.close()
    assert.deepEqual(world.errors, [])
  })
  beforeEach(async () => {
    org = await world.org()
    more.each?.()
  })
}
