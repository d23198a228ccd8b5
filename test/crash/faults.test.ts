import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cloneDatabase } from '../database.ts'
import { faultNames, faults } from './faults.ts'
import { optionsFrom } from './options.ts'
import { underLoad } from './subject.ts'

test('a server outlives a read-only database, bad links, clock jumps and a restore, without losing or repeating a write', async (t) => {
  const { seed } = optionsFrom(process.env)
  t.diagnostic(`seed ${seed}`)
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const { acknowledged, unavailable, replays, findings } = await underLoad({ connection, seed }, async (subject) => {
    for (const name of faultNames) {
      await subject.writers.waitForAcknowledged(10)
      const start = performance.now()
      await faults[name](subject)
      t.diagnostic(`${name}: ${Math.round(performance.now() - start)} ms`)
    }
  })
  t.diagnostic(`${acknowledged} acknowledged, ${unavailable} × 503, ${replays} replays`)
  assert.deepEqual(findings, [])
})
