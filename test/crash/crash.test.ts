import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { cloneDatabase } from '../database.ts'
import { killCycles } from './kill-cycles.ts'
import { optionsFrom } from './options.ts'
import { findInconsistencies } from './oracle.ts'
import { createTenant } from './tenant.ts'

const minReplaysPerCycle = 0.5
const medianOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

test('a server killed at any moment loses no acknowledged write and repeats none', async (t) => {
  const { cycles, seed } = optionsFrom(process.env)
  t.diagnostic(`seed ${seed}`)
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 4 })
  t.after(async () => {
    await store.close()
    await drop()
  })
  const tenant = await createTenant(store)
  const { ledger, startMs, logs } = await killCycles({ connection, tenant, cycles, seed })
  const replays = ledger.replaysAfterLoss()
  const lost = ledger.intents.filter(({ lostResponses }) => lostResponses > 0).length
  t.diagnostic(
    `${cycles} kills, ${ledger.acknowledgedCount} acknowledged, ${lost} responses lost, ${replays} of them after the commit`,
  )
  t.diagnostic(`ready again after ${Math.round(medianOf(startMs))} ms of CPU time`)
  assert.deepEqual(await findInconsistencies(store, tenant.org, ledger), [])
  assert.ok(
    replays >= minReplaysPerCycle * cycles,
    `inconclusive: only ${replays} responses were lost after their commit in ${cycles} kills`,
  )
  assert.equal(logs, '', 'the server logged an error')
})
