import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killBoth } from './both-kills.ts'
import { optionsFrom } from './options.ts'

test('after kills of the server and its database at once, no item is lost and all are analyzed', async (t) => {
  const { bothKills, seed } = optionsFrom(process.env)
  t.diagnostic(`seed ${seed}`)
  const { kills, acknowledged, lost, notAnalyzed, longestStandstillMs } = await killBoth({ ...bothKills, seed })
  t.diagnostic(
    `${kills} kills, ${acknowledged} acknowledged, the queue stood still for ${longestStandstillMs} ms at most`,
  )
  assert.deepEqual({ lost, notAnalyzed }, { lost: 0, notAnalyzed: 0 })
})
