import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { inspectOffThread } from '#domain/imports/csv-uploads/create/inspect-off-thread.ts'

const tasks = '/proc/self/task'

/** Field 19 of the status line; the name in brackets may contain spaces. */
const nicenessOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
const lowestPriority = () =>
  Math.max(...readdirSync(tasks).map((id) => nicenessOf(readFileSync(`${tasks}/${id}/stat`, 'utf8'))))

const uploadNiceness = 15
const isLower = process.platform === 'linux' && getPriority() < uploadNiceness
const skip = isLower ? false : 'only on Linux has each thread a priority, and this process must have a higher one'

test('a large upload is read by a thread of lower priority than the one that answers requests', { skip }, async () => {
  const before = getPriority()
  assert.ok(lowestPriority() < uploadNiceness)
  const rows = Array.from({ length: 5000 }, (_, n) => `Something to say ${n},person-${n}@example.com\n`)
  const bytes = Buffer.from(`content,email\n${rows.join('')}`)
  const { format } = await inspectOffThread({ type: undefined, bytes: new Uint8Array(bytes) })
  assert.ok(format)
  assert.equal(lowestPriority(), uploadNiceness)
  assert.equal(getPriority(), before)
})
