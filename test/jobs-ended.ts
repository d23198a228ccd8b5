import assert from 'node:assert/strict'
import type { World } from './world.ts'

const maxTurns = 1000

/** Waits until no job of the key's organization is queued or running any more. */
export async function jobsEnded(world: World, key: string) {
  const read = async (path: string, query: Record<string, string>) => {
    const reply = await world.call(key, 'GET', path, { query })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  for (let turns = 0; turns < maxTurns; turns++) {
    const { data } = await read('/jobs', { status: 'queued,running', limit: '1' })
    if (data.length === 0) return
    await read(`/jobs/${data[0].id}`, { wait: '10' })
  }
  throw new Error('jobs never came to an end')
}
