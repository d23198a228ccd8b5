import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKills } from './database-kills.ts'
import { optionsFrom } from './options.ts'
import { withEmbedded } from './with-embedded.ts'

test('during a PostgreSQL crash the server answers 503 with Retry-After, and loses and repeats no write', async (t) => {
  const { restarts, seed } = optionsFrom(process.env)
  t.diagnostic(`seed ${seed}`)
  const { kills, acknowledged, unavailable, replays, findings } = await withEmbedded({}, (postgres) =>
    databaseKills(postgres, { kills: restarts, seed }),
  )
  t.diagnostic(`${JSON.stringify(kills)}, ${acknowledged} acknowledged, ${unavailable} × 503, ${replays} replays`)
  assert.deepEqual(findings, [])
  assert.ok(unavailable > 0, 'inconclusive: no request hit the outage')
})
