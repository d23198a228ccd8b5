import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, org, useTestServer } from '../test-server.ts'
import { uploadsClient } from './uploads-client.ts'

useTestServer()

const header = 'content,email,date,rating\n'
const rowOf = (n: number) =>
  `"The export of report ${n} never ends, again, although it is ${'small '.repeat(16)}",p${n}@example.com,2026-05-0${1 + (n % 9)},3\n`

/** A table of about this many bytes. */
function tableOf(bytes: number): string {
  const rows: string[] = []
  for (let size = 0; size < bytes; size += rows.at(-1)!.length) rows.push(rowOf(rows.length))
  return header + rows.join('')
}

test('a large file is read in a thread, not by the web process', async () => {
  const { upload } = uploadsClient(app, org)
  const content = tableOf(3_000_000)
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()]
  const reply = await upload(content)
  const [allUsed, mainUsed] = [process.cpuUsage(all).user, process.threadCpuUsage(main).user]
  assert.equal(reply.status, 201, reply.text.slice(0, 500))
  assert.equal(reply.body.row_count, content.split('\n').length - 2)
  assert.equal(reply.body.preview.length, 10)
  assert.ok(mainUsed < allUsed / 2, `${mainUsed} of ${allUsed} µs of CPU time in the main thread`)
})

test('refusals of the thread are those of a small file', async () => {
  const { upload } = uploadsClient(app, org)
  const empty = ' \n'.repeat(100_000)
  for (const content of [Buffer.alloc(100_000), empty]) {
    const [small, large] = [await upload(content.slice(0, 1000)), await upload(content)]
    assert.equal(large.status, 400, large.text)
    assert.deepEqual(large.body.error, small.body.error)
  }
})
