import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

/* Short runs of benchmarks that start a server of their own: that they still run, not how fast it is. */

const run = async (command: string) => (await promisify(execFile)(process.execPath, command.split(' '))).stdout

test('bench:background compares reads with and without uploads', async () => {
  const printed = await run('bench/background.ts --rounds 1 --seconds 1 --megabytes 1 --only upload')
  assert.match(printed, /^ {2}p99 busy \/ idle \d+\.\d\d \(at most 2: (met|MISSED)\)$/m)
})

test('bench:sizes prints the bytes of each table', async () => {
  const printed = await run('bench/table-sizes.ts --insights 200')
  assert.match(printed, /^insight: 200 rows, \d+ \+ \d+ bytes a row/m)
  assert.match(printed, /^all: \d+ \+ \d+ bytes an insight$/m)
})

test('bench compares a read and a write with the limit that checks the key', async () => {
  const size = '--insights 200 --rows 0 --rounds 1 --requests 20 --only one,write'
  const printed = await run(`bench/run.ts ${size} --variants earshot,limit`)
  for (const kind of ['one insight', 'one idempotent write']) assert.match(printed, new RegExp(`^ {2}${kind} `, 'm'))
  const goals = printed.match(/^ {4}earshot \/ limit by CPU +\d+\.\d\d +\(.*\) +goal: at least 0\.6 +(met|MISSED)$/gm)
  assert.equal(goals?.length, 2)
})

test('bench:outcomes gives at most 5 % of wrong verdicts where nothing changed', async () => {
  const printed = await run('bench/outcomes.ts --histories 250')
  assert.match(printed, /^wrong verdicts without an effect at most 5 %: met$/m)
  assert.match(printed, /^effect 0\.25 +10 \| +9\d\.\d %/m)
})

test('bench:releases finds plain regressions at their release with hardly a false alarm', async () => {
  const printed = await run('bench/releases.ts --histories 150')
  assert.match(printed, /^at most one false alarm in 1,000 weeks, 90 % at the right release: met$/m)
})
