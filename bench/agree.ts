import assert from 'node:assert/strict'
import { storePages, type World } from './data.ts'
import { bodyFor, freshKey, insightPath, listPath } from './load.ts'
import type { Measured } from './servers.ts'

/* Before anything is timed: the servers answer the same, and a repeated write happens once in each of them. */

async function ask(server: Measured, world: World, path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${world.key}` } })
  const text = await response.text()
  assert.equal(response.status, 200, `${path}: ${text}`)
  return text
}

/** The limit hands out what Earshot answered, byte by byte. */
export async function keepAnswers(earshot: Measured, world: World) {
  const paths = [listPath, ...world.insightIds.map(insightPath)]
  const pages: { key: string; body: string }[] = []
  for (const key of paths) pages.push({ key, body: await ask(earshot, world, key) })
  await storePages(world, pages)
}

export async function requireAgreement(servers: readonly Measured[], world: World) {
  const [first, ...others] = servers
  for (const path of [listPath, insightPath(world.insightIds.at(-1)!)]) {
    const expected = withoutCursor(await ask(first!, world, path))
    for (const server of others) assert.deepEqual(withoutCursor(await ask(server, world, path)), expected, path)
  }
  for (const server of servers) await requireOnce(server, world)
}

/** Each server writes cursors of its own. */
function withoutCursor(text: string): { pagination?: { next_cursor: unknown } } {
  const value = JSON.parse(text) as { pagination?: { next_cursor: unknown } }
  if (value.pagination) delete value.pagination.next_cursor
  return value
}

async function requireOnce(server: Measured, world: World) {
  const headers = {
    authorization: `Bearer ${world.key}`,
    'content-type': 'application/json',
    'idempotency-key': freshKey(),
  }
  const write = async () => {
    const response = await fetch(`${server.url}/api/v1/insights`, {
      method: 'POST',
      headers,
      body: bodyFor(world.themeIds[0]!),
    })
    const text = await response.text()
    assert.equal(response.status, 201, text)
    return (JSON.parse(text) as { id: string }).id
  }
  assert.equal(await write(), await write(), 'a repeated write must be answered with the first one')
}
