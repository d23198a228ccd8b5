import assert from 'node:assert/strict'
import { storePages, type Dataset } from './data.ts'
import { type Kind, newKeyPrefix, readPaths } from './load.ts'
import { insightPath, insightsPath, listPath } from './paths.ts'
import { bodyFor } from './request-bodies.ts'
import type { MeasuredServer } from './servers.ts'

/* Checks before anything is timed: all servers return the same responses and are idempotent. */

let fetched = 0
/** The keys in turn, because each has a rate limit. */
const nextKey = ({ key, keys = [key] }: Dataset) => keys[fetched++ % keys.length]!

async function fetchText(server: MeasuredServer, dataset: Dataset, path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${nextKey(dataset)}` } })
  const text = await response.text()
  assert.equal(response.status, 200, `${path}: ${text}`)
  return text
}

const isRead = (kind: Kind) => kind !== 'write' && kind !== 'build'

/** Stores Earshot's response bodies for the limit server, which returns them unchanged. */
export async function storeExpectedResponses(earshot: MeasuredServer, dataset: Dataset, selected: readonly Kind[]) {
  const reads = new Set<Kind>(['list', 'one', ...selected.filter(isRead)])
  const paths = [...reads].flatMap((kind) => readPaths(kind, dataset))
  const pages: { key: string; body: string }[] = []
  for (const key of paths) pages.push({ key, body: await fetchText(earshot, dataset, key) })
  await storePages(dataset, pages)
}

export async function assertSameResponses(servers: readonly MeasuredServer[], dataset: Dataset) {
  const [first, ...others] = servers
  for (const path of [listPath, insightPath(dataset.insightIds.at(-1)!)]) {
    const expected = parseWithoutCursor(await fetchText(first!, dataset, path))
    for (const server of others)
      assert.deepEqual(parseWithoutCursor(await fetchText(server, dataset, path)), expected, path)
  }
}

/** Cursors differ from server to server. */
function parseWithoutCursor(text: string): { pagination?: { next_cursor: unknown } } {
  const value = JSON.parse(text) as { pagination?: { next_cursor: unknown } }
  if (value.pagination) delete value.pagination.next_cursor
  return value
}

export async function assertIdempotent(server: MeasuredServer, dataset: Dataset) {
  const headers = {
    authorization: `Bearer ${dataset.key}`,
    'content-type': 'application/json',
    'idempotency-key': newKeyPrefix(),
  }
  const write = async () => {
    const response = await fetch(`${server.url}${insightsPath}`, {
      method: 'POST',
      headers,
      body: bodyFor(dataset.themeIds[0]!),
    })
    const text = await response.text()
    assert.equal(response.status, 201, text)
    return (JSON.parse(text) as { id: string }).id
  }
  assert.equal(await write(), await write(), 'a repeated write must return the first response')
}
