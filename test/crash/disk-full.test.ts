import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canMount, onSmallDisk } from './rounds.ts'

const skip = (await canMount()) ? false : 'a file system of its own can only be mounted by root'

type Report = { before: unknown; during: unknown; after: number; request: string; logged: string }

test('a full disk makes the server not ready, with the reason, until there is space again', { skip }, async () => {
  const report = (await onSmallDisk('disk-full-readiness.ts')) as Report
  assert.deepEqual(report.before, [200, 'ok'])
  assert.deepEqual(report.during, [503, 'out of disk space'])
  assert.equal(report.after, 201)
  const lines = report.logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  const line = lines.find(({ request }) => request === report.request)
  assert.partialDeepStrictEqual(line, { message: 'request failed', code: '53100', path: '/api/v1/feedback' })
  assert.match(line!['error']!, /No space left on device/)
})
