import assert from 'node:assert/strict'
import type { TestApp } from './test-app.ts'
import { waitFor } from './wait-for.ts'

const timeoutMs = 600_000

/** Waits until no job of the key's organization is queued or running. */
export async function waitForJobs(app: TestApp, key: string) {
  const read = async (path: string, query: Record<string, string>) => {
    const reply = await app.call(key, 'GET', path, { query })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  let unfinished = ''
  const noneLeft = async () => {
    const { data } = await read('/jobs', { status: 'queued,running', limit: '1' })
    if (data.length === 0) return true
    unfinished = `${data[0].type} ${data[0].id}`
    await read(`/jobs/${data[0].id}`, { wait: '10' })
    return false
  }
  await waitFor(() => `the organization's jobs, among them ${unfinished}`, noneLeft, timeoutMs, 0)
}
